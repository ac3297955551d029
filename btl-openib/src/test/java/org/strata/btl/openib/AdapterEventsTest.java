package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftContext;
import org.strata.verbs.soft.SoftFabric;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Traffic between stations in one thread, in the middle of which adapters report events. */
final class AdapterEventsTest {
    private static final int TAG = 0x41;
    private static final int HEADER = 8;
    private static final int PAYLOAD = 200;
    private static final int MESSAGES = 4000;
    private static final int ENOUGH_FAILURES = 6;

    /** The numbers of messages wrap in the middle of the traffic. */
    private static final int NEAR_WRAP = Integer.MAX_VALUE - MESSAGES / 2;

    private FakeJob job = FakeJob.of(2);
    private final SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
    private final Arena arena = Arena.ofShared();
    private final Random random = new Random(7);
    private SoftJob soft;
    private List<Station> stations;

    /** One rank, and the numbers of the messages that it got. */
    private final class Station {
        final Counters counters = new Counters();
        final List<String> errors = new ArrayList<>();
        final OpenibBtl btl;
        final long header = Memory.allocate(arena, HEADER + PAYLOAD, 8);
        final int[] expected = new int[8];
        OpenibEndpoint peer;
        int sent;
        int received;

        Station(FakeRank rank) {
            rank.activeMessages().register(TAG, this::onMessage);
            List<Btl> links =
                    soft.component(rank, fabric, Clock.SYSTEM, null, counters)
                            .open((btl, to, rc, why) -> errors.add(why), new StringBuilder());
            btl = (OpenibBtl) links.getFirst();
        }

        private void onMessage(Btl from, BtlEndpoint sender, int tag, long address, int length) {
            assertThat(Memory.getLong(address))
                    .as("in order, once")
                    .isEqualTo(expected[sender.peer().rank()]++);
            received++;
        }

        void connect(FakeRank rank, int other) {
            peer = (OpenibEndpoint) btl.addPeer(rank.proc(other), new StringBuilder());
        }

        /** Sends the next message, if there is room; returns the return code. */
        int send() {
            Memory.putLong(header, sent);
            int rc = btl.sendImmediate(peer, TAG, header, HEADER, null, header + HEADER, PAYLOAD);
            sent += rc == Rc.OK ? 1 : 0;
            return rc;
        }

        SoftContext adapter() {
            return (SoftContext) btl.port().adapter().context;
        }

        long count(String name) {
            return counters.read().get("btl_openib_" + name);
        }
    }

    private void open(String... changes) {
        soft = new SoftJob(SoftConfig.defaults(), Settings.withoutRings(changes));
        stations = job.ranks().stream().map(Station::new).toList();
        for (FakeRank rank : job.ranks()) {
            stations.get(rank.rank()).connect(rank, rank.rank() == 0 ? 1 : 0);
        }
    }

    @AfterEach
    void close() {
        stations.forEach(station -> station.btl.close());
        job.close();
        arena.close();
    }

    @Test
    void queuePairsThatFailLoseNothing() {
        open("max-reconnects", "1000", "connect-retry-delay", "0.1");
        stations.forEach(station -> station.peer.numberFrom(NEAR_WRAP));
        int failed = 0;
        // How many can fail depends on how long the pairs take to connect again.
        while (failed < ENOUGH_FAILURES || stations.stream().anyMatch(s -> s.sent < MESSAGES)) {
            for (Station station : stations) {
                if (failed < ENOUGH_FAILURES || station.sent < MESSAGES) {
                    assertThat(station.send()).as("%s", station.errors).isIn(Rc.OK, Rc.NO_RESOURCE);
                }
                Channel[] channels = station.peer.channels();
                if (channels.length > 0 && random.nextInt(400) == 0) {
                    Channel victim = channels[random.nextInt(channels.length)];
                    station.adapter().failQp(victim.pairs().sending());
                    failed++;
                }
            }
            job.progress();
        }
        job.progressUntil(
                "all messages",
                () ->
                        stations.getFirst().received == stations.getLast().sent
                                && stations.getLast().received == stations.getFirst().sent);
        assertThat(stations.stream().mapToLong(s -> s.count("breaks")).sum()).isPositive();
        assertThat(stations).allSatisfy(station -> assertThat(station.errors).isEmpty());
    }

    /** A packet between two breaks does not make the link good. */
    @Test
    void aLinkWhoseConnectionsCarryOnePacketEachIsLost() {
        open("connect-retry-delay", "0.1", "max-reconnects", "3");
        Station a = stations.getFirst();
        Station b = stations.getLast();
        for (int i = 0; i < 3; i++) {
            breakAfterAPacket(a, b);
        }
        assertThat(a.errors).isEmpty();
        breakAfterAPacket(a, b);
        job.progressUntil("the loss", () -> a.errors.size() == 1);
        assertThat(a.send()).isEqualTo(Rc.LINK_FAILED);
    }

    private void breakAfterAPacket(Station a, Station b) {
        int before = b.received;
        job.progressUntil("room", () -> a.send() == Rc.OK);
        job.progressUntil("a packet", () -> b.received > before && a.peer.channels().length > 0);
        job.progressUntil("an answer", () -> b.send() == Rc.OK);
        int answers = a.received;
        job.progressUntil("its arrival", () -> a.received > answers || a.received == b.sent);
        long breaks = a.count("breaks");
        a.adapter().failQp(a.peer.channels()[0].pairs().sending());
        job.progressUntil("the break", () -> a.count("breaks") > breaks);
    }

