package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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

/** When a message goes by ring, and when a ring ends: rank 0 sends, rank 1 opens the ring. */
final class RingUseTest {
    private static final int TAG = 0x55;
    private static final int SLOTS = 8;
    private static final int HALF = SLOTS / 2;
    private static final int MOST_POLLS = 1_000_000;
    private static final int LONGER = 4000;

    /** Numbers that are passed: five eighths of all. */
    private static final int NUMBER_PARTS = 5;

    private static final int NUMBER_PART_BITS = 29;
    private static final String SHARED = "S,12288,64,48,16,32:S,65536,64,48,16,32";

    private final FakeJob job = FakeJob.of(3);
    private final SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
    private final Counters sent = new Counters();
    private final Counters got = new Counters();
    private final Arena arena = Arena.ofConfined();
    private OpenibBtl sender;
    private OpenibBtl receiver;
    private BtlEndpoint to;
    private BtlEndpoint back;
    private long out;
    private int handled;
    private Runnable onHandled = () -> {};

    @BeforeEach
    void allocate() {
        out = Memory.allocate(arena, 8, 8);
    }

    @AfterEach
    void close() {
        sender.close();
        receiver.close();
        job.close();
        arena.close();
    }

    private OpenibBtl open(SoftJob soft, int rank, Counters counted) {
        return (OpenibBtl)
                soft.component(job.rank(rank), fabric, Clock.SYSTEM, null, counted)
                        .open((btl, peer, rc, why) -> {}, new StringBuilder())
                        .getFirst();
    }

    /** Opens both links, and the ring by a first message; room is granted in packets only. */
    private void start(String queues, String policy) {
        open(
                "receive-queues",
                queues,
                "eager-rdma-threshold",
                "1",
                "eager-rdma-layout",
                "fixed_bottom",
                "eager-rdma-num",
                "" + SLOTS,
                "eager-rdma-policy",
                policy,
                "eager-rdma-interval",
                "1",
                "eager-rdma-grant-by-write",
                "false");
        send(1);
        job.progressUntil("the ring", () -> sent.read().get("btl_openib_fast_out") == 1);
    }

    private SoftJob open(String... settings) {
        SoftJob soft = new SoftJob(SoftConfig.defaults(), Settings.with(settings));
        sender = open(soft, 0, sent);
        receiver = open(soft, 1, got);
        job.rank(1).activeMessages().register(TAG, (btl, peer, tag, at, length) -> onMessage());
        job.rank(0).activeMessages().register(TAG, (btl, peer, tag, at, length) -> {});
        to = sender.addPeer(job.rank(0).proc(1), new StringBuilder());
        back = receiver.addPeer(job.rank(1).proc(0), new StringBuilder());
        return soft;
    }

    private void onMessage() {
        handled++;
        onHandled.run();
    }

    private void send(int messages) {
        for (int i = 0; i < messages; i++) {
            assertThat(sender.sendShort(to, TAG, 1, 2, null, out, 8)).isEqualTo(Rc.OK);
        }
    }

    /** Only rank 1 polls: the others see no answer. */
    private void receive(int messages) {
        for (int i = 0; handled < messages; i++) {
            assertThat(i).as("polls for message %d", messages).isLessThan(MOST_POLLS);
            job.rank(1).progress();
        }
        job.rank(1).progress();
    }

