package org.strata.testkit;

import org.strata.mca.btl.QueueBtl;
import org.strata.mca.btl.ReceiveQueue;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;

import java.util.ArrayDeque;

/** A receive queue of a {@link SimQueueBtl}. */
final class SimReceiveQueue implements ReceiveQueue {
    /** Number of the last message that has landed; guarded by the net, as all of this. */
    int landed;

    private final SimQueueBtl btl;
    private final SimQueueNet net;
    private final int number;
    private final int peer;
    private final int depth;
    private final QueueBtl.ArrivalCallback arrival;
    private final ArrayDeque<Posted> posted = new ArrayDeque<>();
    private final ArrayDeque<Posted> free = new ArrayDeque<>();
    private boolean closed;

    /** A receive. */
    static final class Posted {
        long address;
        long length;
        Registration registration;
        Object context;
    }

    SimReceiveQueue(
            SimQueueBtl btl,
            SimQueueNet net,
            int number,
            int peer,
            int depth,
            int before,
            QueueBtl.ArrivalCallback arrival) {
        this.btl = btl;
        this.net = net;
        this.number = number;
        this.peer = peer;
        this.depth = depth;
        this.landed = before;
        this.arrival = arrival;
    }

    @Override
    public int number() {
        return number;
    }

    int peer() {
        return peer;
    }

    QueueBtl.ArrivalCallback arrival() {
        return arrival;
    }

    boolean closed() {
        return closed;
    }

    boolean hasReceive() {
        return !posted.isEmpty();
    }

    Posted poll() {
        return posted.poll();
    }

    void free(Posted used) {
        free.add(used);
    }

    @Override
    public int post(long address, long length, Registration registration, Object context) {
        synchronized (net) {
            if (posted.size() >= depth || net.wire().refuses()) {
                return Rc.NO_RESOURCE;
            }
            if (length > net.longest() || closed) {
                throw new AssertionError("a receive of " + length + " bytes, closed: " + closed);
            }
            Posted made = free.isEmpty() ? new Posted() : free.poll();
            made.address = address;
            made.length = length;
            made.registration = registration;
            made.context = context;
            posted.add(made);
            return Rc.OK;
        }
    }

    @Override
    public void close() {
        synchronized (net) {
            if (closed) {
                throw new AssertionError("closed twice");
            }
            closed = true;
            posted.clear();
        }
    }

    @Override
    public void release() {
        synchronized (net) {
            if (!closed) {
                throw new AssertionError("released, but not closed");
            }
            if (net.uses(peer, btl.rank(), number)) {
                throw new AssertionError("released, but the sender has not forgotten it");
            }
            btl.remove(this);
        }
    }
}
