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

/** verbs/soft: completion rings, many producers in many processes, one consumer. */
final class Row22CompletionRingTest {
    /** The tail says only where to look: the entry has the turn. */
    private static Op[] producer(String name, int number) {
        return new Op[] {
            acquire("entry").as(name + " entry").spare(),
            compareAndSet("entry", 0, 1).as(name).when(name + " entry", 0).spare(),
            store("completion", number).when(name, 1),
            release("entry", 2).when(name, 1)
        };
    }

    /** 0 is free, 1 claimed, 2 full. */
    @Test
    void oneProducerPerEntry() {
        holds(
                litmus("an entry has one producer, and its completion is whole")
                        .thread("verbs.soft.segment.CqRing.claim", producer("one", 5))
                        .thread("verbs.soft.segment.CqRing.publish", producer("two", 6))
                        .thread(
                                "verbs.soft.segment.CqRing.peek",
                                acquire("entry").until(2),
                                load("completion").as("completion"))
                        .code(
                                "verbs.soft.segment.CqRing.claim",
                                "Memory.getLongAcquire",
                                "Memory.getLongAcquire",
                                "Memory.compareAndSetLong",
                                "Memory.getLongAcquire",
                                "Memory.compareAndSetLong")
                        .never(end ->
                                end.of("completion") == 0
                                        || end.of("completion") != end.last("completion")
                                        || end.of("one") + end.of("two") != 1));
    }

    /** 3 is free in the next lap, 4 claimed. */
    private static Litmus nextLap(Op free, Op look, Op claim) {
        return litmus("an entry is filled again when its completion is consumed")
                .initially("entry", 2)
                .initially("completion", 5)
                .thread("verbs.soft.segment.CqRing.pop", load("completion").as("completion"), free)
                .thread("verbs.soft.segment.CqRing.claim", look, claim, store("completion", 6))
                .never(end -> end.of("completion") == 6);
    }

    @Test
    void entriesAreUsedAgain() {
        Op free = release("entry", 3);
        Op look = acquire("entry").until(3);
        Op claim = compareAndSet("entry", 3, 4).until(1);
        holds(
                nextLap(free, look.spare(), claim.spare())
                        .code(
                                "verbs.soft.segment.CqRing.pop",
                                "Memory.putLongRelease",
                                "Memory.putLongRelease"));
        isWrong(nextLap(store("entry", 3), look, claim), ARM, ARM_LL_SC, MODES);
    }
}
