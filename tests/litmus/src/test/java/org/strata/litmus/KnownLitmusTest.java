package org.strata.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.litmus.Litmus.litmus;
import static org.strata.litmus.Machine.ARM;
import static org.strata.litmus.Machine.ARM_LL_SC;
import static org.strata.litmus.Machine.MODES;
import static org.strata.litmus.Machine.X86;
import static org.strata.litmus.Ops.acquire;
import static org.strata.litmus.Ops.acquireFence;
import static org.strata.litmus.Ops.compareAndSet;
import static org.strata.litmus.Ops.fullFence;
import static org.strata.litmus.Ops.getAndAdd;
import static org.strata.litmus.Ops.getAndSet;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.membarrier;
import static org.strata.litmus.Ops.release;
import static org.strata.litmus.Ops.releaseFence;
import static org.strata.litmus.Ops.store;
import static org.strata.litmus.Ops.storeStoreFence;
import static org.strata.litmus.Ops.volatileLoad;
import static org.strata.litmus.Ops.volatileStore;

import org.junit.jupiter.api.Test;

/**
 * The machines themselves: the litmus tests of the literature (Alglave, Maranget and Tautschnig,
 * "Herding Cats"; Pulte et al., "Simplifying ARM Concurrency"; Sewell et al., "x86-TSO") have the
 * known results.
 */
final class KnownLitmusTest {
    private static void allowed(Litmus litmus, Machine... machines) {
        assertThat(Proof.ofWrong(litmus, machines)).isEmpty();
    }

    private static void forbidden(Litmus litmus) {
        allowed(litmus);
    }

    // ---- Message passing (MP).

    private static Litmus mp(Op data, Op flag, Op readFlag, Op readData) {
        return litmus("MP").thread("writer", data, flag).thread("reader", readFlag, readData);
    }

    private static Litmus stale(Litmus litmus) {
        return litmus.never(end -> end.of("f") == 1 && end.of("d") == 0);
    }

    @Test
    void messagePassing() {
        Op data = store("d", 1);
        Op flag = store("f", 1);
        Op published = release("f", 1);
        Op f = load("f").as("f");
        Op seen = acquire("f").as("f");
        Op d = load("d").as("d");
        allowed(stale(mp(data, flag, f, d)), ARM, ARM_LL_SC, MODES);
        allowed(stale(mp(data, published, f, d)), ARM, ARM_LL_SC, MODES);
        allowed(stale(mp(data, flag, seen, d)), ARM, ARM_LL_SC, MODES);
        forbidden(stale(mp(data, published, seen, d)));
        forbidden(stale(mp(data, published, f, d.at("f"))));
        // A condition orders no load: the processor guesses.
        allowed(stale(mp(data, published, f, d.when("f", 1))), ARM, ARM_LL_SC, MODES);
    }

    @Test
    void messagePassingWithFences() {
        forbidden(
                stale(
                        litmus("MP, fences")
                                .thread("writer", store("d", 1), releaseFence(), store("f", 1))
                                .thread(
                                        "reader",
                                        load("f").as("f"),
                                        acquireFence(),
                                        load("d").as("d"))));
        forbidden(
                stale(
                        litmus("MP, a fence of stores")
                                .thread("writer", store("d", 1), storeStoreFence(), store("f", 1))
                                .thread("reader", acquire("f").as("f"), load("d").as("d"))));
    }

    // ---- Store buffering (SB).

    private static Litmus sb(Op[] first, Op[] second) {
        return litmus("SB")
                .thread("one", first)
                .thread("two", second)
                .never(end -> end.of("a") == 0 && end.of("b") == 0);
    }

    private static Op[] ops(Op... ops) {
        return ops;
    }