    private long byRing() {
        return sent.read().get("btl_openib_fast_sent");
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
                SHARED
            })
    void closeHasATokenThoughThePeerIsSilent(String queues) {
        start(queues, "rate");
        // Twice half of the ring, while the sender sees no credits: both times they are owed.
        for (int burst = 1; burst <= 2; burst++) {
            send(HALF);
            receive(1 + burst * HALF);
        }
        job.progressUntil("its end", () -> got.read().get("btl_openib_fast_in") == 0);
        assertThat(handled).isEqualTo(1 + 2 * HALF);
        assertThat(got.read().get("btl_openib_fast_closes")).isEqualTo(1);
    }

    /**
     * Credits have used up the tokens when a ring is asked for, and the peer sends nothing any
     * more: the place in the set of polled rings goes to another peer.
     */
    @Test
    void aRingThatLacksATokenLeavesItsPlace() {
        SoftJob soft =
                open(
                        "receive-queues", "P,12288,4,3,1,2:P,65536,4,3,1,2",
                        "eager-rdma-threshold", "3",
                        "max-eager-rdma", "1");
        OpenibBtl other = open(soft, 2, new Counters());
        BtlEndpoint fromOther = other.addPeer(job.rank(2).proc(1), new StringBuilder());
        receiver.addPeer(job.rank(1).proc(2), new StringBuilder());
        send(1);
        job.progressUntil("the connection", () -> handled == 1);
        for (int messages = 2; messages <= 3; messages++) {
            // Each is answered by credits, which the sender does not see.
            send(1);
            receive(messages);
        }
        job.progressTimes(5);
        assertThat(got.read().get("btl_openib_fast_in")).as("no token for OPEN").isZero();
        for (int messages = 4; messages <= 10; messages++) {
            assertThat(other.sendShort(fromOther, TAG, 1, 2, null, out, 8)).isEqualTo(Rc.OK);
            int all = messages;
            job.progressUntil("a message", () -> handled == all);
        }
        assertThat(got.read().get("btl_openib_fast_in")).as("the other's ring").isEqualTo(1);
        other.close();
    }

    /** Messages that change between ring and queue all the time come early by one of them. */
    @Test
    void afterAFullRingMessagesGoByQueueUntilHalfOfItIsFree() {
        start(SHARED, "first");
        send(SLOTS);
        assertThat(byRing()).isEqualTo(SLOTS);
        send(1);
        assertThat(byRing()).isEqualTo(SLOTS);
        onHandled =
                () -> {
                    // The first of the ring has been read: the answer grants one slot.
                    if (handled == 1 + 2) {
                        assertThat(receiver.sendShort(back, TAG, 1, 2, null, out, 8)).isZero();
                        long before = sender.counters.received;
                        while (sender.counters.received == before) {
                            job.rank(0).progress();
                        }
                        send(1);
                        assertThat(byRing()).isEqualTo(SLOTS);
                    }
                };
        receive(1 + SLOTS + 1 + 1);
        job.progressUntil("credits", () -> got.read().get("btl_openib_credit_messages") > 0);
        job.rank(0).progress();
        send(1);
        assertThat(byRing()).isEqualTo(SLOTS + 1);
        receive(1 + SLOTS + 1 + 1 + 1);
    }

    /** A ring has the sizes that its peer's messages need, and others once these change. */
    @Test
    void aRingIsAsLargeAsItsMessagesNeed() {
        open(
                "receive-queues", SHARED,
                "eager-rdma-threshold", "4",
                "eager-rdma-limit", "8k",
                "eager-rdma-learn", "true");
        long longer = Memory.allocate(arena, LONGER, 8);
        for (int i = 1; i <= 12; i++) {
            burst(1, out, 8);
        }
        assertThat(bytesOfRings()).as("for 8 bytes").isEqualTo(512);
        for (int i = 1; i <= 100; i++) {
            burst(1, longer, LONGER);
        }
        assertThat(bytesOfRings()).as("for longer ones").isEqualTo(4 * 4096);
        long before = byRing();
        for (int i = 1; i <= 40; i++) {
            burst(SLOTS, longer, LONGER);
        }
        assertThat(bytesOfRings()).as("for many at once").isEqualTo(32 << 10);
        assertThat(byRing()).isGreaterThan(before);
    }

    private long bytesOfRings() {
        return got.read().get("btl_openib_fast_bytes");
    }

    private void burst(int messages, long from, int bytes) {
        int all = handled + messages;
        for (int i = 0; i < messages; i++) {
            assertThat(sender.sendShort(to, TAG, 1, 2, null, from, bytes)).isEqualTo(Rc.OK);
        }
        job.progressUntil("a burst", () -> handled == all);
    }

    /**
     * A ring is not used while there are more messages than numbers have signs for: then it still
     * is granted space, and still ends.
     */
    @Test
    void aRingMayBeUnusedForMoreThanHalfOfTheNumbers() {
        start(SHARED, "first");
        for (int part = 1; part <= NUMBER_PARTS; part++) {
            // The messages between these are left out; one of each part is looked at.
            int number = part << NUMBER_PART_BITS;
            ((OpenibEndpoint) to).numberFrom(number);
            ((OpenibEndpoint) back).numberFrom(number);
            assertThat(receiver.sendShort(back, TAG, 1, 2, null, out, 8)).isEqualTo(Rc.OK);
            int all = part;
            job.progressUntil("an answer", () -> sender.counters.received == all);
        }
        // So few that they are granted by answers, not by CREDITS.
        for (int i = 1; i <= SLOTS; i++) {
            send(HALF - 1);
            receive(1 + i * (HALF - 1));
            assertThat(receiver.sendShort(back, TAG, 1, 2, null, out, 8)).isEqualTo(Rc.OK);
            int all = NUMBER_PARTS + i;
            job.progressUntil("an answer", () -> sender.counters.received == all);
        }
        assertThat(byRing()).isEqualTo(SLOTS * (HALF - 1));
    }

    @Test
    void aRingThatWasUnusedForMoreThanHalfOfTheNumbersEnds() {
        start(SHARED, "first");
        int later = Integer.MIN_VALUE + 100;
        ((OpenibEndpoint) to).numberFrom(later);
        ((OpenibEndpoint) back).numberFrom(later);
        receiver.rings().set.pause(1);
        job.progressUntil("its end", () -> got.read().get("btl_openib_fast_in") == 0);
        assertThat(got.read().get("btl_openib_fast_closes")).isEqualTo(1);
    }
}
