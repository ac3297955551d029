package org.strata.coll.shm;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.ReservedTags;
import org.strata.mca.pml.SendMode;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;
import org.strata.opal.sys.Membarrier;

import java.util.ArrayList;
import java.util.List;

/**
 * Wakes members that sleep in the progress engine while they wait for a word of shared memory: by
 * an empty message of the PML, since its links end a rank's sleep, whatever they are.
 *
 * <p>Protocol, which loses no wake-up: the last poll before a sleep stores the waiting member's
 * {@link MemberBlock#ASLEEP}, fences, and the engine then looks at the awaited word once more; a
 * peer stores the word, fences, and reads {@code ASLEEP}. Of the peers that find it set, the one
 * that clears it sends the message, so that at most one is on its way.
 */
final class WakeUps implements Progressable {
    private static final int TAG = ReservedTags.WAKE_UPS.tag(0);
    private static final Buf NOTHING = new Buf(null, 0, 0, DataLayouts.BYTE);

    private final Pml pml;
    private final ProgressEngine engine;
    private final List<SharedComm> waiting = new ArrayList<>();
    private final PmlStatus status = new PmlStatus();

    /** Whether this process's own barriers reach the processes that have joined. */
    private final boolean barrier = Membarrier.join();

    WakeUps(Pml pml, ProgressEngine engine) {
        this.pml = pml;
        this.engine = engine;
    }

    /** Returns whether {@link #progress} fences for joined peers, too. */
    boolean fencesForPeers() {
        return barrier;
    }

    void add(SharedComm waiter) {
        waiting.add(waiter);
    }

    /** Ends a wait; removes the message that woke this rank, if it has arrived. */
    void remove(SharedComm waiter, CommContext comm) {
        waiting.remove(waiter);
        if (waiter.disarm()) {
            while (pml.iprobe(Pml.ANY_SOURCE, TAG, comm, status)) {
                pml.receive(NOTHING, status.source, TAG, comm, null);
            }
        }
    }

    /** Arms the waiting communicators in the last poll before a sleep. */
    @Override
    public int progress() {
        if (engine.fallingAsleep() && !waiting.isEmpty()) {
            for (int i = 0; i < waiting.size(); i++) {
                waiting.get(i).arm();
            }
            if (barrier) {
                Membarrier.everywhere();
            } else {
                Memory.fullFence();
            }
        }
        return 0;
    }

    /** Wakes a member that was seen asleep. A failure to send shows in the next collective. */
    void wake(int member, long asleep, CommContext comm) {
        if (Memory.compareAndSetInt(asleep, 1, 0)) {
            pml.send(NOTHING, member, TAG, SendMode.STANDARD, comm);
        }
    }
}