    @Test
    void storeBuffering() {
        Op y = acquire("y").as("a");
        Op x = acquire("x").as("b");
        allowed(sb(ops(store("x", 1), y), ops(store("y", 1), x)), X86, ARM, ARM_LL_SC, MODES);
        allowed(sb(ops(release("x", 1), y), ops(release("y", 1), x)), X86, ARM, ARM_LL_SC, MODES);
        allowed(sb(ops(volatileStore("x", 1), y), ops(volatileStore("y", 1), x)), MODES);
        forbidden(
                sb(
                        ops(volatileStore("x", 1), volatileLoad("y").as("a")),
                        ops(volatileStore("y", 1), volatileLoad("x").as("b"))));
        forbidden(sb(ops(store("x", 1), fullFence(), y), ops(store("y", 1), fullFence(), x)));
        allowed(
                sb(ops(store("x", 1), releaseFence(), y), ops(store("y", 1), fullFence(), x)),
                X86,
                ARM,
                ARM_LL_SC,
                MODES);
    }

    /** A loop of ldaxr and stlxr is no fence for plain accesses; casal is; lock cmpxchg is. */
    @Test
    void storeBufferingWithUpdates() {
        Op y = load("y").as("a");
        Op x = load("x").as("b");
        allowed(
                sb(ops(store("x", 1), getAndAdd("z", 1), y), ops(store("y", 1), fullFence(), x)),
                ARM_LL_SC,
                MODES);
        allowed(sb(ops(getAndSet("x", 1), y), ops(getAndSet("y", 1), x)), ARM_LL_SC, MODES);
        // One that fails is a load.
        allowed(
                sb(
                        ops(store("x", 1), compareAndSet("z", 7, 8), y),
                        ops(store("y", 1), fullFence(), x)),
                ARM,
                ARM_LL_SC,
                MODES);
    }

    @Test
    void membarrierFencesTheOthers() {
        Op y = acquire("y").as("a");
        Op x = acquire("x").as("b");
        forbidden(sb(ops(store("x", 1), membarrier(), y), ops(store("y", 1), releaseFence(), x)));
        // Without a fence the compiler may have exchanged the two.
        allowed(
                sb(ops(store("x", 1), membarrier(), y), ops(store("y", 1), x)),
                X86,
                ARM,
                ARM_LL_SC,
                MODES);
    }

    // ---- Load buffering (LB), S, R, 2+2W.

    @Test
    void loadBuffering() {
        Litmus plain =
                litmus("LB")
                        .thread("one", load("x").as("a"), store("y", 1))
                        .thread("two", load("y").as("b"), store("x", 1))
                        .never(end -> end.of("a") == 1 && end.of("b") == 1);
        allowed(plain, ARM, ARM_LL_SC, MODES);
        forbidden(
                litmus("LB, a condition and a value")
                        .thread("one", load("x").as("a"), store("y", 1).when("a", 1))
                        .thread("two", load("y").as("b"), store("x", "b", b -> b))
                        .never(end -> end.of("a") == 1 && end.of("b") == 1));
        forbidden(
                litmus("LB, acquire and release")
                        .thread("one", acquire("x").as("a"), store("y", 1))
                        .thread("two", load("y").as("b"), release("x", 1))
                        .never(end -> end.of("a") == 1 && end.of("b") == 1));
    }

    @Test
    void storesOfTwo() {
        allowed(
                litmus("2+2W")
                        .thread("one", store("x", 1), store("y", 2))
                        .thread("two", store("y", 1), store("x", 2))
                        .never(end -> end.last("x") == 1 && end.last("y") == 1),
                ARM,
                ARM_LL_SC,
                MODES);
        forbidden(
                litmus("2+2W, release")
                        .thread("one", store("x", 1), release("y", 2))
                        .thread("two", store("y", 1), release("x", 2))
                        .never(end -> end.last("x") == 1 && end.last("y") == 1));
        allowed(
                litmus("R, release")
                        .thread("one", store("x", 1), release("y", 1))
                        .thread("two", store("y", 2), acquire("x").as("a"))
                        .never(end -> end.last("y") == 2 && end.of("a") == 0),
                X86,
                ARM,
                ARM_LL_SC,
                MODES);
        forbidden(
                litmus("S, release and acquire")
                        .thread("one", store("x", 2), release("y", 1))
                        .thread("two", acquire("y").as("a"), store("x", 1))
                        .never(end -> end.last("x") == 2 && end.of("a") == 1));
    }

