package org.strata.litmus;

import static org.strata.litmus.AuditModels.ARM;
import static org.strata.litmus.AuditModels.RCPC;
import static org.strata.litmus.AuditModels.TSO;
import static org.strata.litmus.AuditModels.bad;
import static org.strata.litmus.AuditModels.cas;
import static org.strata.litmus.AuditModels.ok;
import static org.strata.litmus.AuditModels.r;
import static org.strata.litmus.AuditModels.t;
import static org.strata.litmus.AuditModels.w;
import static org.strata.litmus.Ops.fullFence;
import static org.strata.litmus.Ops.membarrier;
import static org.strata.litmus.Ops.releaseFence;

import org.junit.jupiter.api.Test;
import org.strata.litmus.Litmus.Outcome;
import org.strata.litmus.Op.Order;

import java.util.Map;
import java.util.function.Predicate;

/**
 * The 47 models of the audit of 25 November 2026, protocols as they were then: the checker gives
 * each the verdict that the audit's simulator gave.
 */
final class AuditModelsTest {
    private static final Predicate<Outcome> STALE = end -> end.of("f") == 1 && end.of("d") == 0;
    private static final Predicate<Outcome> BOTH_MISS = end -> end.of("p") == 0 && end.of("q") == 0;

    private static Op[] writer(String flags) {
        return t(w("d", 1), w("f", 1, flags));
    }

    private static Op[] reader(String flags) {
        return t(r("f", "f", flags), r("d", "d"));
    }

    @Test
    void messagePassing() {
        bad(ARM, writer(""), reader(""), STALE);
        bad(ARM, writer("r"), reader(""), STALE);
        ok(ARM, writer("r"), reader("a"), STALE);
        ok(TSO, writer(""), reader(""), STALE);
    }

    private static Op[] storeLoad(String store, String load, String register) {
        return t(w(store, 1, "r"), r(register, load, "a"));
    }

    private static Op[] storeFenceLoad(String store, String load, String register) {
        return t(w(store, 1, "r"), fullFence(), r(register, load, "a"));
    }

    @Test
    void storeBuffering() {
        ok(ARM, storeLoad("x", "y", "p"), storeLoad("y", "x", "q"), BOTH_MISS);
        bad(RCPC, storeLoad("x", "y", "p"), storeLoad("y", "x", "q"), BOTH_MISS);
        bad(TSO, storeLoad("x", "y", "p"), storeLoad("y", "x", "q"), BOTH_MISS);
        ok(RCPC, storeFenceLoad("x", "y", "p"), storeFenceLoad("y", "x", "q"), BOTH_MISS);
    }

    @Test
    void fastBox() {
        ok(
                ARM,
                t(w("h0", 1), w("h1", 1), w("p", 1), w("s", 1, "r")),
                t(r("s", "s", "a"), r("h0", "h0"), r("h1", "h1"), r("p", "p")),
                end -> end.of("s") == 1 && end.of("h0") + end.of("h1") + end.of("p") < 3);
        Predicate<Outcome> passedOver =
                end -> end.of("a") == 0 && end.of("b") == 1 && end.of("c") == 0;
        Op[] two = t(w("p1", 1), w("s1", 1, "r"), w("p2", 1), w("s2", 1, "r"));
        ok(ARM, two, t(r("a", "s1", "a"), r("b", "s2", "a"), r("c", "s1", "a")), passedOver);
        bad(ARM, two, t(r("a", "s1", "a"), r("b", "s2"), r("c", "s1")), passedOver);
        ok(
                ARM,
                t(w("n", 0), w("s", 1, "r")),
                t(r("s", "s", "a"), r("n", "n", "a")),
                end -> end.of("s") == 1 && end.of("n") == 9,
                Map.of("n", 9));
        ok(
                ARM,
                t(r("p", "p"), w("c", 1, "r")),
                t(r("c", "c", "a"), w("p", 2).when("c", 1)),
                end -> end.of("p") == 2,
                Map.of("p", 1));
    }

