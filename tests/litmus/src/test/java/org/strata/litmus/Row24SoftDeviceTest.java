package org.strata.litmus;

import static org.strata.litmus.Litmus.litmus;
import static org.strata.litmus.Machine.ARM;
import static org.strata.litmus.Machine.ARM_LL_SC;
import static org.strata.litmus.Machine.MODES;
import static org.strata.litmus.Models.holds;
import static org.strata.litmus.Models.isWrong;
import static org.strata.litmus.Ops.acquire;
import static org.strata.litmus.Ops.compareAndSet;
import static org.strata.litmus.Ops.getAndAdd;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.release;
import static org.strata.litmus.Ops.store;
import static org.strata.litmus.Ops.volatileLoad;
import static org.strata.litmus.Ops.volatileStore;

import org.junit.jupiter.api.Test;

/** verbs/soft: bell, timers, staging blocks, latches, the table of XRC queues. */
final class Row24SoftDeviceTest {
    @Test
    void bell() {
        Litmus bell =
                litmus("who sleeps has seen the work, or is woken")
                        .thread(
                                "verbs.soft.segment.Bell.ring",
                                release("work", 1).spare(),
                                getAndAdd("bell", 1),
                                volatileLoad("sleepers").as("sleepers"))
                        .thread(
                                "verbs.soft.Worker.await",
                                volatileLoad("bell").as("count").spare(),
                                acquire("work").as("work").spare(),
                                getAndAdd("sleepers", 1),
                                volatileLoad("bell").as("bell"))
                        .never(end ->
                                end.of("work") == 0
                                        && end.of("sleepers") == 0
                                        && end.of("bell") == end.of("count"));
        holds(
                bell.code(
                                "verbs.soft.segment.Bell.ring",
                                "Memory.getAndAddInt",
                                "Memory.getIntVolatile")
                        .code("verbs.soft.segment.Bell.count", "Memory.getIntVolatile")
                        .code(
                                "verbs.soft.segment.Bell.sleep",
                                "Memory.getAndAddInt",
                                "Memory.getIntVolatile",
                                "Memory.getAndAddInt"));
    }

    /** Who runs the timers stores when the next is due, then looks until when another sleeps. */
    @Test
    void timers() {
        Litmus timers =
                litmus("who sleeps knows the timer, or is woken for it")
                        .thread(
                                "verbs.soft.Worker.wakeForTimers",
                                volatileStore("due", 1),
                                release("latch", 0).spare(),
                                volatileLoad("wakes at").as("wakes at"))
                        .thread(
                                "verbs.soft.Worker.sleep",
                                volatileStore("wakes at", 1),
                                volatileLoad("due").as("due"))
                        .never(end -> end.of("due") == 0 && end.of("wakes at") == 0);
        holds(
                timers.code(
                                "verbs.soft.Worker.wakeForTimers",
                                "PendingPairs.due",
                                "get wakesAt",
                                "Bell.ring")
                        .code(
                                "verbs.soft.Worker.sleep",
                                "put wakesAt",
                                "PendingPairs.due",
                                "put wakesAt",
                                "put wakesAt"));
    }

    private static Litmus bounce(Op request, Op served) {
        return litmus("a staging block has the data of its request, then those of its answer")
                .thread(
                        "verbs.soft.Bounce.move",
                        store("data", 1),
                        store("key", 1),
                        request,
                        acquire("state").until(2),
                        load("data").as("answer"))
                .thread(
                        "verbs.soft.Bounce.serve",
                        // The request comes by a completion ring: its entry is acquired.
                        acquire("state").until(1),
                        load("key").as("key"),
                        load("data").as("data"),
                        store("data", 2),
                        served)
                .never(end -> end.of("key") != 1 || end.of("data") != 1 || end.of("answer") != 2);
    }

    @Test
    void stagingBlocks() {
        Op request = release("state", 1);
        Op served = release("state", 2);
        holds(
                bounce(request, served)
                        .code("verbs.soft.Bounce.request", "Memory.putIntRelease", "Site.request")
                        .code("verbs.soft.Bounce.result", "Memory.getIntAcquire")
                        .code("verbs.soft.Bounce.serve", "Memory.putIntRelease"));
        isWrong(bounce(store("state", 1), served), ARM, ARM_LL_SC, MODES);
        isWrong(bounce(request, store("state", 2)), ARM, ARM_LL_SC, MODES);
    }

    private static Op[] holder(String name, Op unlock) {
        return new Op[] {
            compareAndSet("held", 0, 1).until(1),
            load("queue").as(name),
            store("queue", name, held -> held + 1),
            unlock
        };
    }

    @Test
    void latches() {
        Op unlock = release("held", 0);
        holds(
                litmus("one holder at a time")
                        .thread("verbs.soft.segment.Latch.tryLock", holder("one", unlock))
                        .thread("verbs.soft.segment.Latch.unlock", holder("two", unlock))
                        .never(end -> end.last("queue") != 2));
        isWrong(
                litmus("a release that is none")
                        .thread("one", holder("one", store("held", 0)))
                        .thread("two", holder("two", store("held", 0)))
                        .never(end -> end.last("queue") != 2),
                ARM,
                ARM_LL_SC,
                MODES);
    }

    /** An entry is claimed (-1), filled, and published by its device; the number is found so. */
    @Test
    void xrcTable() {
        holds(
                litmus("a number leads to one queue, and to the right one")
                        .thread(
                                "verbs.soft.segment.XrcTable.add",
                                compareAndSet("device", 0, -1).as("mine").spare(),
                                store("queue", 1).when("mine", 1),
                                volatileStore("device", 7).when("mine", 1).spare())
                        .thread(
                                "verbs.soft.segment.XrcTable.remove",
                                compareAndSet("device", 0, -1).as("not mine").spare(),
                                store("queue", 2).when("not mine", 1),
                                volatileStore("device", 8).when("not mine", 1).spare())
                        .thread(
                                "verbs.soft.segment.XrcTable.device",
                                acquire("device").as("device"),
                                load("queue").as("queue"))
                        .code(
                                "verbs.soft.segment.XrcTable.add",
                                "Memory.getAndAddInt",
                                "Memory.compareAndSetLong",
                                "Memory.putLongVolatile")
                        .code("verbs.soft.segment.XrcTable.device", "Memory.getLongAcquire")
                        .never(end ->
                                (end.of("device") == 7 && end.of("queue") != 1)
                                        || (end.of("device") == 8 && end.of("queue") != 2)));
    }
}