    // ---- One place, three threads.

    @Test
    void onePlaceIsCoherent() {
        forbidden(
                litmus("CoRR")
                        .thread("one", store("x", 1), store("x", 2))
                        .thread("two", load("x").as("a"), load("x").as("b"))
                        .never(end -> end.of("a") > end.of("b")));
        forbidden(
                litmus("CoWR")
                        .thread("one", store("x", 1), load("x").as("a"))
                        .thread("two", store("x", 2))
                        .never(end -> end.of("a") == 0));
        forbidden(
                litmus("updates")
                        .thread("one", getAndAdd("x", 1))
                        .thread("two", getAndAdd("x", 1))
                        .thread("three", getAndAdd("x", 1))
                        .never(end -> end.last("x") != 3));
        forbidden(
                litmus("one wins")
                        .thread("one", compareAndSet("x", 0, 1).as("a"))
                        .thread("two", compareAndSet("x", 0, 2).as("b"))
                        .never(end -> end.of("a") + end.of("b") != 1));
    }

    @Test
    void allSeeStoresAtOnce() {
        forbidden(
                litmus("WRC")
                        .thread("one", store("x", 1))
                        .thread("two", acquire("x").as("a"), release("y", 1).when("a", 1))
                        .thread("three", acquire("y").as("b"), load("x").as("c"))
                        .never(end -> end.of("b") == 1 && end.of("c") == 0));
        forbidden(
                litmus("IRIW, acquire")
                        .thread("one", store("x", 1))
                        .thread("two", store("y", 1))
                        .thread("three", acquire("x").as("a"), acquire("y").as("b"))
                        .thread("four", acquire("y").as("c"), acquire("x").as("d"))
                        .never(end ->
                                end.of("a") == 1
                                        && end.of("b") == 0
                                        && end.of("c") == 1
                                        && end.of("d") == 0));
        allowed(
                litmus("IRIW, plain")
                        .thread("one", store("x", 1))
                        .thread("two", store("y", 1))
                        .thread("three", load("x").as("a"), load("y").as("b"))
                        .thread("four", load("y").as("c"), load("x").as("d"))
                        .never(end ->
                                end.of("a") == 1
                                        && end.of("b") == 0
                                        && end.of("c") == 1
                                        && end.of("d") == 0),
                ARM,
                ARM_LL_SC,
                MODES);
    }

    // ---- Stores that are on their way.

    /** Each thread reads its own store before others can. */
    @Test
    void ownStoresAreReadEarly() {
        allowed(
                litmus("SB+rfi-addrs")
                        .thread("one", store("x", 1), load("x").as("p"), load("y").at("p").as("a"))
                        .thread("two", store("y", 1), load("y").as("q"), load("x").at("q").as("b"))
                        .never(end ->
                                end.of("p") == 1
                                        && end.of("q") == 1
                                        && end.of("a") == 0
                                        && end.of("b") == 0),
                X86,
                ARM,
                ARM_LL_SC,
                MODES);
    }

    /** A store that is a guess is read by its own thread, which goes on with it (PPOCA). */
    @Test
    void guessedStoresAreReadEarly() {
        allowed(
                litmus("PPOCA")
                        .thread("one", store("x", 1), release("y", 1))
                        .thread(
                                "two",
                                load("y").as("a"),
                                store("z", 1).when("a", 1),
                                load("z").as("b"),
                                load("x").at("b").as("c"))
                        .never(end -> end.of("a") == 1 && end.of("b") == 1 && end.of("c") == 0),
                ARM,
                ARM_LL_SC,
                MODES);
        forbidden(
                litmus("a guess that is wrong does not count")
                        .thread(
                                "one",
                                load("y").as("a"),
                                store("z", 1).when("a", 1),
                                load("z").as("b"))
                        .never(end -> end.of("b") == 1 || end.last("z") == 1));
    }
}