    private static Op[] sleeper(Op fence) {
        return t(w("word", 1, "r"), fence, r("p", "m", "a"));
    }

    private static Op[] ringer(Op fence) {
        return t(w("m", 1, "r"), fence, r("q", "word", "a"));
    }

    @Test
    void sleepAndRing() {
        ok(RCPC, sleeper(fullFence()), ringer(fullFence()), BOTH_MISS);
        ok(RCPC, sleeper(membarrier()), ringer(releaseFence()), BOTH_MISS);
        ok(TSO, sleeper(membarrier()), ringer(releaseFence()), BOTH_MISS);
        bad(TSO, sleeper(fullFence()), ringer(releaseFence()), BOTH_MISS);
    }

    private static Op[] starved(Op fence) {
        return t(w("starved", 1, "r"), fullFence(), w("word", 1, "r"), fence, r("p", "cell", "a"));
    }

    private static final Op[] FREE = t(w("cell", 1, "r"), r("q", "starved", "a"));

    @Test
    void fifoStarved() {
        bad(TSO, starved(fullFence()), FREE, BOTH_MISS);
        ok(ARM, starved(fullFence()), FREE, BOTH_MISS);
        bad(RCPC, starved(fullFence()), FREE, BOTH_MISS);
        // Without a fence, which on TSO is none for the processor, the compiler may exchange them.
        Op[] kept = t(w("cell", 1, "r"), releaseFence(), r("q", "starved", "a"));
        ok(TSO, starved(membarrier()), kept, BOTH_MISS);
        Op[] fenced = t(w("cell", 1, "r"), fullFence(), r("q", "starved", "a"));
        ok(TSO, starved(fullFence()), fenced, BOTH_MISS);
    }

    private static final Map<String, Integer> HELD = Map.of("cell", 4, "ncell", 4);

    private static void unlock(Machine machine, boolean holds, Op... unlock) {
        Op[] stores = new Op[unlock.length + 1];
        System.arraycopy(unlock, 0, stores, 1, unlock.length);
        stores[0] = w("data", 1);
        Op[] next = t(r("c", "cell", "a"), r("n", "ncell", "a"), r("d", "data"));
        Predicate<Outcome> old = end -> end.of("c") == 0 && end.of("n") == 0 && end.of("d") == 0;
        check(holds, machine, stores, next, old);
        if (machine == ARM) {
            stores[0] = r("d", "data");
            Op[] writes = {
                r("c", "cell", "a"), r("n", "ncell", "a"), w("data", 7).when("c", 0).when("n", 0)
            };
            check(holds, machine, stores, writes, end -> end.of("d") == 7);
        }
    }

    private static void check(
            boolean holds, Machine machine, Op[] one, Op[] two, Predicate<Outcome> outcome) {
        if (holds) {
            ok(machine, one, two, outcome, HELD);
        } else {
            bad(machine, one, two, outcome, HELD);
        }
    }

    @Test
    void unlockOfTheOwnWindow() {
        unlock(ARM, false, w("cell", 0), w("ncell", 0), fullFence());
        unlock(TSO, true, w("cell", 0), w("ncell", 0), fullFence());
        unlock(ARM, true, releaseFence(), w("cell", 0), w("ncell", 0), fullFence());
        unlock(TSO, true, releaseFence(), w("cell", 0), w("ncell", 0), fullFence());
    }

