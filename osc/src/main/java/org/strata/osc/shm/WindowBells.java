package org.strata.osc.shm;

import org.strata.mca.pml.CommContext;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.shared.PeerBells;

/**
 * Wakes the members of a window that sleep until they get a lock, or until a member posts or
 * completes. Whoever has stored what they wait for rings them, see {@link PeerBells}.
 */
final class WindowBells implements AutoCloseable {
    private final CommContext comm;

    /** Null where some member cannot ring some other one. */
    private final PeerBells bells;

    private final Doorbell doorbell;

    /**
     * @param bells ring the other members; null where some member cannot ring some other one
     * @param doorbell of the bells, which they close
     */
    WindowBells(CommContext comm, PeerBells bells, Doorbell doorbell) {
        this.comm = comm;
        this.bells = bells;
        this.doorbell = doorbell;
    }

    /** Returns whether every member can ring every other one. */
    boolean canRing() {
        return bells != null;
    }

    /** Returns whether a member is known to be lost. */
    boolean isLost(int member) {
        return comm.peer(member).isLost();
    }

    /** Wakes the members that may get the lock as it is held now, or as others leave the queue. */
    void ring(WindowLock lock) {
        if (bells == null) {
            return;
        }
        // Pairs with Sleeper.announce of a member, which then looks at the lock once more.
        bells.fence();
        for (int member = 0; member < comm.size(); member++) {
            if (lock.mayTry(member, this::isLost)) {
                bells.ring(member);
            }
        }
    }

    /** Wakes members whose control blocks have changed. */
    void ring(int[] members) {
        if (bells == null) {
            return;
        }
        // Pairs with Sleeper.announce of a member, which then looks at its block once more.
        bells.fence();
        for (int member : members) {
            bells.ring(member);
        }
    }

    @Override
    public void close() {
        doorbell.close();
    }
}
