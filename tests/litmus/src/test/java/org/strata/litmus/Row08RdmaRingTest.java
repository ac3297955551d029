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
import static org.strata.litmus.Ops.store;
import static org.strata.litmus.Ops.storeStoreFence;

import org.junit.jupiter.api.Test;

/**
 * btl-openib: the rings that the peer writes by RDMA. The adapter is a thread; a fence of stores
 * stands for its promise that the bytes of a write arrive from the lowest address to the highest.
 */
final class Row08RdmaRingTest {
    private static Litmus bottom(Op... adapter) {
        return litmus(
                        "a packet is whole, and no old word is behind it, when its arrival word is"
                                + " seen")
                .initially("next arrival", 9)
                .thread("the adapter writes what VariableBottomSend has composed", adapter)
                .thread(
                        "btl.openib.fast.VariableBottomReceive.poll",
                        acquire("arrival").until(1),
                        load("packet").as("packet"),
                        acquire("next arrival").as("next").spare())
                .never(end -> end.of("packet") == 0 || end.of("next") == 9);
    }

    @Test
    void arrivalWordLast() {
        holds(
                bottom(
                                store("next arrival", 0),
                                store("packet", 1),
                                storeStoreFence(),
                                store("arrival", 1))
                        .code("btl.openib.fast.VariableBottomReceive.poll", "Memory.getLongAcquire")
                        .code("btl.openib.fast.FixedBottomReceive.poll", "Memory.getLongAcquire"));
    }

    /** Relaxed ordering on PCIe, or an adapter that promises nothing. */
    @Test
    void writesOutOfOrderBreakIt() {
        isWrong(
                bottom(store("next arrival", 0), store("packet", 1), store("arrival", 1)),
                ARM,
                ARM_LL_SC,
                MODES);
    }

    private static Litmus top(Op... adapter) {
        return litmus("a packet is whole when its tail word is its head word")
                .thread("the adapter writes what FixedTopSend has composed", adapter)
                .thread(
                        "btl.openib.fast.FixedTopReceive.poll",
                        acquire("head").spare().until(1),
                        acquire("tail").until(1),
                        load("packet").as("packet"))
                .never(end -> end.of("packet") == 0);
    }

    @Test
    void tailWordLast() {
        holds(
                top(store("head", 1), store("packet", 1), storeStoreFence(), store("tail", 1))
                        .code(
                                "btl.openib.fast.FixedTopReceive.poll",
                                "Memory.getLongAcquire",
                                "Memory.getLongAcquire")
                        .code(
                                "btl.openib.fast.VariableTopReceive.poll",
                                "Memory.getLongAcquire",
                                "Memory.putLongRelease",
                                "Memory.getLongAcquire"));
        isWrong(top(store("head", 1), store("packet", 1), store("tail", 1)), ARM, ARM_LL_SC, MODES);
    }

    private static Litmus grant(Op free, Op look) {
        return litmus("a place is written again when its packet is consumed")
                .initially("arrival", 1)
                .initially("packet", 1)
                .thread(
                        "btl.openib.fast.FixedBottomReceive.release",
                        load("packet").as("packet"),
                        free,
                        release("grant", 1))
                .thread(
                        "btl.openib.fast.OutgoingRing.takeGrants",
                        look,
                        store("packet", 2),
                        storeStoreFence().spare(),
                        store("arrival", 2))
                .never(end -> end.of("packet") == 2 || end.last("arrival") == 0);
    }

    @Test
    void placesAreUsedAgain() {
        Op free = release("arrival", 0).spare();
        Op look = acquire("grant").until(1);
        holds(
                grant(free, look)
                        .code("btl.openib.fast.FixedBottomReceive.release", "Memory.putLongRelease")
                        .code("btl.openib.fast.FixedTopReceive.release", "Memory.putLongRelease")
                        .code("btl.openib.fast.VariableBottomReceive.use", "Memory.putLongRelease")
                        .code("btl.openib.fast.VariableTopReceive.release", "Memory.putLongRelease")
                        .code("btl.openib.fast.OutgoingRing.takeGrants", "Memory.getLongAcquire"));
        isWrong(grant(free, load("grant").until(1)), ARM, ARM_LL_SC, MODES);
    }
}
