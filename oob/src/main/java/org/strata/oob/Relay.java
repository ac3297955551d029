package org.strata.oob;

import org.strata.oob.frame.Frame;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.FrameWriter;
import org.strata.oob.frame.JobMap;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The ranks of a daemon's host: their frames go to mpirun, and mpirun's to them. Belongs to the
 * event loop.
 */
final class Relay implements RankHub {
    /** What each rank of this host is told of its job. */
    private final Map<Integer, JobMap> maps = new HashMap<>();

    private final HeadSession head;
    private final Set<Integer> seen = new HashSet<>();
    private final Map<Integer, Outlet> outlets = new HashMap<>();

    Relay(HeadSession head) {
        this.head = head;
    }

    /** Lets ranks join that are about to be started. */
    void expect(JobMap map, Set<Integer> ranks) {
        ranks.forEach(rank -> maps.put(rank, map));
    }

    @Override
    public boolean expects(int rank) {
        return maps.containsKey(rank);
    }

    @Override
    public int missing() {
        return maps.size() - seen.size();
    }

    @Override
    public String refusal(int rank) {
        return seen.contains(rank)
                ? "rank " + rank + " has already joined this job; a second process cannot be it"
                : null;
    }

    @Override
    public JobMap map(int rank) {
        return maps.get(rank);
    }

    @Override
    public void join(int rank, long pid, Outlet outlet) {
        seen.add(rank);
        outlets.put(rank, outlet);
        head.send(Frame.ATTACHED.start().integer(rank).number(pid));
    }

    @Override
    public void receive(int rank, FrameReader frame) {
        head.send(Frame.RELAY.start().integer(rank).raw(frame.whole()));
    }

    @Override
    public void leave(int rank) {
        outlets.remove(rank);
        head.send(Frame.DETACHED.start().integer(rank));
    }

    /** mpirun has sent a frame for a rank, which may have left meanwhile. */
    void deliver(int rank, byte[] content) {
        Outlet outlet = outlets.get(rank);
        if (outlet != null) {
            outlet.send(FrameWriter.framed(content));
        }
    }
}
