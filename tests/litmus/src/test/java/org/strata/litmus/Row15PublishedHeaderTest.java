package org.strata.litmus;

import static org.strata.litmus.Litmus.litmus;
import static org.strata.litmus.Machine.ARM;
import static org.strata.litmus.Machine.ARM_LL_SC;
import static org.strata.litmus.Machine.MODES;
import static org.strata.litmus.Models.holds;
import static org.strata.litmus.Models.isWrong;
import static org.strata.litmus.Ops.acquire;
import static org.strata.litmus.Ops.getAndAdd;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.release;
import static org.strata.litmus.Ops.store;

import org.junit.jupiter.api.Test;

/** A segment, block or table is found by its magic number, which is stored behind all else. */
final class Row15PublishedHeaderTest {
    private static Litmus header(String owner, String peer, Op magic, Op look) {
        return litmus("what is found is complete")
                .thread(owner, store("header", 1), store("ring", 1), magic)
                .thread(peer, look.until(1), load("header").as("header"), load("ring").as("ring"))
                .never(end -> end.of("header") == 0 || end.of("ring") == 0);
    }

    private static Litmus header(String owner, String peer) {
        return header(owner, peer, release("magic", 1), acquire("magic"));
    }

    @Test
    void segmentsAndBlocks() {
        holds(
                header("btl.shm.ShmSegment.writeHeader", "btl.shm.ShmSegment.join")
                        .code("btl.shm.ShmSegment.writeHeader", "Memory.putLongRelease")
                        .code(
                                "btl.shm.ShmSegment.join",
                                "Memory.getLongAcquire",
                                "Memory.getAndAddInt"));
        holds(
                header("coll.shm.SharedSetUp.allocate", "coll.shm.SharedSetUp.isBlock")
                        .code(
                                "coll.shm.SharedSetUp.allocate",
                                "Memory.putLong",
                                "Memory.putLong",
                                "Memory.putLongRelease")
                        .code(
                                "coll.shm.SharedSetUp.isBlock",
                                "Memory.getLongAcquire",
                                "Memory.getLong",
                                "Memory.getLong"));
        holds(
                header("verbs.soft.SoftDevice.publish", "verbs.soft.HostFabric.attach")
                        .code("verbs.soft.SoftDevice.publish", "Memory.putLongRelease")
                        .code("verbs.soft.HostFabric.attach", "Memory.getLongAcquire"));
        holds(
                header("verbs.soft.segment.Table.ensureChunk", "verbs.soft.segment.Table.find")
                        .code("verbs.soft.segment.Table.ensureChunk", "Memory.putLongRelease")
                        .code("verbs.soft.segment.Table.find", "Memory.getLongAcquire"));
        holds(
                header("verbs.soft.segment.MrRecord.open", "verbs.soft.segment.MrRecord.covers")
                        .code("verbs.soft.segment.MrRecord.open", "Memory.putIntRelease")
                        .code("verbs.soft.segment.MrRecord.covers", "Memory.getIntAcquire"));
        holds(
                header("verbs.soft.segment.SrqRecord.open", "verbs.soft.segment.SrqRecord.live")
                        .code("verbs.soft.segment.SrqRecord.open", "Memory.putIntRelease")
                        .code("verbs.soft.segment.SrqRecord.live", "Memory.getIntAcquire"));
    }

    @Test
    void withoutOrder() {
        isWrong(
                header("owner", "peer", store("magic", 1), acquire("magic")),
                ARM,
                ARM_LL_SC,
                MODES);
        isWrong(header("owner", "peer", release("magic", 1), load("magic")), ARM, ARM_LL_SC, MODES);
    }

    /** Rights that are counted down: as many get one as there are. */
    @Test
    void claimsOfBoxes() {
        holds(
                litmus("one of two gets the last box")
                        .initially("boxes left", 1)
                        .thread(
                                "btl.shm.ShmSegment.claimBox",
                                getAndAdd("boxes left", -1).as("one").spare())
                        .thread("another sender", getAndAdd("boxes left", -1).as("two").spare())
                        .code(
                                "btl.shm.ShmSegment.claimBox",
                                "Memory.getIntAcquire",
                                "Memory.getAndAddInt")
                        .never(end -> end.of("one") > 0 == end.of("two") > 0));
    }
}