    @Test
    void visitAndKey() {
        Predicate<Outcome> used = end -> end.of("key") == 5 && end.of("v") == 0;
        Map<String, Integer> valid = Map.of("key", 5);
        Op[] owner = t(w("key", 0, "r"), r("v", "visit", "a"));
        Op enter = cas("c", "visit", 0, 1);
        Op mark = r("m", "mark", "a");
        Op key = r("key", "key", "a");
        ok(ARM, t(enter, mark, key, r("a", "addr")), owner, used, valid);
        ok(ARM, t(enter, key, r("a", "addr")), owner, used, valid);
        bad(RCPC, t(enter, key, r("a", "addr")), owner, used, valid);
        ok(ARM, t(enter, r("key", "key"), r("a", "addr")), owner, used, valid);
        Op load = r("o", "visit", "a");
        Op enterLater = w("visit", 1, "r").when("o", 0);
        ok(ARM, t(load, enterLater, key), owner, used, valid);
        bad(ARM, t(load, enterLater, r("key", "key")), owner, used, valid);
        ok(
                ARM,
                t(w("pay", 1), w("visit", 0, "r")),
                t(r("v", "visit", "a"), w("pay", 2).when("v", 0)),
                end -> end.last("pay") == 1 && end.of("v") == 0,
                Map.of("visit", 1));
    }

    @Test
    void completionQueueArm() {
        ok(ARM, storeLoad("x", "y", "p"), storeLoad("y", "x", "q"), BOTH_MISS);
        bad(RCPC, storeLoad("x", "y", "p"), storeLoad("y", "x", "q"), BOTH_MISS);
    }

    @Test
    void receiveRing() {
        Op[] consumer =
                t(r("h", "head", "a"), r("t", "tail", "a"), r("e", "ent"), cas("x", "head", 0, 1));
        ok(
                ARM,
                consumer,
                t(r("g", "head", "a"), w("ent", 2).when("g", 1)),
                end -> end.of("x") == 1 && end.of("e") == 2,
                Map.of("ent", 1, "tail", 1));
        ok(
                ARM,
                t(w("ent", 1), w("tail", 1, "r")),
                consumer,
                end -> end.of("t") == 1 && end.of("e") == 0);
    }

    @Test
    void ringsWrittenByRdma() {
        ok(
                ARM,
                t(w("h", 1), w("p", 1), w("t", 1, "r")),
                t(r("h", "h", "a"), r("t", "t", "a"), r("p", "p")),
                end -> end.of("h") == 1 && end.of("t") == 1 && end.of("p") == 0);
        Op[] poller = t(r("b", "b", "a"), r("p", "p"));
        Predicate<Outcome> early = end -> end.of("b") == 1 && end.of("p") == 0;
        ok(ARM, t(w("p", 1), releaseFence(), w("b", 1)), poller, early);
        bad(ARM, t(w("p", 1), w("b", 1)), poller, early);
        Op unlock = cas("x", "l", 0, 1, Order.RELEASE);
        Op lock = cas("y", "l", 1, 2, Order.ACQUIRE);
        ok(ARM, t(w("p", 1), unlock, lock, w("b", 1)), poller, early);
        ok(
                ARM,
                t(w("n", 0), w("p", 1), w("a", 1, "r")),
                t(r("a", "a", "a"), r("n", "n", "a")),
                end -> end.of("a") == 1 && end.of("n") == 9,
                Map.of("n", 9));
    }

    @Test
    void collectivesAndAccumulates() {
        ok(
                ARM,
                t(
                        w("pl", 1),
                        w("info", 1),
                        w("step", 1, "r"),
                        r("pr", "prog", "a"),
                        w("pl", 2).when("pr", 2)),
                t(
                        r("s", "step", "a"),
                        r("i", "info"),
                        r("p", "pl"),
                        w("prog", 2, "r").when("s", 1)),
                end -> end.of("s") == 1 && (end.of("i") == 0 || end.of("p") != 1));
        ok(
                ARM,
                accumulate("x", "v"),
                accumulate("y", "u"),
                end -> end.of("x") == 1 && end.of("y") == 1 && end.last("cnt") != 2);
        ok(
                ARM,
                t(cas("a", "bell", 0, 1), r("p", "sl", "a")),
                t(cas("b", "sl", 0, 1), r("q", "bell", "a")),
                BOTH_MISS);
    }

    private static Op[] accumulate(String won, String value) {
        return t(
                cas(won, "l", 0, 1),
                r(value, "cnt").when(won, 1),
                w("cnt", value, v -> v + 1).when(won, 1),
                w("l", 0, "r").when(won, 1));
    }
}
