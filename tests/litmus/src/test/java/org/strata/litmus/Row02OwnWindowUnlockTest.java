package org.strata.litmus;

import static org.strata.litmus.Litmus.litmus;
import static org.strata.litmus.Machine.ARM;
import static org.strata.litmus.Machine.ARM_LL_SC;
import static org.strata.litmus.Machine.MODES;
import static org.strata.litmus.Machine.X86;
import static org.strata.litmus.Models.holds;
import static org.strata.litmus.Models.isWrong;
import static org.strata.litmus.Ops.fullFence;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.releaseFence;
import static org.strata.litmus.Ops.store;
import static org.strata.litmus.Ops.volatileLoad;

import org.junit.jupiter.api.Test;

/** osc/rdma: the cells by which members lock a window, where the window is the member's own. */
final class Row02OwnWindowUnlockTest {
    /** Another member reads the cell and its complement by RDMA, then the data. */
    private static final Op[] NEXT_READS = {
        volatileLoad("cell").spare().until(0),
        volatileLoad("complement").spare().until(0),
        load("data").as("read")
    };

    private static Litmus stores(Op... unlock) {
        Op[] owner = new Op[unlock.length + 1];
        owner[0] = store("data", 1);
        System.arraycopy(unlock, 0, owner, 1, unlock.length);
        return litmus("what the owner has stored is there for the next holder")
                .initially("cell", 4)
                .initially("complement", 4)
                .thread("osc.rdma.RdmaLocks.unlock", owner)
                .thread("osc.rdma.LockCells.read", NEXT_READS)
                .never(end -> end.of("read") == 0);
    }

    private static Litmus loads(Op... unlock) {
        Op[] owner = new Op[unlock.length + 1];
        owner[0] = load("data").as("read");
        System.arraycopy(unlock, 0, owner, 1, unlock.length);
        return litmus("the owner does not load what the next holder stores")
                .initially("cell", 4)
                .initially("complement", 4)
                .thread("osc.rdma.RdmaLocks.unlock", owner)
                .thread(
                        "osc.rdma.LockCells.read",
                        volatileLoad("cell").spare().until(0),
                        volatileLoad("complement").spare().until(0),
                        store("data", 7))
                .never(end -> end.of("read") == 7);
    }

    private static Litmus withCode(Litmus litmus) {
        // The second write is that of a window that the adapter reaches.
        return litmus.code(
                "osc.rdma.RdmaLocks.write",
                "Memory.releaseFence",
                "LockCells.write",
                "Memory.fullFence",
                "LockCells.write");
    }

    @Test
    void theEpochEndsBeforeTheCell() {
        // The fence behind the cell is for the look at the others' cells.
        Op behind = fullFence().spare();
        holds(withCode(stores(releaseFence(), store("cell", 0), store("complement", 0), behind)));
        holds(withCode(loads(releaseFence(), store("cell", 0), store("complement", 0), behind)));
    }

    /** As it was until November 2026. */
    @Test
    void aFenceBehindTheCellIsTooLate() {
        isWrong(
                stores(store("cell", 0), store("complement", 0), fullFence()),
                ARM,
                ARM_LL_SC,
                MODES);
        isWrong(
                loads(store("cell", 0), store("complement", 0), fullFence()),
                ARM,
                ARM_LL_SC,
                MODES);
    }

    private static Litmus choosing(Op... fence) {
        Op[] one = new Op[fence.length + 2];
        one[0] = store("cell one", 1);
        System.arraycopy(fence, 0, one, 1, fence.length);
        one[fence.length + 1] = volatileLoad("cell two").as("two").spare();
        // The adapter's write is over before the read is posted.
        return litmus("of two that choose a ticket, one sees the other")
                .thread("osc.rdma.RdmaLocks.acquire", one)
                .thread(
                        "another member through its adapter",
                        store("cell two", 1),
                        fullFence(),
                        load("cell one").as("one"))
                .never(end -> end.of("one") == 0 && end.of("two") == 0);
    }

    @Test
    void oneSeesTheOther() {
        holds(choosing(fullFence()).code("osc.rdma.RdmaLocks.read", "Memory.fullFence"));
        isWrong(choosing(releaseFence()), X86, ARM, ARM_LL_SC, MODES);
    }

    @Test
    void aCellIsReadWithItsComplement() {
        holds(
                litmus("a cell that is being written is known by its complement")
                        .thread(
                                "osc.rdma.LockCells.write",
                                store("cell", 4),
                                store("complement", 4))
                        .thread(
                                "osc.rdma.LockCells.read",
                                volatileLoad("cell").as("cell").spare(),
                                volatileLoad("complement").as("complement").spare())
                        .code(
                                "osc.rdma.LockCells.read",
                                "Memory.getLongVolatile",
                                "Memory.getLongVolatile")
                        .never(end ->
                                end.of("cell") == end.of("complement")
                                        && end.of("cell") != 0
                                        && end.of("cell") != 4));
    }
}
