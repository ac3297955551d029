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
import static org.strata.litmus.Ops.membarrier;
import static org.strata.litmus.Ops.release;
import static org.strata.litmus.Ops.releaseFence;
import static org.strata.litmus.Ops.volatileStore;

import org.junit.jupiter.api.Test;

/**
 * btl-shm: a sender that finds the FIFO full says so and falls asleep; the reader frees a cell, and
 * rings everybody if one has said so.
 */
final class Row04FifoStarvedTest {
    /** The sender tries once more when it has announced its sleep. */
    private static Litmus full(Op announced, Op... reader) {
        return litmus("a sender that found the FIFO full is rung when there is room, or finds it")
                .thread(
                        "btl.shm.FifoWriter.claim",
                        volatileStore("starved", 1).spare(),
                        // RankSleeper.announce
                        volatileStore("sleep word", 1).spare(),
                        announced,
                        acquire("cell").as("cell").spare())
                .thread("btl.shm.Inbox.pollFifo", reader)
                .never(end -> end.of("cell") == 0 && end.of("starved") == 0);
    }

    private static final Op FREE = release("cell", 1).spare();
    private static final Op LOOK = acquire("starved").as("starved").spare();

    @Test
    void aFenceBetweenCellAndLook() {
        holds(full(fullFence(), FREE, fullFence(), LOOK));
        holds(full(membarrier().spare(), FREE, fullFence().spare(), LOOK));
        holds(full(membarrier(), FREE, releaseFence(), LOOK));
    }

    /** As it was until November 2026: a bounded sleep too long. */
    @Test
    void withoutAFenceBothMayMiss() {
        isWrong(full(fullFence(), FREE, LOOK), X86, ARM, ARM_LL_SC, MODES);
    }
}
