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
import static org.strata.litmus.Ops.store;
import static org.strata.litmus.Ops.volatileLoad;
import static org.strata.litmus.Ops.volatileStore;

import org.junit.jupiter.api.Test;

/** verbs/soft: pairs of "I store, then I look at what you store" that loads by acquire follow. */
final class Row05ArmAndFreezeTest {
    private static Litmus arm(Op... arm) {
        Op[] consumer = new Op[arm.length + 2];
        System.arraycopy(arm, 0, consumer, 0, arm.length);
        consumer[arm.length] = acquire("entry").as("entry");
        consumer[arm.length + 1] = load("completion").as("completion");
        return litmus("who arms a queue finds the completion, or gets an event")
                .thread(
                        "verbs.soft.segment.CqRing.publish",
                        store("completion", 1),
                        volatileStore("entry", 1),
                        volatileLoad("armed").as("armed"))
                .thread("verbs.soft.SoftCq.requestNotify", consumer)
                .never(end ->
                        (end.of("armed") == 0 && end.of("entry") == 0)
                                || (end.of("entry") == 1 && end.of("completion") == 0));
    }

    @Test
    void completionQueue() {
        // Release, since an ordered store is made once and as a whole.
        holds(
                arm(release("armed", 1).spare(), fullFence())
                        .code(
                                "verbs.soft.segment.CqRing.arm",
                                "Memory.putIntRelease",
                                "Memory.fullFence")
                        .code(
                                "verbs.soft.segment.CqRing.publish",
                                "Memory.putLongRelease",
                                "Memory.putLongVolatile")
                        .code(
                                "verbs.soft.segment.CqRing.disarm",
                                "Memory.getIntVolatile",
                                "Memory.compareAndSetInt")
                        .code("verbs.soft.segment.CqRing.peek", "Memory.getLongAcquire"));
        // Until November 2026: HotSpot keeps the order of stlr and ldar, the modes do not.
        isWrong(arm(volatileStore("armed", 1)), MODES);
        isWrong(arm(release("armed", 1)), X86, ARM, ARM_LL_SC, MODES);
    }

    /** An event comes at most once for an arming. */
    @Test
    void oneEventPerArming() {
        holds(
                litmus("of two completions one makes the event")
                        .initially("armed", 1)
                        .thread(
                                "verbs.soft.segment.CqRing.disarm",
                                compareAndSet("armed", 1, 0).as("one").spare())
                        .thread(
                                "verbs.soft.segment.CqRing.publish",
                                compareAndSet("armed", 1, 0).as("two").spare())
                        .never(end -> end.of("one") + end.of("two") != 1));
    }

    private static final Op ENTER = compareAndSet("visit", 0, 1).until(1);

    private static Litmus freeze(Op enter, Op... between) {
        Op[] visitor = new Op[between.length + 2];
        visitor[0] = enter;
        System.arraycopy(between, 0, visitor, 1, between.length);
        visitor[between.length + 1] = acquire("frozen").as("frozen").spare();
        return litmus("a visitor sees that queues are moved, or the mover waits for it")
                .thread("verbs.soft.XrcView.flushInside", visitor)
                .thread(
                        "verbs.soft.Freeze.during",
                        compareAndSet("frozen", 0, 1).until(1),
                        volatileLoad("visit").as("visit"))
                .never(end -> end.of("frozen") == 0 && end.of("visit") == 0);
    }

    private static final String[] VISIT = {
        "Memory.fullFence", "Site.frozen", "Visit.leave", "Visit.leave", "Visit.leave"
    };

    @Test
    void visitAndFreeze() {
        holds(freeze(ENTER.spare(), fullFence()).code("verbs.soft.XrcView.flushInside", VISIT));
        // Elsewhere the load of the mark of ActivePairs is between.
        holds(freeze(ENTER, volatileLoad("mark")));
        // Until November 2026.
        isWrong(freeze(ENTER), MODES);
    }
}
