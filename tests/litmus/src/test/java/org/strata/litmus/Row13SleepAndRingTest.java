package org.strata.litmus;

import static org.strata.litmus.Litmus.litmus;
import static org.strata.litmus.Machine.ARM;
import static org.strata.litmus.Machine.ARM_LL_SC;
import static org.strata.litmus.Machine.MODES;
import static org.strata.litmus.Machine.X86;
import static org.strata.litmus.Models.holds;
import static org.strata.litmus.Models.isWrong;
import static org.strata.litmus.Ops.acquire;
import static org.strata.litmus.Ops.fullFence;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.membarrier;
import static org.strata.litmus.Ops.release;
import static org.strata.litmus.Ops.releaseFence;
import static org.strata.litmus.Ops.store;
import static org.strata.litmus.Ops.storeStoreFence;
import static org.strata.litmus.Ops.volatileStore;

import org.junit.jupiter.api.Test;

/**
 * A rank falls asleep, or a peer's message comes, never neither: btl-shm, coll-shm, and whoever
 * rings by the protocol of Sleeper.
 */
final class Row13SleepAndRingTest {
    private static Litmus sleep(Op announced, Op published) {
        return litmus("the sleeper finds the message, or the peer sees that it sleeps")
                .thread(
                        "opal.progress.RankSleeper.announce",
                        volatileStore("sleep word", 1).spare(),
                        announced,
                        acquire("message").as("message"),
                        load("payload").as("payload"))
                .thread(
                        "btl.shm.WakeableEndpoint.ringIfAsleep",
                        store("payload", 1),
                        release("message", 1),
                        published,
                        // Its order is for nothing behind it; an ordered load is made every time.
                        acquire("sleep word").as("word").spare())
                .never(end ->
                        (end.of("message") == 0 && end.of("word") == 0)
                                || (end.of("message") == 1 && end.of("payload") == 0));
    }

    @Test
    void bothFence() {
        holds(
                sleep(fullFence(), fullFence())
                        .code(
                                "opal.progress.RankSleeper.announce",
                                "get word",
                                "get mode",
                                "Memory.putIntVolatile",
                                "VarHandle.setVolatile",
                                "get barrier",
                                "Membarrier.everywhere",
                                "Memory.fullFence"));
        isWrong(sleep(fullFence(), releaseFence()), X86, ARM, ARM_LL_SC, MODES);
    }

    /** The announcement fences for the peer, too; the peer keeps the compiler from reordering. */
    @Test
    void oneFencesForBoth() {
        holds(sleep(membarrier(), releaseFence()));
        holds(sleep(membarrier(), storeStoreFence()));
    }

    /** The sleeper has promised a membarrier and fences for itself only. */
    @Test
    void aPromiseThatIsNotKept() {
        isWrong(sleep(fullFence(), storeStoreFence()), X86, ARM, ARM_LL_SC, MODES);
    }

    /** The same for a member of a communicator: the message is a step's contribution. */
    @Test
    void membersOfACommunicator() {
        holds(
                litmus("a member that waits finds the step, or is rung")
                        .thread(
                                "opal.progress.RankSleeper.announce",
                                volatileStore("sleep word", 1).spare(),
                                membarrier(),
                                acquire("step").as("step"),
                                load("contribution").as("contribution"))
                        .thread(
                                "opal.shared.PeerBells.ringSleepers",
                                store("contribution", 1),
                                release("step", 1),
                                storeStoreFence(),
                                acquire("sleep word").as("word").spare())
                        .never(end ->
                                (end.of("step") == 0 && end.of("word") == 0)
                                        || (end.of("step") == 1 && end.of("contribution") == 0)));
    }
}
