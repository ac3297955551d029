package org.strata.litmus;

import static org.strata.litmus.Litmus.litmus;
import static org.strata.litmus.Machine.ARM;
import static org.strata.litmus.Machine.ARM_LL_SC;
import static org.strata.litmus.Machine.MODES;
import static org.strata.litmus.Models.holds;
import static org.strata.litmus.Models.isWrong;
import static org.strata.litmus.Ops.acquire;
import static org.strata.litmus.Ops.compareAndSet;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.release;
import static org.strata.litmus.Ops.store;

import org.junit.jupiter.api.Test;

/** verbs/soft: receive rings; the owner posts, many peers consume: copy first, then claim. */
final class Row23ReceiveRingTest {
    private static Litmus posted(Op tail, Op look) {
        return litmus("a consumed request is whole")
                .thread("verbs.soft.segment.RecvRing.postOne", store("request", 1), tail)
                .thread(
                        "verbs.soft.segment.RecvRing.consume",
                        acquire("head").spare(),
                        look,
                        load("request").as("request"),
                        compareAndSet("head", 0, 1).until(1).spare())
                .never(end -> end.of("request") == 0);
    }

    @Test
    void requests() {
        Op tail = release("tail", 1);
        Op look = acquire("tail").until(1);
        holds(
                posted(tail, look)
                        .code(
                                "verbs.soft.segment.RecvRing.postOne",
                                "Memory.getLongAcquire",
                                "Memory.putLongRelease")
                        .code(
                                "verbs.soft.segment.RecvRing.consume",
                                "Memory.getLongAcquire",
                                "Memory.getLongAcquire",
                                "Memory.compareAndSetLong"));
        isWrong(posted(store("tail", 1), look), ARM, ARM_LL_SC, MODES);
        isWrong(posted(tail, load("tail").until(1)), ARM, ARM_LL_SC, MODES);
    }

    private static Litmus overwritten(Op claim, Op look) {
        return litmus("a torn copy is never used")
                .initially("request", 1)
                .initially("tail", 1)
                .thread(
                        "verbs.soft.segment.RecvRing.consume",
                        acquire("head").spare(),
                        acquire("tail").spare(),
                        load("request").as("request"),
                        claim.as("mine"))
                .thread("verbs.soft.segment.RecvRing.postOne", look, store("request", 2))
                .thread("another consumer", compareAndSet("head", 0, 1).spare())
                .never(end -> end.of("mine") == 1 && end.of("request") == 2);
    }

    @Test
    void copyThenClaim() {
        Op claim = compareAndSet("head", 0, 1);
        Op look = acquire("head").until(1);
        holds(overwritten(claim, look));
        isWrong(overwritten(claim, load("head").until(1)), ARM, ARM_LL_SC, MODES);
    }

    @Test
    void oneConsumerPerRequest() {
        holds(
                litmus("of two consumers one gets the request")
                        .thread(
                                "verbs.soft.segment.RecvRing.consume",
                                compareAndSet("head", 0, 1).as("one").spare())
                        .thread(
                                "verbs.soft.segment.RecvRing.consume",
                                compareAndSet("head", 0, 1).as("two").spare())
                        .never(end -> end.of("one") + end.of("two") != 1));
    }
}
