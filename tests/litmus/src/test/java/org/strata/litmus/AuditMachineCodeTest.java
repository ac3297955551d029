package org.strata.litmus;

import static org.strata.litmus.AuditModels.ARM;
import static org.strata.litmus.AuditModels.TSO;
import static org.strata.litmus.AuditModels.bad;
import static org.strata.litmus.AuditModels.cas;
import static org.strata.litmus.AuditModels.ok;
import static org.strata.litmus.AuditModels.r;
import static org.strata.litmus.AuditModels.t;
import static org.strata.litmus.AuditModels.w;
import static org.strata.litmus.Ops.fullFence;
import static org.strata.litmus.Ops.getAndSet;
import static org.strata.litmus.Ops.membarrier;
import static org.strata.litmus.Ops.releaseFence;

import org.junit.jupiter.api.Test;
import org.strata.litmus.Litmus.Outcome;

import java.util.Map;
import java.util.function.Predicate;

/**
 * The 19 models of the audit of 25 November 2026 in the instructions that HotSpot 25 emits on
 * AArch64: {@code dmb ish; str} for setRelease, {@code stlr} for setVolatile, {@code casal}. Each
 * gets the verdict that the audit's simulator gave.
 */
final class AuditMachineCodeTest {
    private static final Predicate<Outcome> BOTH_MISS = end -> end.of("p") == 0 && end.of("q") == 0;

    /** The stores {@code dmb ish; str}, and what follows. */
    private static Op[] release(String place, Op... rest) {
        Op[] ops = new Op[rest.length + 2];
        ops[0] = fullFence();
        ops[1] = w(place, 1);
        System.arraycopy(rest, 0, ops, 2, rest.length);
        return ops;
    }

    private static Op[] volatileThenLoad(String store, String load, String register) {
        return t(w(store, 1, "r"), r(register, load, "a"));
    }

    @Test
    void storeBuffering() {
        bad(ARM, release("x", r("p", "y", "a")), release("y", r("q", "x", "a")), BOTH_MISS);
        ok(ARM, volatileThenLoad("x", "y", "p"), volatileThenLoad("y", "x", "q"), BOTH_MISS);
    }

    private static Op[] starved(Op fence) {
        return t(w("starved", 1, "r"), w("word", 1, "r"), fence, r("p", "cell", "a"));
    }

    @Test
    void fifoStarved() {
        Op look = r("q", "starved", "a");
        bad(ARM, starved(fullFence()), release("cell", look), BOTH_MISS);
        // The fence orders no store before a load; it stands for the compiler's half.
        ok(ARM, starved(membarrier()), release("cell", releaseFence(), look), BOTH_MISS);
        ok(ARM, starved(fullFence()), release("cell", fullFence(), look), BOTH_MISS);
    }

    @Test
    void schedule() {
        Predicate<Outcome> lost = end -> end.of("s") == 1 && end.of("t") == 0;
        Map<String, Integer> scheduled = Map.of("sched", 1);
        Op[] engine = t(w("sched", 0, "r"), r("t", "tail", "a"));
        Op failing = r("s", "sched", "a");
        bad(ARM, release("tail", failing), engine, lost, scheduled);
        ok(ARM, release("tail", fullFence(), failing), engine, lost, scheduled);
        ok(ARM, t(w("tail", 1, "r"), failing), engine, lost, scheduled);
        ok(ARM, release("tail", getAndSet("sched", 1).as("s")), engine, lost, scheduled);
        ok(
                TSO,
                t(w("tail", 1), fullFence(), failing),
                t(w("sched", 0), fullFence(), r("t", "tail", "a")),
                lost,
                scheduled);
    }

    @Test
    void visitAndKey() {
        Predicate<Outcome> used = end -> end.of("key") == 5 && end.of("v") == 0;
        Map<String, Integer> valid = Map.of("key", 5);
        Op key = r("key", "key", "a");
        Op[] closes = t(w("key", 0, "r"), r("v", "visit", "a"));
        ok(ARM, t(cas("c", "visit", 0, 1), r("m", "mark", "a"), key), closes, used, valid);
        Op[] looksAtUse = t(w("key", 0, "r"), r("v", "uses", "a"));
        ok(ARM, t(w("uses", 7, "r"), key), looksAtUse, used, valid);
        ok(
                ARM,
                t(cas("c", "held", 0, 1), r("m", "mark", "a"), key),
                t(w("key", 0, "r"), r("n", "mark", "a"), r("v", "held", "a")),
                end -> end.of("key") == 5 && end.of("c") == 1 && end.of("v") == 0,
                Map.of("key", 5, "mark", 1));
        ok(
                ARM,
                t(cas("c", "held", 0, 1), r("m", "bit", "a")),
                t(cas("x", "bit", 1, 0), r("v", "held", "a")),
                end -> end.of("m") == 1 && end.of("v") == 0,
                Map.of("bit", 1));
    }

    @Test
    void sleepAndRing() {
        ok(
                ARM,
                t(w("word", 1, "r"), fullFence(), r("p", "m", "a")),
                release("m", fullFence(), r("q", "word", "a")),
                BOTH_MISS);
        ok(ARM, volatileThenLoad("e", "arm", "p"), volatileThenLoad("arm", "e", "q"), BOTH_MISS);
        ok(ARM, release("e"), t(r("e", "e", "a")), end -> false);
        ok(
                ARM,
                volatileThenLoad("ev", "word", "p"),
                t(w("word", 1, "r"), fullFence(), r("q", "ev", "a")),
                BOTH_MISS);
        ok(
                ARM,
                t(w("due", 1, "r"), fullFence(), w("l", 0), r("p", "wk", "a")),
                volatileThenLoad("wk", "due", "q"),
                BOTH_MISS);
    }
}
