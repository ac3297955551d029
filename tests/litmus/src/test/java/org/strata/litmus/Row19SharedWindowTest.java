package org.strata.litmus;

import static org.strata.litmus.Litmus.litmus;
import static org.strata.litmus.Machine.ARM;
import static org.strata.litmus.Machine.ARM_LL_SC;
import static org.strata.litmus.Machine.MODES;
import static org.strata.litmus.Models.holds;
import static org.strata.litmus.Models.isWrong;
import static org.strata.litmus.Ops.acquire;
import static org.strata.litmus.Ops.compareAndSet;
import static org.strata.litmus.Ops.fullFence;
import static org.strata.litmus.Ops.getAndAdd;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.release;
import static org.strata.litmus.Ops.releaseFence;
import static org.strata.litmus.Ops.store;
import static org.strata.litmus.Ops.volatileLoad;

import org.junit.jupiter.api.Test;

/** Rows 19 and 20: windows in shared memory; locks, accumulates, posts, fences, polling. */
final class Row19SharedWindowTest {
    private static Op[] accumulate(String name, Op end) {
        return new Op[] {
            compareAndSet("lock", 0, 1).until(1),
            load("value").as(name),
            store("value", name, value -> value + 1),
            end
        };
    }

    private static Litmus accumulates(Op end) {
        return litmus("no accumulate is lost")
                .thread("osc.shm.ControlBlock.tryAccumulate", accumulate("one", end))
                .thread("osc.shm.ControlBlock.endAccumulate", accumulate("two", end))
                .never(outcome -> outcome.last("value") != 2);
    }

    @Test
    void accumulatesAreAtomic() {
        holds(
                accumulates(release("lock", 0))
                        .code("osc.shm.ControlBlock.tryAccumulate", "Memory.compareAndSetInt")
                        .code("osc.shm.ControlBlock.endAccumulate", "Memory.putIntRelease"));
        isWrong(accumulates(store("lock", 0)), ARM, ARM_LL_SC, MODES);
    }

    /** unlock fences and releases by an update; the next holder takes the word by another one. */
    private static Litmus lock(Op unlock) {
        return litmus("the next holder finds what the last one has stored")
                .initially("lock", 1)
                .thread(
                        "osc.shm.SharedWindow.unlock",
                        store("data", 1),
                        fullFence().spare(),
                        unlock)
                .thread(
                        "osc.shm.SharedWindow.lock",
                        volatileLoad("lock").until(0).spare(),
                        compareAndSet("lock", 0, 1).until(1).spare(),
                        load("data").as("data"))
                .never(end -> end.of("data") == 0);
    }

    @Test
    void locks() {
        holds(lock(getAndAdd("lock", -1).spare()));
    }

    private static Litmus groups(Op fence, Op post, Op start) {
        return litmus("what is stored before a post or a completion is there behind the wait")
                .thread("osc.shm.SharedWindow.post", store("data", 1), fence, post)
                .thread("osc.shm.SharedWindow.start", start.until(1), load("data").as("data"))
                .never(end -> end.of("data") == 0);
    }

    @Test
    void postStartCompleteWait() {
        holds(
                groups(fullFence().spare(), getAndAdd("posts", 1).spare(), acquire("posts"))
                        .code("osc.shm.SharedWindow.post", "Memory.fullFence")
                        .code("osc.shm.SharedWindow.complete", "Memory.fullFence")
                        .code("osc.shm.ControlBlock.addPost", "Memory.getAndAddLong")
                        .code("osc.shm.ControlBlock.postsBy", "Memory.getLongAcquire")
                        .code("osc.shm.ControlBlock.addCompletion", "Memory.getAndAddLong")
                        .code("osc.shm.ControlBlock.completionsBy", "Memory.getLongAcquire"));
        isWrong(groups(fullFence(), getAndAdd("posts", 1), load("posts")), ARM, ARM_LL_SC, MODES);
    }

    /** Row 20: MPI_Win_fence is flush, barrier, sync; the barrier's messages order, too. */
    @Test
    void fences() {
        holds(
                litmus("what is put before a fence is there behind it")
                        .thread(
                                "osc.shm.SharedWindow.flushAll",
                                store("data", 1),
                                fullFence().spare(),
                                release("barrier", 1).spare())
                        .thread(
                                "osc.shm.SharedWindow.sync",
                                acquire("barrier").until(1).spare(),
                                fullFence().spare(),
                                load("data").as("data"))
                        .code("osc.shm.SharedWindow.flush", "Memory.fullFence")
                        .code("osc.shm.SharedWindow.flushAll", "Memory.fullFence")
                        .code("osc.shm.SharedWindow.sync", "Memory.fullFence")
                        .never(end -> end.of("data") == 0));
    }

    private static Litmus polling(Op... between) {
        Op[] target = new Op[between.length + 2];
        target[0] = load("flag").until(1);
        System.arraycopy(between, 0, target, 1, between.length);
        target[between.length + 1] = load("data").as("data");
        return litmus("a program that polls by plain loads, with MPI_Win_sync in its loop")
                .thread(
                        "osc.shm.SharedWindow.flush",
                        store("data", 1),
                        fullFence().spare(),
                        store("flag", 1))
                .thread("the program", target)
                .never(end -> end.of("data") == 0);
    }

    @Test
    void syncOrdersPlainLoads() {
        holds(polling(fullFence()));
        isWrong(polling(), ARM, ARM_LL_SC, MODES);
        isWrong(polling(releaseFence()), ARM, ARM_LL_SC, MODES);
    }
}
