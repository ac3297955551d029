package org.strata.osc.shm;

import org.strata.mca.pml.CommContext;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.progress.Sleeper;

/**
 * Wakes the members of a window that sleep until they get a lock. The protocol is that of {@link
 * Sleeper}: whoever releases the lock fences, then reads the sleep words; a member that falls
 * asleep stores its word, fences, and looks at the lock once more.
 */
final class LockBells implements AutoCloseable {
    private final CommContext comm;

    /** Where the members' sleep words are mapped here; null where some member's cannot be. */
    private final long[] words;

    private final Doorbell doorbell;

    /**
     * @param doorbell rings; the bells close it
     */
    LockBells(CommContext comm, long[] words, Doorbell doorbell) {
        this.comm = comm;
        this.words = words;
        this.doorbell = doorbell;
    }

    /** Returns whether every member can ring every other one. */
    boolean canRing() {
        return words != null;
    }

    /** Returns whether a member is known to be lost. */
    boolean isLost(int member) {
        return comm.peer(member).isLost();
    }

    /** Wakes the members that may get the lock as it is held now, or as others leave the queue. */
    void ring(WindowLock lock) {
        if (words == null) {
            return;
        }
        // Pairs with Sleeper.announce of a member, which then looks at the lock once more.
        Memory.fullFence();
        for (int member = 0; member < words.length; member++) {
            if (member != comm.rank() && lock.mayTry(member, this::isLost)) {
                // Pairs with Sleeper.announce of the member.
                int state = Memory.getIntAcquire(words[member]);
                if (state != Sleeper.AWAKE) {
                    doorbell.ring(words[member], state);
                }
            }
        }
    }

    @Override
    public void close() {
        doorbell.close();
    }
}
