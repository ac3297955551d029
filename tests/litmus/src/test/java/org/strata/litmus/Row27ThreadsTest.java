package org.strata.litmus;

import static org.strata.litmus.Litmus.litmus;
import static org.strata.litmus.Machine.ARM;
import static org.strata.litmus.Machine.ARM_LL_SC;
import static org.strata.litmus.Machine.MODES;
import static org.strata.litmus.Machine.X86;
import static org.strata.litmus.Models.holds;
import static org.strata.litmus.Models.isWrong;
import static org.strata.litmus.Ops.fullFence;
import static org.strata.litmus.Ops.getAndSet;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.release;
import static org.strata.litmus.Ops.store;
import static org.strata.litmus.Ops.storeStoreFence;
import static org.strata.litmus.Ops.volatileLoad;
import static org.strata.litmus.Ops.volatileStore;

import org.junit.jupiter.api.Test;

/** Rows 27 to 29: what threads of one process exchange outside the progress engine's lock. */
final class Row27ThreadsTest {
    /** park consumes the permit that unpark gives: an exchange of one word. */
    private static Litmus park(Op needed) {
        return litmus("a thread that is needed runs, or does not stay parked")
                .thread("coll.schedule.ProgressThread.wake", needed, getAndSet("permit", 1))
                .thread(
                        "coll.schedule.ProgressThread.run",
                        getAndSet("permit", 0).as("permit"),
                        volatileLoad("needed").as("needed").spare())
                .never(end -> end.of("permit") == 1 && end.of("needed") == 0);
    }

    /** A thread that was unparked looks at the flag once more. */
    @Test
    void flagBeforePermit() {
        holds(
                park(volatileStore("needed", 1).spare())
                        .code(
                                "coll.schedule.ProgressThread.wake",
                                "put needed",
                                "LockSupport.unpark"));
        isWrong(
                litmus("permit before flag")
                        .thread("one", getAndSet("permit", 1), volatileStore("needed", 1))
                        .thread(
                                "two",
                                getAndSet("permit", 0).as("permit"),
                                volatileLoad("needed").as("needed"))
                        .never(end -> end.of("permit") == 1 && end.of("needed") == 0),
                X86,
                ARM,
                ARM_LL_SC,
                MODES);
    }

    /** btl-tcp: a knock is stored, then ends a sleep. */
    @Test
    void knock() {
        holds(
                litmus("who falls asleep has seen the knock, or is woken")
                        .thread(
                                "btl.tcp.Reactor.knock",
                                volatileStore("knocked", 1),
                                // RankSleeper.wake
                                volatileLoad("sleep word").as("word"))
                        .thread(
                                "btl.tcp.Reactor.progress",
                                volatileStore("sleep word", 1).spare(),
                                // RankSleeper.announce
                                fullFence().spare(),
                                volatileLoad("knocked").as("knocked").spare())
                        .never(end -> end.of("word") == 0 && end.of("knocked") == 0));
    }

    /** Scratch arrays that one thread at a time takes and puts back. */
    private static Litmus spare(Op take, Op again, Op give) {
        return litmus("one thread has the scratch arrays, and they come back as they were left")
                .initially("spare", 1)
                .thread(
                        "opal.op.ArrayKernel.pieces",
                        take.as("one"),
                        store("array", 1).when("one", 1),
                        give.when("one", 1))
                .thread("opal.op.ArrayKernel.combine", again.until(2), load("array").as("array"))
                .never(end -> end.of("array") != 1);
    }

    @Test
    void scratchArrays() {
        Op take = getAndSet("spare", 0);
        holds(
                spare(take.spare(), take, release("spare", 2))
                        .code(
                                "opal.op.ArrayKernel.pieces",
                                "AtomicReference.getAndSet",
                                "AtomicReference.setRelease"));
        isWrong(spare(take, take, store("spare", 2)), ARM, ARM_LL_SC, MODES);
    }

    /**
     * Row 29: a racy table of objects with final fields, which their constructor's end publishes.
     */
    private static Litmus racy(Op load, Op... publish) {
        Op[] maker = new Op[publish.length + 1];
        maker[0] = store("address", 1);
        System.arraycopy(publish, 0, maker, 1, publish.length);
        return litmus("an entry that is found is whole")
                .thread("mpi.DirectAddresses.elsewhere", maker)
                .thread("mpi.DirectAddresses.known", load("entry").until(1).as("entry"), load)
                .never(end -> end.of("address") == 0);
    }

    @Test
    void finalFields() {
        Op through = load("address").at("entry").as("address");
        holds(racy(through, storeStoreFence(), store("entry", 1)));
        isWrong(racy(through, store("entry", 1)), ARM, ARM_LL_SC, MODES);
        isWrong(
                racy(load("address").as("address"), storeStoreFence(), store("entry", 1)),
                ARM,
                ARM_LL_SC,
                MODES);
    }
}
