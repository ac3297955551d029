package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.btl.openib.queue.LaneSlots;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.ReceiveQueue;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftContext;
import org.strata.verbs.soft.SoftFabric;

import java.util.ArrayList;
import java.util.List;

/** Lanes of a job so large that their slots have more than 16 bits. */
final class ManyLanesTest {
    private static final int RNR_TIMER = 1;
    private static final int LANES = 3;

    private final SoftJob soft = new SoftJob(SoftConfig.defaults(), Settings.with());
    private final SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
    private final List<Integer> sent = new ArrayList<>();
    private final List<Integer> arrived = new ArrayList<>();

    private OpenibBtl open(FakeJob job, int rank) {
        OpenibBtl btl =
                (OpenibBtl)
                        soft.component(job.rank(rank), fabric, Clock.SYSTEM, null, new Counters())
                                .open((from, peer, rc, why) -> {}, new StringBuilder())
                                .getFirst();
        btl.useQueues(LANES, RNR_TIMER);
        return btl;
    }

    /** One slot below, the others above the limit; a lane is repaired with its slot. */
    @Test
    void completionsFindTheirLane() {
        try (FakeJob job = FakeJob.of(2)) {
            OpenibBtl from = open(job, 0);
            OpenibBtl to = open(job, 1);
            LaneSlots.take(from.queues(), (1 << 16) - 1);
            BtlEndpoint there = from.addPeer(job.rank(0).proc(1), new StringBuilder());
            BtlEndpoint back = to.addPeer(job.rank(1).proc(0), new StringBuilder());
            ReceiveQueue queue =
                    to.open(
                            back,
                            2 * LANES,
                            0,
                            (of, context, immediate, length, rc) -> arrived.add(immediate));
            for (int number = 1; number <= 2 * LANES; number++) {
                int lane = number % LANES;
                assertThat(queue.post(0, 0, null, null)).isEqualTo(Rc.OK);
                assertThat(send(from, there, lane, queue.number(), number)).isEqualTo(Rc.OK);
                int all = number;
                job.progressUntil("message " + number, () -> sent.size() == all);
                breakLane(from, there, lane);
            }
            assertThat(arrived).containsExactly(1, 2, 3, 4, 5, 6);
            assertThat(sent).containsOnly(Rc.OK);
            from.close();
            to.close();
        }
    }

    private int send(OpenibBtl from, BtlEndpoint to, int lane, int queue, int number) {
        return from.sendTo(
                to, lane, queue, number, 0, 0, null, (endpoint, context, rc) -> sent.add(rc), null);
    }

    private static void breakLane(OpenibBtl from, BtlEndpoint to, int lane) {
        SoftContext context = (SoftContext) from.port().adapter().context;
        context.failQp(from.laneQueuePair(to, lane, false));
    }
}
