package org.strata.btl.shm;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.proc.Proc;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.progress.Sleeper;

/** A peer on the same node that may sleep: how this rank wakes it. Tier 1. */
abstract class WakeableEndpoint extends BtlEndpoint {
    private final long sleepWord;
    private final Doorbell doorbell;

    /** Whether the peer's announcement of a sleep is a fence for this process, too. */
    private final boolean peerFences;

    /**
     * @param sleepWord address of the word on which the peer sleeps
     * @param doorbell rings the peer
     * @param peerFences whether the peer's announcement of a sleep is a fence for this process
     */
    WakeableEndpoint(Proc peer, long sleepWord, Doorbell doorbell, boolean peerFences) {
        super(peer);
        this.sleepWord = sleepWord;
        this.doorbell = doorbell;
        this.peerFences = peerFences;
    }

    /** Returns the address of the peer's sleep word. */
    final long sleepWord() {
        return sleepWord;
    }

    /**
     * Rings the peer if it sleeps; call after publishing something for it. This rank publishes,
     * then reads the sleep word; the sleeper stores the sleep word, then looks for messages once
     * more: so one of the two sees the other's store. Where the sleeper's announcement is a fence
     * for both, only the compiler must be kept from reordering.
     */
    final void ringIfAsleep() {
        // Pairs with RankSleeper.announce: the sleeper finds the message, or this rank its word.
        fence();
        int state = Memory.getIntAcquire(sleepWord);
        if (state != Sleeper.AWAKE) {
            doorbell.ring(sleepWord, state);
        }
    }

    /** Returns whether the peer's announcement of a sleep is a fence for this process, too. */
    final boolean fences() {
        return peerFences;
    }

    private void fence() {
        // Pairs with RankSleeper.announce, as above.
        if (peerFences) {
            Memory.storeStoreFence();
        } else {
            Memory.fullFence();
        }
    }
}
