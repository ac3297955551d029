package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;
import org.strata.verbs.AsyncEvent;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.soft.segment.Bell;
import org.strata.verbs.soft.segment.SegmentHeader;

import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;

/**
 * A thread falls asleep while another one moves the queue pairs: it must hear of the timers that
 * are set then, or nobody looks after them once the other one sleeps too.
 */
class SleeperTimerTest {
    /** A sleeper wakes by itself now and then: the ring it needs no more is then missing. */
    private static final int MOST_ATTEMPTS = 50;

    /** Code of the shortest wait for a receiver that is not ready. */
    private static final int SHORTEST = 1;

    @Test
    void aSleeperHearsOfATimerThatIsSetMeanwhile() throws InterruptedException {
        boolean rung = false;
        for (int i = 0; i < MOST_ATTEMPTS && !rung; i++) {
            rung = new Attempt().ringsForTheSleeper();
        }
        assertThat(rung).as("the bell rang").isTrue();
    }

    /** A request that finds its receiver not ready, just when another thread has fallen asleep. */
    private static final class Attempt implements FaultPlan {
        private final SoftFabric fabric = SoftFabric.inProcess(() -> 0, this);
        private final SoftContext context =
                new SoftProvider(SoftConfig.defaults(), fabric, notice -> {}).open("soft0");
        private final long header = context.parts().device().segment().header();
        private final Thread sleeper =
                Thread.ofPlatform()
                        .daemon()
                        .unstarted(() -> context.nextEvent(new AsyncEvent(), Long.MAX_VALUE));
        private int bell;
        private boolean asked;

        boolean ringsForTheSleeper() throws InterruptedException {
            ProtectionDomain pd = context.allocPd();
            CompletionQueue cq = context.createCq(4, null);
            QueuePair a = context.createQp(QpInit.rc(pd, cq, cq, 4, 4, 0));
            QueuePair b = context.createQp(QpInit.rc(pd, cq, cq, 4, 4, 0));
            connect(a, b);
            connect(b, a);
            SendWr send = new SendWr(Arena.global(), 1);
            a.postSend(send.operation(WrOpcode.SEND, SendFlags.SIGNALED).sgeCount(0));
            cq.poll(new WorkCompletions(Arena.global(), 4), 4);
            boolean rung = Bell.count(header) != bell;
            context.setPort(1, true);
            sleeper.join(TimeUnit.SECONDS.toMillis(60));
            assertThat(sleeper.isAlive()).isFalse();
            return rung;
        }

        @Override
        public boolean notReady(long number, int qp) {
            if (asked) {
                return false;
            }
            asked = true;
            sleeper.start();
            while (Memory.getIntVolatile(header + SegmentHeader.SLEEPERS) == 0) {
                Thread.yield();
            }
            bell = Bell.count(header);
            // Nor is it: nothing is posted there.
            return false;
        }

        private void connect(QueuePair from, QueuePair to) {
            from.modify(QpAttributes.toInit(1, 15));
            from.modify(
                    QpAttributes.toRtr(to.number(), 0, context.gid(1, 0), 0, 0)
                            .minRnrTimer(SHORTEST));
            from.modify(QpAttributes.toRts(0));
        }
    }
}
