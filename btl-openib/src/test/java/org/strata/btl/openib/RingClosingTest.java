package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

import java.lang.foreign.Arena;

/** Rings of peers that send nothing any more, and the tokens of their control messages. */
final class RingClosingTest {
    private static final int TAG = 0x55;
    private static final int HALF = 4;
    private static final int MOST_POLLS = 1_000_000;

    private static OpenibBtl open(
            SoftJob soft, FakeJob job, int rank, SoftFabric fabric, Counters counted) {
        return (OpenibBtl)
                soft.component(job.rank(rank), fabric, Clock.SYSTEM, null, counted)
                        .open((btl, peer, rc, why) -> {}, new StringBuilder())
                        .getFirst();
    }

    /** Only rank 1 polls: the others see no answer. */
    private static void receiveAlone(FakeJob job, int[] handled, int messages) {
        for (int i = 0; handled[0] < messages; i++) {
            assertThat(i).as("polls for message %d", messages).isLessThan(MOST_POLLS);
            job.rank(1).progress();
        }
        job.rank(1).progress();
    }

    /**
     * Credits may not use up the token that CLOSE needs: the message that would bring one back is
     * never sent.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "P,12288,4,3,4,2:P,65536,4,3,4,2",
                "P,12288,14,3,4,1:P,65536,14,3,4,1",
                "S,12288,64,48,16,32:S,65536,64,48,16,32"
            })
    void closeHasATokenThoughThePeerIsSilent(String queues) {
        FakeJob job = FakeJob.of(2);
        SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
        SoftJob soft =
                new SoftJob(
                        SoftConfig.defaults(),
                        Settings.with(
                                "receive-queues", queues,
                                "eager-rdma-threshold", "1",
                                "eager-rdma-layout", "fixed_bottom",
                                "eager-rdma-num", "8",
                                "eager-rdma-policy", "rate",
                                "eager-rdma-interval", "1"));
        Counters got = new Counters();
        Counters sent = new Counters();
        OpenibBtl sender = open(soft, job, 0, fabric, sent);
        OpenibBtl receiver = open(soft, job, 1, fabric, got);
        int[] handled = {0};
        job.rank(1).activeMessages().register(TAG, (btl, peer, tag, at, length) -> handled[0]++);
        BtlEndpoint to = sender.addPeer(job.rank(0).proc(1), new StringBuilder());
        receiver.addPeer(job.rank(1).proc(0), new StringBuilder());
        try (Arena arena = Arena.ofConfined()) {
            long out = Memory.allocate(arena, 8, 8);
            assertThat(sender.sendShort(to, TAG, 1, 2, null, out, 8)).isEqualTo(Rc.OK);
            job.progressUntil("the ring", () -> sent.read().get("btl_openib_fast_out") == 1);
            // Twice half of the ring, while the sender sees no credits: both times they are owed.
            for (int burst = 1; burst <= 2; burst++) {
                for (int i = 0; i < HALF; i++) {
                    assertThat(sender.sendShort(to, TAG, 1, 2, null, out, 8)).isEqualTo(Rc.OK);
                }
                receiveAlone(job, handled, 1 + burst * HALF);
            }
            job.progressUntil("its end", () -> got.read().get("btl_openib_fast_in") == 0);
        }
        assertThat(handled[0]).isEqualTo(1 + 2 * HALF);
        assertThat(got.read().get("btl_openib_fast_closes")).isEqualTo(1);
        sender.close();
        receiver.close();
        job.close();
    }

    /**
     * Credits have used up the tokens when a ring is asked for, and the peer sends nothing any
     * more: the place in the set of polled rings goes to another peer.
     */
    @Test
    void aRingThatLacksATokenLeavesItsPlace() {
        FakeJob job = FakeJob.of(3);
        SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
        SoftJob soft =
                new SoftJob(
                        SoftConfig.defaults(),
                        Settings.with(
                                "receive-queues", "P,12288,4,3,1,2:P,65536,4,3,1,2",
                                "eager-rdma-threshold", "3",
                                "max-eager-rdma", "1"));
        Counters got = new Counters();
        OpenibBtl receiver = open(soft, job, 1, fabric, got);
        int[] handled = {0};
        job.rank(1).activeMessages().register(TAG, (btl, peer, tag, at, length) -> handled[0]++);
        OpenibBtl silent = open(soft, job, 0, fabric, new Counters());
        OpenibBtl other = open(soft, job, 2, fabric, new Counters());
        BtlEndpoint fromSilent = silent.addPeer(job.rank(0).proc(1), new StringBuilder());
        BtlEndpoint fromOther = other.addPeer(job.rank(2).proc(1), new StringBuilder());
        receiver.addPeer(job.rank(1).proc(0), new StringBuilder());
        receiver.addPeer(job.rank(1).proc(2), new StringBuilder());
        try (Arena arena = Arena.ofConfined()) {
            long out = Memory.allocate(arena, 8, 8);
            assertThat(silent.sendShort(fromSilent, TAG, 1, 2, null, out, 8)).isEqualTo(Rc.OK);
            job.progressUntil("the connection", () -> handled[0] == 1);
            for (int sent = 2; sent <= 3; sent++) {
                // Each is answered by credits, which the sender does not see.
                assertThat(silent.sendShort(fromSilent, TAG, 1, 2, null, out, 8)).isEqualTo(Rc.OK);
                receiveAlone(job, handled, sent);
            }
            job.progressTimes(5);
            assertThat(got.read().get("btl_openib_fast_in")).as("no token for OPEN").isZero();
            for (int sent = 4; sent <= 10; sent++) {
                assertThat(other.sendShort(fromOther, TAG, 1, 2, null, out, 8)).isEqualTo(Rc.OK);
                int all = sent;
                job.progressUntil("a message", () -> handled[0] == all);
            }
            assertThat(got.read().get("btl_openib_fast_in")).as("the other's ring").isEqualTo(1);
        }
        silent.close();
        other.close();
        receiver.close();
        job.close();
    }
}
