package org.strata.pml.base;

import org.strata.mca.pml.TrafficVisitor;
import org.strata.mca.pml.TrafficVisitor.Traffic;
import org.strata.mca.proc.Proc;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a rank has exchanged with each peer: communicators count, and those that are removed leave
 * their sums here, by process. Read by any thread while the rank goes on.
 */
public final class PeerTraffic {
    /** The communicators that are there. */
    private final Set<Counted> comms = ConcurrentHashMap.newKeySet();

    /** What was exchanged on removed ones. */
    private final Map<Proc, Traffic> past = new ConcurrentHashMap<>();

    /** A communicator that counts by peer. */
    public interface Counted {
        /** Visits what was exchanged with each peer. Any thread. */
        void visitTraffic(TrafficVisitor visitor);
    }

    /** Adds a communicator. */
    public void add(Counted comm) {
        comms.add(comm);
    }

    /** Removes a communicator, and keeps its sums. */
    public void remove(Counted comm) {
        comm.visitTraffic((context, peer, exchanged) -> {
            if (!exchanged.isNone()) {
                past.merge(peer, exchanged, Traffic::plus);
            }
        });
        comms.remove(comm);
    }

    /** Visits every peer with which something was exchanged. */
    public void visit(TrafficVisitor visitor) {
        for (Counted comm : comms) {
            comm.visitTraffic((context, peer, exchanged) -> {
                if (!exchanged.isNone()) {
                    visitor.visit(context, peer, exchanged);
                }
            });
        }
        past.forEach((peer, exchanged) -> visitor.visit(null, peer, exchanged));
    }

    /** Returns the sum over all peers. */
    public Traffic total() {
        Traffic[] sum = {Traffic.NONE};
        visit((context, peer, exchanged) -> sum[0] = sum[0].plus(exchanged));
        return sum[0];
    }
}
