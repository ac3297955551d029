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

/**
 * verbs/soft: who executes a request enters a visit (a CAS), marks the pair as active, and looks
 * keys up; who closes an object makes it invalid, then waits for the visits of all active pairs.
 */
final class Row21VisitTest {
    private static final Op ENTER = compareAndSet("visit", 0, 1).until(1);
    private static final Op MARKED = volatileLoad("mark").as("marked");
    private static final Op KEY = acquire("key").as("key").spare();

    private static Litmus inUse(Op enter, Op mark, Op key) {
        return litmus(
                        "closed memory is never accessed: the key is invalid, or the visit is"
                                + " awaited")
                .initially("key", 5)
                .initially("mark", 1)
                .thread("verbs.soft.Requester.execute", enter, mark, key)
                .thread(
                        "verbs.soft.SoftMr.close",
                        volatileStore("key", 0),
                        // Either of the two is enough.
                        volatileLoad("mark").as("active").spare(),
                        volatileLoad("visit").as("visit").spare())
                .never(end -> end.of("key") == 5 && end.of("visit") == 0);
    }

    @Test
    void aPairInUse() {
        holds(
                inUse(ENTER, MARKED, KEY)
                        .code(
                                "verbs.soft.segment.Visit.enter",
                                "Memory.getIntAcquire",
                                "Memory.compareAndSetInt")
                        .code("verbs.soft.segment.ActivePairs.mark", "Memory.getLongVolatile")
                        .code("verbs.soft.segment.MrRecord.covers", "Memory.getIntAcquire")
                        .code("verbs.soft.segment.MrRecord.close", "Memory.putIntVolatile")
                        .code("verbs.soft.segment.Visit.word", "Memory.getIntVolatile")
                        .code(
                                "verbs.soft.Requester.execute",
                                "ActivePairs.mark",
                                "put uses",
                                "Memory.fullFence",
                                "put uses",
                                "put uses",
                                "Visit.enter",
                                "ActivePairs.mark",
                                "Visit.leave",
                                "Visit.leave"));
        // Without the mark the acquire load is ordered by HotSpot, not by its mode; a plain one
        // comes between the two instructions of the CAS.
        isWrong(inUse(ENTER, load("other"), KEY), MODES);
        isWrong(inUse(ENTER, load("other"), load("key").as("key")), ARM_LL_SC, MODES);
    }

    private static Litmus idle(Op set, Op fence) {
        return litmus("a pair that was idle: its mark is seen, or it finds the key invalid")
                .initially("key", 5)
                .thread(
                        "verbs.soft.Requester.execute",
                        ENTER.spare(),
                        MARKED.spare(),
                        set,
                        fence,
                        KEY)
                .thread(
                        "verbs.soft.segment.ActivePairs.forEach",
                        volatileStore("key", 0),
                        volatileLoad("mark").as("active"),
                        volatileLoad("visit").as("visit").when("active", 1).spare())
                .never(end -> end.of("key") == 5 && end.of("visit") == 0);
    }

    @Test
    void anIdlePair() {
        Op set = compareAndSet("mark", 0, 1).until(1);
        holds(
                idle(set.spare(), fullFence())
                        .code(
                                "verbs.soft.segment.ActivePairs.set",
                                "Memory.getLongVolatile",
                                "Memory.compareAndSetLong",
                                "Memory.getLongVolatile",
                                "Memory.fullFence")
                        .code(
                                "verbs.soft.segment.ActivePairs.read",
                                "AtomicInteger.get",
                                "Memory.getLongVolatile",
                                "AtomicInteger.get"));
        // Until November 2026.
        isWrong(idle(set, load("other")), MODES);
        isWrong(idle(store("mark", 1), releaseFence()), X86, ARM, ARM_LL_SC, MODES);
    }

    /** Marks are cleared now and then, and set again of pairs that are in use. */
    private static Litmus clear(Op enter, Op look) {
        return litmus("a mark that a visitor has seen is not lost")
                .initially("mark", 1)
                .thread("verbs.soft.segment.ActivePairs.mark", enter, look)
                .thread(
                        "verbs.soft.segment.ActivePairs.clear",
                        compareAndSet("mark", 1, 0).until(1),
                        volatileLoad("visit").as("in use"))
                .never(end -> end.of("marked") == 1 && end.of("in use") == 0);
    }

