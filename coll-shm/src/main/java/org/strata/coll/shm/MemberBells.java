package org.strata.coll.shm;

import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.progress.Sleeper;

/**
 * Rings the other members of a communicator that sleep, after a store that some of them may wait
 * for. The protocol is that of {@link Sleeper}: this member stores, fences, and reads the sleep
 * words; a member that falls asleep stores its sleep word, fences, and looks once more at what it
 * waits for. Tier 1 while nobody sleeps.
 *
 * <p>It sends no message: one that arrived after its communicator was freed would count as a
 * message of the next communicator with the same id.
 */
final class MemberBells {
    /** Where the sleep words of the other members are mapped here. */
    private final long[] words;

    /** Whether every member's announcement of a sleep is a fence for this process, too. */
    private final boolean peersFence;

    private final Doorbell doorbell;

    MemberBells(long[] words, boolean peersFence, Doorbell doorbell) {
        this.words = words;
        this.peersFence = peersFence;
        this.doorbell = doorbell;
    }

    /**
     * Rings every other member that sleeps. One that sleeps for something else wakes for nothing,
     * once per sleep.
     */
    void ringSleepers() {
        // Pairs with RankSleeper.announce: the member that sleeps finds the step, or this one its
        // word.
        if (peersFence) {
            Memory.storeStoreFence();
        } else {
            Memory.fullFence();
        }
        for (long word : words) {
            int state = Memory.getIntAcquire(word);
            if (state != Sleeper.AWAKE) {
                doorbell.ring(word, state);
            }
        }
    }
}
