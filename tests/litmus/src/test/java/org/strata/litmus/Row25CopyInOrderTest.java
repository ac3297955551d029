package org.strata.litmus;

import static org.strata.litmus.Litmus.litmus;
import static org.strata.litmus.Machine.ARM;
import static org.strata.litmus.Machine.ARM_LL_SC;
import static org.strata.litmus.Machine.MODES;
import static org.strata.litmus.Models.holds;
import static org.strata.litmus.Models.isWrong;
import static org.strata.litmus.Ops.acquire;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.release;
import static org.strata.litmus.Ops.releaseFence;
import static org.strata.litmus.Ops.store;

import org.junit.jupiter.api.Test;

/** verbs/soft: an RDMA write that the sender's thread copies; its last word is stored last. */
final class Row25CopyInOrderTest {
    private static Litmus write(Op... last) {
        Op[] copy = new Op[last.length + 1];
        copy[0] = store("payload", 1);
        System.arraycopy(last, 0, copy, 1, last.length);
        return litmus("who sees the end of a write finds all of it")
                .thread("verbs.soft.Payload.copyInOrder", copy)
                .thread(
                        "btl.openib.fast.FixedBottomReceive.poll",
                        acquire("last").until(1),
                        load("payload").as("payload"))
                .never(end -> end.of("payload") == 0);
    }

    @Test
    void aWordOrAByteLast() {
        holds(
                write(release("last", 1))
                        .code(
                                "verbs.soft.Payload.copyInOrder",
                                "Memory.putLongRelease",
                                "Memory.releaseFence"));
        holds(write(releaseFence(), store("last", 1)));
        isWrong(write(store("last", 1)), ARM, ARM_LL_SC, MODES);
    }
}