    @Test
    void marksAreCleared() {
        holds(
                clear(ENTER, MARKED)
                        .code(
                                "verbs.soft.segment.ActivePairs.clear",
                                "Memory.getLongVolatile",
                                "Memory.compareAndSetLong",
                                "Memory.getLongVolatile"));
        isWrong(clear(ENTER, acquire("mark").as("marked")), MODES);
        isWrong(clear(ENTER, load("mark").as("marked")), ARM_LL_SC, MODES);
    }

    private static Litmus leave(Op leave, Op wait) {
        return litmus("memory is used again when the visit is over")
                .initially("visit", 1)
                .thread("verbs.soft.segment.Visit.leave", store("memory", 1), leave)
                .thread("verbs.soft.Worker.awaitVisitEnd", wait, store("memory", 2))
                .never(end -> end.last("memory") == 1);
    }

    @Test
    void leaving() {
        Op leave = release("visit", 2);
        holds(
                leave(leave, acquire("visit").until(2))
                        .code(
                                "verbs.soft.segment.Visit.leave",
                                "Memory.putIntRelease",
                                "Memory.putIntRelease"));
        isWrong(leave(store("visit", 2), volatileLoad("visit").until(2)), ARM, ARM_LL_SC, MODES);
        isWrong(leave(leave, load("visit").until(2)), ARM, ARM_LL_SC, MODES);
    }

    /**
     * A long visit says which key alone it uses. Key 1 was used in the visit before; the owner of
     * key 2 does not wait for a visit that uses key 1.
     */
    private static Litmus uses(Op clear, Op leave, Op enter, Op uses, Op fence) {
        return litmus("a visit that is not waited for does not use the key")
                .initially("visit", 1)
                .initially("uses", 1)
                .initially("key", 5)
                .thread(
                        "verbs.soft.TargetSide.rangeAllowed",
                        clear,
                        leave,
                        enter,
                        // ActivePairs.mark
                        volatileLoad("mark").spare(),
                        uses,
                        fence,
                        KEY)
                .thread(
                        "verbs.soft.Worker.awaitVisitEnd",
                        volatileStore("key", 0),
                        volatileLoad("visit").as("visit"),
                        volatileLoad("uses").as("used").spare())
                .never(end -> end.of("key") == 5 && (end.of("visit") != 3 || end.of("used") == 1));
    }

    @Test
    void longVisits() {
        Op clear = release("uses", 0).spare();
        // Either of the two orders what is said of the key behind the visit before.
        Op leave = release("visit", 2).spare();
        Op enter = compareAndSet("visit", 2, 3).until(1).spare();
        Op uses = release("uses", 2).spare();
        // 0 stands for any key, so that an owner waits which does not see the key yet.
        holds(
                uses(clear, leave, enter, uses, fullFence().spare())
                        .code(
                                "verbs.soft.segment.Visit.useOnly",
                                "Memory.putIntRelease",
                                "Memory.fullFence")
                        .code("verbs.soft.segment.Visit.usesOnlyOther", "Memory.getIntVolatile"));
        Op plain = enter.ordered(Op.Order.PLAIN);
        isWrong(uses(clear, store("visit", 2), plain, uses, releaseFence()), ARM, ARM_LL_SC, MODES);
    }

    /** The same on the own side, where a latch is held in the place of a visit. */
    @Test
    void ownExecution() {
        holds(
                litmus("the own pair's execution is awaited, or finds the key invalid")
                        .initially("key", 5)
                        .initially("mark", 1)
                        .thread(
                                "verbs.soft.segment.Latch.tryLock",
                                volatileLoad("held").as("free").spare(),
                                compareAndSet("held", 0, 1).until(1),
                                MARKED,
                                KEY)
                        .thread(
                                "verbs.soft.SendSide.awaitExecution",
                                volatileStore("key", 0),
                                volatileLoad("mark").spare(),
                                volatileLoad("held").as("held").spare())
                        .code(
                                "verbs.soft.segment.Latch.tryLock",
                                "get held",
                                "VarHandle.compareAndSet")
                        .code("verbs.soft.segment.Latch.unlock", "VarHandle.setRelease")
                        .never(end -> end.of("key") == 5 && end.of("held") == 0));
    }
}
