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
import static org.strata.litmus.Ops.fullFence;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.release;
import static org.strata.litmus.Ops.releaseFence;
import static org.strata.litmus.Ops.store;
import static org.strata.litmus.Ops.volatileLoad;
import static org.strata.litmus.Ops.volatileStore;

import org.junit.jupiter.api.Test;

/** verbs/soft: a receive that is posted while its queue pair breaks completes, too. */
final class Row04bReceiveFlushTest {
    private static Litmus post(Op... fence) {
        Op[] owner = new Op[fence.length + 3];
        owner[0] = store("receive", 1);
        owner[1] = release("tail", 1);
        System.arraycopy(fence, 0, owner, 2, fence.length);
        owner[fence.length + 2] = acquire("state").as("error").spare();
        return litmus("who posts sees the error and flushes, or the flush sees the receive")
                .thread("verbs.soft.SoftQp.postRecv", owner)
                .thread(
                        "verbs.soft.SoftQp.enterErrorAndFlush",
                        volatileStore("state", 1),
                        // Worker.awaitVisitEnd
                        volatileLoad("visit"),
                        acquire("tail").as("tail"),
                        load("receive").as("receive"))
                .never(end ->
                        (end.of("error") == 0 && end.of("tail") == 0)
                                || (end.of("tail") == 1 && end.of("receive") == 0));
    }

    @Test
    void aFenceBeforeTheLookAtTheState() {
        holds(
                post(fullFence())
                        .code(
                                "verbs.soft.SoftQp.postRecv",
                                "RecvSide.post",
                                "Memory.fullFence",
                                "SoftQp.state")
                        .code(
                                "verbs.soft.segment.QpRecord.state",
                                "Memory.getIntAcquire",
                                "Memory.putIntVolatile")
                        .code(
                                "verbs.soft.SoftQp.enterErrorAndFlush",
                                "QpRecord.state",
                                "Worker.awaitVisitEnd",
                                "RecvSide.flush"));
    }

    /** As it was until November 2026, on x86, too. */
    @Test
    void withoutItNobodyMayFlush() {
        isWrong(post(), X86, ARM, ARM_LL_SC, MODES);
        isWrong(post(releaseFence()), X86, ARM, ARM_LL_SC, MODES);
    }

    /** A peer has changed the state; the owner flushes when it sees that. */
    @Test
    void alsoWhereAPeerBreaksThePair() {
        holds(
                litmus("the receive is flushed by who posts or by who sees the error")
                        .thread(
                                "verbs.soft.SoftQp.postRecv",
                                release("tail", 1).spare(),
                                fullFence(),
                                acquire("state").as("error").spare())
                        .thread(
                                "verbs.soft.segment.QpRecord.moveToError",
                                compareAndSet("state", 0, 1).spare())
                        .thread(
                                "verbs.soft.SoftQp.checkErrors",
                                acquire("state").until(1),
                                acquire("tail").as("tail").spare())
                        .never(end -> end.of("error") == 0 && end.of("tail") == 0));
    }
}
