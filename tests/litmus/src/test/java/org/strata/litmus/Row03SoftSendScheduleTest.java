package org.strata.litmus;

import static org.strata.litmus.Litmus.litmus;
import static org.strata.litmus.Machine.ARM;
import static org.strata.litmus.Machine.ARM_LL_SC;
import static org.strata.litmus.Machine.MODES;
import static org.strata.litmus.Machine.X86;
import static org.strata.litmus.Models.holds;
import static org.strata.litmus.Models.isWrong;
import static org.strata.litmus.Ops.compareAndSet;
import static org.strata.litmus.Ops.getAndSet;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.release;
import static org.strata.litmus.Ops.store;
import static org.strata.litmus.Ops.volatileLoad;
import static org.strata.litmus.Ops.volatileStore;

import org.junit.jupiter.api.Test;

/**
 * verbs/soft in engine mode: who posts a request schedules the pair, unless it is scheduled; the
 * engine ends the schedule of a pair without requests, and looks once more.
 */
final class Row03SoftSendScheduleTest {
    private static Litmus schedule(Op... ask) {
        Op[] poster = new Op[ask.length + 2];
        poster[0] = store("request", 1);
        poster[1] = release("tail", 1);
        System.arraycopy(ask, 0, poster, 2, ask.length);
        return litmus("a request that is queued is executed")
                .initially("scheduled", 1)
                .thread("verbs.soft.SoftQp.schedule", poster)
                .thread(
                        "verbs.soft.SoftQp.staysScheduled",
                        volatileStore("scheduled", 0),
                        volatileLoad("tail").as("tail"),
                        load("request").as("request"))
                .never(end ->
                        (end.of("was") == 1 && end.of("tail") == 0)
                                || (end.of("tail") == 1 && end.of("request") == 0));
    }

    @Test
    void theExchangeIsOrdered() {
        holds(
                schedule(getAndSet("scheduled", 1).as("was"))
                        .code(
                                "verbs.soft.SoftSendQueue.add",
                                "get tail",
                                "get head",
                                "VarHandle.setRelease")
                        .code(
                                "verbs.soft.SoftQp.schedule",
                                "SendSide.isIdle",
                                "AtomicBoolean.getAndSet",
                                "Worker.schedule")
                        .code(
                                "verbs.soft.SoftQp.staysScheduled",
                                "AtomicBoolean.set",
                                "SendSide.isIdle",
                                "AtomicBoolean.compareAndSet"));
    }

    /** As it was until November 2026; right on x86, where it locks the bus in any case. */
    @Test
    void aCompareAndSetThatFailsOrdersNothing() {
        Litmus asked = schedule(compareAndSet("scheduled", 0, 1).as("stored"));
        isWrong(
                asked.never(end -> end.of("stored") == 0 && end.of("tail") == 0),
                ARM,
                ARM_LL_SC,
                MODES);
    }

    @Test
    void theFlagAloneIsNotEnough() {
        isWrong(schedule(volatileLoad("scheduled").as("was")), X86, ARM, ARM_LL_SC, MODES);
    }
}
