package org.strata.pml.ob1.rget;

import org.strata.opal.time.Clock;
import org.strata.pml.ob1.counters.Ob1Counters;
import org.strata.pml.ob1.protocol.ReadOrCopy;
import org.strata.pml.ob1.protocol.ReadOrCopy.Way;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.wire.Ob1Endpoint;

/** Times reads and the ways that replace them, for the choice of each peer. Tier 2. */
public final class MeasuredReads {
    private final Ob1Counters counters;
    private final Clock clock;

    /** When the read that is being timed began. */
    private long start;

    /**
     * @param counters where messages are counted that are left to fragments
     * @param clock times all ways
     */
    public MeasuredReads(Ob1Counters counters, Clock clock) {
        this.counters = counters;
        this.clock = clock;
    }

    /**
     * Returns how a message is to move, and begins to time it.
     *
     * @param shareable whether the sender can write a half
     */
    Way choose(RecvRequest request, boolean shareable) {
        Ob1Endpoint endpoint = request.endpoint;
        if (endpoint.readOrCopy == null) {
            endpoint.readOrCopy = new ReadOrCopy();
        }
        long now = clock.nanoTime();
        Way way = endpoint.readOrCopy.choose(request.expected, shareable);
        if (way == Way.READ) {
            start = now;
            return way;
        }
        counters.readsDeclined += way == Way.COPY ? 1 : 0;
        counters.readsShared += way == Way.SHARE ? 1 : 0;
        endpoint.readOrCopy.begins(way, now);
        request.timed = way;
        return way;
    }

    /** The read that began last has ended. */
    void read(ReadOrCopy paces, long size) {
        paces.read(size, clock.nanoTime() - start);
    }

    /** A message that was not only read has ended. */
    void ended(RecvRequest request) {
        Way way = request.timed;
        request.timed = null;
        request.endpoint.readOrCopy.ends(way, request.expected, clock.nanoTime());
    }
}
