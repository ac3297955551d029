package org.strata.pml.ob1.rget;

import org.strata.opal.time.Clock;
import org.strata.pml.ob1.counters.Ob1Counters;
import org.strata.pml.ob1.protocol.ReadOrCopy;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.wire.Ob1Endpoint;

/** Times reads and the fragments that replace them, for the choice of each peer. Tier 2. */
public final class MeasuredReads {
    private final Ob1Counters counters;
    private final Clock clock;

    /** When the read that is being timed began. */
    private long start;

    /**
     * @param counters where messages are counted that are left to fragments
     * @param clock times both ways
     */
    public MeasuredReads(Ob1Counters counters, Clock clock) {
        this.counters = counters;
        this.clock = clock;
    }

    /** Returns whether to read a message, and begins to time it, or the fragments. */
    boolean reads(RecvRequest request) {
        Ob1Endpoint endpoint = request.endpoint;
        if (endpoint.readOrCopy == null) {
            endpoint.readOrCopy = new ReadOrCopy();
        }
        long now = clock.nanoTime();
        if (endpoint.readOrCopy.reads(request.expected)) {
            start = now;
            return true;
        }
        counters.readsDeclined++;
        endpoint.readOrCopy.copyBegins(now);
        request.timed = true;
        return false;
    }

    /** The read that began last has ended. */
    void read(ReadOrCopy paces, long size) {
        paces.read(size, clock.nanoTime() - start);
    }

    /** A message that was left to fragments has ended. */
    void copied(RecvRequest request) {
        request.timed = false;
        request.endpoint.readOrCopy.copyEnds(request.expected, clock.nanoTime());
    }
}
