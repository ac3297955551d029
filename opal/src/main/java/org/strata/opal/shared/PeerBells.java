package org.strata.opal.shared;

import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.progress.Sleeper;

/**
 * Rings the other members of a group that sleep, after a store that some of them may wait for. The
 * protocol is that of {@link Sleeper}: this member stores, fences, and reads the sleep words; a
 * member that falls asleep stores its sleep word, fences, and looks once more at what it waits for.
 * Tier 1 while nobody sleeps.
 *
 * <p>It sends no message: one that arrived after its communicator was freed would count as a
 * message of the next communicator with the same id.
 */
public final class PeerBells {
    /** By member: where its sleep word is mapped here; 0 for one that is never rung. */
    private final long[] words;

    /** Whether every member's announcement of a sleep is a fence for this process, too. */
    private final boolean peersFence;

    private final Doorbell doorbell;

    /**
     * @param words by member: where its sleep word is mapped here; 0 for this member
     * @param peersFence whether every member's announcement of a sleep is a fence for this process,
     *     see {@link org.strata.opal.progress.RankSleeper#fencesForPeers}
     * @param doorbell makes the system calls
     */
    public PeerBells(long[] words, boolean peersFence, Doorbell doorbell) {
        this.words = words;
        this.peersFence = peersFence;
        this.doorbell = doorbell;
    }

    /**
     * Rings every other member that sleeps. One that sleeps for something else wakes for nothing,
     * once per sleep.
     */
    public void ringSleepers() {
        fence();
        for (long word : words) {
            if (word != 0) {
                ringIfAsleep(word);
            }
        }
    }

    /** Orders the store that a member may wait for before the look at its sleep word. */
    public void fence() {
        // Pairs with RankSleeper.announce: the member that sleeps finds the store, or this one its
        // word.
        if (peersFence) {
            Memory.storeStoreFence();
        } else {
            Memory.fullFence();
        }
    }

    /** Rings one member if it sleeps; call {@link #fence} before. */
    public void ring(int member) {
        long word = words[member];
        if (word != 0) {
            ringIfAsleep(word);
        }
    }

    private void ringIfAsleep(long word) {
        // Pairs with RankSleeper.announce, by the fence.
        int state = Memory.getIntAcquire(word);
        if (state != Sleeper.AWAKE) {
            doorbell.ring(word, state);
        }
    }
}