    @Test
    void aPortThatIsDownForAWhileIsToldAndLosesNothing() {
        // A request is tried again every 268 ms instead of every 4 s.
        open("ib-timeout", "16");
        Station a = stations.getFirst();
        Station b = stations.getLast();
        job.progressUntil("room", () -> a.send() == Rc.OK);
        job.progressUntil("the first message", () -> b.received == 1);
        b.adapter().setPort(1, false);
        job.progressUntil("room", () -> a.send() == Rc.OK);
        job.progressUntil("its warning", () -> told("PORT_ERR") == 1);
        assertThat(b.received).isEqualTo(1);
        b.adapter().setPort(1, true);
        job.progressUntil("the second message", () -> b.received == 2);
        job.progressUntil("its warning", () -> told("PORT_ACTIVE") == 1);
        assertThat(a.errors).isEmpty();
    }

    @Test
    void anAdapterThatFailsIsToldOnceAndItsLinksAreLost() {
        open("ib-timeout", "12", "ib-retry-count", "1");
        Station a = stations.getFirst();
        Station b = stations.getLast();
        job.progressUntil("room", () -> a.send() == Rc.OK);
        job.progressUntil("the first message", () -> b.received == 1);
        b.adapter().fail();
        job.progressUntil(
                "both sides' errors",
                () -> {
                    a.send();
                    return !a.errors.isEmpty() && !b.errors.isEmpty();
                });
        job.progressTimes(500);
        assertThat(a.errors).hasSize(1);
        assertThat(b.errors).singleElement().asString().contains("the adapter has failed");
        assertThat(told("DEVICE_FATAL")).isEqualTo(1);
        assertThat(b.send()).isEqualTo(Rc.LINK_FAILED);
    }

    @Test
    void moreReceivesThanAPairTakesAreRefusedAtTheStart() {
        soft =
                new SoftJob(
                        SoftConfig.defaults(),
                        Settings.withoutRings("use-srq", "false", "rd-num", "60000"));
        stations = List.of();
        StringBuilder refusal = new StringBuilder();
        List<Btl> links =
                soft.component(job.rank(0), fabric, Clock.SYSTEM, null, new Counters())
                        .open((btl, to, rc, why) -> {}, refusal);
        assertThat(links).isEmpty();
        assertThat(refusal).contains("receives per queue pair").contains("btl_openib_rd_num");
    }

    @Test
    void messagesThatWaitTogetherTravelTogether() {
        assertThat(coalesced("use-message-coalescing", "true")).isEqualTo(19);
    }

    @Test
    void theyDoNotWhenTheyMustNot() {
        assertThat(coalesced("use-message-coalescing", "false")).isZero();
    }

    /** Sends twenty messages before there is a connection; returns how many shared a packet. */
    private long coalesced(String... changes) {
        open(changes);
        Station a = stations.getFirst();
        for (int i = 0; i < 20; i++) {
            assertThat(a.send()).isEqualTo(Rc.OK);
        }
        job.progressUntil("all messages", () -> stations.getLast().received == 20);
        return a.count("coalesced");
    }

    /** Of short messages one of a batch asks for a completion, which retires those before it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void shortMessagesAreRetiredInBatches(int batch) {
        open("signal-batch", "" + batch);
        Station a = stations.getFirst();
        Station b = stations.getLast();
        job.progressUntil("room", () -> a.send() == Rc.OK);
        job.progressUntil("the first message", () -> b.received == 1 && a.peer.isFlushed());
        Channel channel = a.peer.channels()[0];
        for (int i = 1; i <= 3 * batch; i++) {
            int number = i;
            job.progressUntil("room", () -> a.send() == Rc.OK);
            job.progressUntil("message " + i, () -> b.received == 1 + number);
            if (i % batch == 0) {
                job.progressUntil("news of the batch", channel::isIdle);
            } else {
                job.progressTimes(20);
                assertThat(channel.isIdle()).as("after message %d", i).isFalse();
            }
        }
    }

    @Test
    void aSharedQueueThatRunsLowGrowsUpToItsBound() {
        job = FakeJob.of(5);
        open("rd-num", "2", "srq-rd-per-peer", "0", "srq-rd-max", "24");
        Station receiver = stations.getFirst();
        List<Station> senders = stations.subList(1, 5);
        SharedQueue queue = receiver.btl.parts().queues().sharedQueue(0);
        for (int turn = 0; turn < 100_000 && queue.target() < 24; turn++) {
            // The receiver comes seldom: whatever its peers may send is there at once.
            senders.forEach(Station::send);
            job.ranks().subList(1, 5).forEach(FakeRank::progress);
            if (turn % 4 == 0) {
                job.progress();
            }
        }
        assertThat(queue.target()).isEqualTo(24);
        int sent = senders.stream().mapToInt(s -> s.sent).sum();
        job.progressUntil("all messages", () -> receiver.received == sent);
        assertThat(queue.posted()).isLessThanOrEqualTo(24);
        assertThat(receiver.count("srq_growths")).isEqualTo(4);
    }

    private long told(String event) {
        return soft.output.warnings.stream().filter(line -> line.contains(event)).count();
    }
}
