package org.strata.litmus;

import static org.strata.litmus.Litmus.litmus;
import static org.strata.litmus.Machine.ARM;
import static org.strata.litmus.Machine.ARM_LL_SC;
import static org.strata.litmus.Machine.MODES;
import static org.strata.litmus.Machine.X86;
import static org.strata.litmus.Models.holds;
import static org.strata.litmus.Models.isWrong;
import static org.strata.litmus.Ops.acquire;
import static org.strata.litmus.Ops.compareAndSet;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.release;
import static org.strata.litmus.Ops.store;

import org.junit.jupiter.api.Test;

/** btl-shm: the FIFO, many writers and one reader; each cell has the number of its lap. */
final class Row12FifoTest {
    private static Op[] writer(String name, int number) {
        return new Op[] {
            acquire("tail").as(name + " tail").spare(),
            acquire("cell").as(name + " cell").when(name + " tail", 0).spare(),
            // The condition on the cell orders what follows on processors; its acquire does in
            // Java.
            compareAndSet("tail", 0, 1).as(name).when(name + " cell", 0).spare(),
            store("message", number).when(name, 1),
            release("cell", 1).when(name, 1)
        };
    }

    @Test
    void oneWriterPerCell() {
        holds(
                litmus("a cell has one writer, and its message is whole")
                        .thread("btl.shm.FifoWriter.claim", writer("one", 5))
                        .thread("btl.shm.FifoWriter.publish", writer("two", 6))
                        .thread(
                                "btl.shm.FifoReader.poll",
                                acquire("cell").until(1),
                                load("message").as("message"))
                        .code(
                                "btl.shm.FifoWriter.claim",
                                "Memory.getLongAcquire",
                                "Memory.getLongAcquire",
                                "Memory.putIntVolatile",
                                "Memory.compareAndSetLong")
                        .code("btl.shm.FifoWriter.publish", "Memory.putLongRelease")
                        .code("btl.shm.FifoReader.poll", "Memory.getLongAcquire")
                        .never(end ->
                                end.of("message") == 0
                                        || end.of("message") != end.last("message")
                                        || end.of("one") + end.of("two") != 1));
    }

    private static Litmus nextLap(Op look, Op claim) {
        return litmus("a cell is written again when its message is consumed")
                .initially("cell", 1)
                .initially("message", 1)
                .thread(
                        "btl.shm.FifoReader.release",
                        load("message").as("message"),
                        release("cell", 2))
                .thread("btl.shm.FifoWriter.claim", look.until(2), claim, store("message", 2))
                .never(end -> end.of("message") == 2);
    }

    @Test
    void cellsAreUsedAgain() {
        Op claim = compareAndSet("tail", 0, 1).until(1);
        holds(nextLap(acquire("cell"), claim.spare()));
        // An update of another word is no acquire of the cell, where it is two instructions.
        isWrong(nextLap(load("cell"), claim), ARM_LL_SC, MODES);
    }

    /** Without CAS two writers have one cell. */
    @Test
    void aClaimInTwoStepsIsWrong() {
        isWrong(
                litmus("two writers")
                        .thread("one", acquire("tail").as("one"), release("tail", 1).when("one", 0))
                        .thread("two", acquire("tail").as("two"), release("tail", 1).when("two", 0))
                        .never(end -> end.of("one") == 0 && end.of("two") == 0),
                X86,
                ARM,
                ARM_LL_SC,
                MODES);
    }
}
