package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.verbs.Access;
import org.strata.verbs.AddressHandle;
import org.strata.verbs.BufferArea;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.Gid;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.Provider;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.VerbsException;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftContext;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** First contact by datagrams: when two ranks connect, what is believed, what is not there. */
class DatagramsTest {
    private static final int TAG = 0x80;
    private static final String[] UD = {
        "first-contact", "ud", "first-contact-messages", "6", "first-contact-retransmit", "1"
    };

    private final FakeJob job = FakeJob.of(2);
    private final List<Btl> links = new ArrayList<>();
    private final List<Counters> counters = List.of(new Counters(), new Counters());
    private final List<Integer> received = new ArrayList<>();
    private final Arena arena = Arena.ofShared();
    private final long header = Memory.allocate(arena, 16, 8);
    private boolean lossy;

    /** Loses every datagram, while it is told to. */
    private final FaultPlan faults =
            new FaultPlan() {
                @Override
                public boolean lost(long context, int qp) {
                    return lossy;
                }
            };

    private SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
    private SoftJob soft;
    private BtlEndpoint there;

    /** A device makes no pair for datagrams. */
    private static QueuePair plain(Context device, QpInit init) {
        if (init.type() == QpType.UD) {
            throw new VerbsException(VerbsException.EOPNOTSUPP, "no datagrams");
        }
        return device.createQp(init);
    }

    private void open(UnaryOperator<Provider> wrapper, String... settings) {
        open(SoftConfig.defaults(), wrapper, settings);
    }

    private void open(SoftConfig adapters, UnaryOperator<Provider> wrapper, String... settings) {
        soft = new SoftJob(adapters, Settings.with(settings), wrapper);
        for (int rank = 0; rank < 2; rank++) {
            links.addAll(
                    soft.component(job.rank(rank), fabric, Clock.SYSTEM, null, counters.get(rank))
                            .open((btl, peer, rc, why) -> {}, new StringBuilder()));
        }
        job.rank(1)
                .activeMessages()
                .register(
                        TAG,
                        (btl, from, tag, address, length) -> received.add(Memory.getInt(address)));
        there = links.getFirst().addPeer(job.rank(0).proc(1), new StringBuilder());
    }

    private void send(int number) {
        Memory.putInt(header, number);
        int rc = Rc.NO_RESOURCE;
        while (rc == Rc.NO_RESOURCE) {
            rc = links.getFirst().sendImmediate(there, TAG, header, 8, null, 0, 0);
            job.progress();
        }
        assertThat(rc).isEqualTo(Rc.OK);
    }

    private long count(int rank, String counter) {
        return counters.get(rank).read().get("btl_openib_" + counter);
    }

    private void expectNumbers(int count) {
        job.progressUntil(count + " messages", () -> received.size() >= count);
        assertThat(received).isEqualTo(IntStream.range(0, count).boxed().toList());
    }

    @AfterEach
    void close() {
        links.forEach(Btl::close);
        job.close();
        arena.close();
    }

    @Test
    void ranksThatTalkLittleMakeNoConnection() {
        open(provider -> provider, UD);
        for (int i = 0; i < 5; i++) {
            send(i);
        }
        expectNumbers(5);
        job.progressUntil("acknowledgements", () -> links.getFirst().flushed());
        assertThat(count(0, "connections") + count(1, "connections")).isZero();
        assertThat(count(0, "queue_pairs")).isZero();
        assertThat(count(1, "datagrams_received")).isBetween(1L, 5L);
    }

    @Test
    void ranksThatTalkMoreConnect() {
        open(provider -> provider, UD);
        for (int i = 0; i < 200; i++) {
            send(i);
            job.progress();
        }
        expectNumbers(200);
        assertThat(count(0, "connections")).isEqualTo(1);
        assertThat(count(0, "datagrams_sent")).isPositive();
    }

    /** More than there is memory for at once, at adapters that refuse some requests. */
    @Test
    void theMemoryOfDatagramsServesAgain() {
        open(
                RefusingProvider::new,
                Settings.and(
                        UD, "first-contact-messages", "100000", "first-contact-receives", "64"));
        for (int i = 0; i < 2000; i++) {
            send(i);
        }
        expectNumbers(2000);
        assertThat(count(0, "connections") + count(1, "connections")).isZero();
        assertThat(count(0, "queue_pairs")).isZero();
    }

    /** As much as datagrams have is left for the peers that connect, or there are none. */
    @ParameterizedTest(name = "{0} KiB, {1}")
    @CsvSource({"256, false", "384, false", "1024, true"})
    void datagramsLeaveMemoryForConnections(int registered, boolean datagrams) {
        open(
                SoftConfig.defaults().withRegistration(registered * 1024L, SoftConfig.Pin.OFF),
                provider -> provider,
                UD);
        for (int i = 0; i < 50; i++) {
            send(i);
        }
        expectNumbers(50);
        assertThat(count(0, "datagrams_sent") > 0).isEqualTo(datagrams);
        assertThat(count(0, "connections")).isEqualTo(1);
    }

    @Test
    void aLongMessageConnectsAtOnce() {
        open(provider -> provider, UD);
        send(0);
        var descriptor = links.getFirst().alloc(there, 9000);
        descriptor.callback = (btl, done, rc) -> btl.free(done);
        Memory.putInt(descriptor.address, 1);
        assertThat(links.getFirst().send(there, descriptor, TAG)).isEqualTo(Rc.OK);
        send(2);
        expectNumbers(3);
        assertThat(count(0, "connections")).isEqualTo(1);
    }

    @Test
    void wherePeersHearNothingTheyConnect() {
        fabric = SoftFabric.inProcess(Clock.SYSTEM, faults);
        open(
                provider -> provider,
                Settings.and(UD, "first-contact-retries", "2", "first-contact-retransmit", "0.1"));
        lossy = true;
        for (int i = 0; i < 3; i++) {
            send(i);
        }
        job.progressUntil("attempts", () -> count(0, "datagrams_repeated") > 0);
        job.progressUntil("a connection", () -> count(0, "queue_pairs") > 0);
        lossy = false;
        expectNumbers(3);
        assertThat(count(0, "connections")).isEqualTo(1);
    }

    @Test
    void aDeviceWithoutDatagramsIsNamedOnceWithWhatIsUsedInstead() {
        open(OtherPairs.by(DatagramsTest::plain), UD);
        assertThat(soft.output.warnings)
                .singleElement()
                .asString()
                .contains("soft0")
                .contains("btl_openib_first_contact rc")
                .doesNotContain("\n");
        send(0);
        expectNumbers(1);
        assertThat(count(0, "connections")).isEqualTo(1);
    }

    /** A process on the same fabric that has seen numbers and key, but not the job's secret. */
    private final class Stranger implements AutoCloseable {
        private final SoftContext context =
                new SoftProvider(SoftConfig.defaults(), fabric, notice -> {}).open("soft0");
        private final ProtectionDomain pd = context.allocPd();
        private final CompletionQueue queue = context.createCq(64, null);
        private final QueuePair pair = context.createQp(QpInit.ud(pd, queue, queue, 16, 1));
        private final BufferArea area = context.allocate(4096);
        private final MemoryRegion region = pd.register(area.address(), 4096, Access.LOCAL_WRITE);
        private final WorkCompletions completions = new WorkCompletions(arena, 4);
        private final DatagramSeal seal;
        private final AddressHandle way;
        private final int victim;

        Stranger() {
            byte[] secret = job.rank(1).environment().secret();
            int key = new DatagramSeal(secret).queueKey();
            secret[3]++;
            seal = new DatagramSeal(secret);
            pair.modify(QpAttributes.toInitDatagrams(1, key));
            pair.modify(QpAttributes.to(QpState.RTR));
            pair.modify(QpAttributes.to(QpState.RTS).sendPsn(0));
            OpenibBtl target = (OpenibBtl) links.get(1);
            var port = target.port().address();
            way = pd.createAddressHandle(1, 0, new Gid(port.gidHigh(), port.gidLow()), 0, 0, 0);
            victim = target.datagramPair();
        }

        /** Sends a message that claims to be rank 0's next one. */
        void send(DatagramSeal by, int key, int length) {
            write(1, 0, PacketHeader.DATA, 0);
            post(by, key, length);
        }

        /** Writes a message of rank 0, so many ahead of its next one. */
        void write(int rank, int link, int kind, int ahead) {
            long at = area.address();
            DatagramHeader.write(at, DatagramHeader.DATA, 0, link, 0, rank, 0);
            int sequence = ((OpenibEndpoint) there).nextSequence() + ahead;
            PacketHeader.write(at + DatagramHeader.BYTES, TAG, kind, 0, sequence, 0);
            Memory.putInt(at + DatagramHeader.BYTES + PacketHeader.BYTES, 666);
        }

        void post(DatagramSeal by, int key, int length) {
            long at = area.address();
            by.write(at, 64);
            SendWr wr = new SendWr(arena, 1);
            wr.wrId(1).operation(WrOpcode.SEND, SendFlags.SIGNALED);
            wr.sge(at, length, region.lkey()).datagram(way, victim, key);
            assertThat(pair.postSend(wr)).isEqualTo(Rc.OK);
            while (queue.poll(completions, 1) == 0) {
                Thread.onSpinWait();
            }
        }

        @Override
        public void close() {
            pair.close();
            queue.close();
            region.close();
            area.close();
            pd.close();
            context.close();
        }
    }

    @Test
    void nothingIsBelievedOfAStranger() {
        open(provider -> provider, UD);
        DatagramSeal right = new DatagramSeal(job.rank(1).environment().secret());
        try (Stranger stranger = new Stranger()) {
            stranger.send(stranger.seal, right.queueKey(), 64);
            job.progressUntil("a refusal", () -> count(1, "datagrams_refused") == 1);
            // Cut off, and so short that it has no header: the seal is not that of what is left.
            stranger.send(right, right.queueKey(), 60);
            stranger.send(right, right.queueKey(), 3);
            job.progressUntil("refusals", () -> count(1, "datagrams_refused") == 3);
            stranger.send(right, right.queueKey() + 1, 64);
            send(0);
            expectNumbers(1);
            assertThat(count(1, "datagrams_refused")).isEqualTo(3);
        }
    }

    /** What has been seen on the fabric may have been for another process, or another link. */
    @Test
    void whatIsForOthersIsRefused() {
        open(provider -> provider, UD);
        DatagramSeal right = new DatagramSeal(job.rank(1).environment().secret());
        try (Stranger stranger = new Stranger()) {
            stranger.write(0, 0, PacketHeader.DATA, 0);
            stranger.post(right, right.queueKey(), 64);
            job.progressUntil("a refusal", () -> count(1, "datagrams_refused") == 1);
            stranger.write(1, 1, PacketHeader.DATA, 0);
            stranger.post(right, right.queueKey(), 64);
            job.progressUntil("refusals", () -> count(1, "datagrams_refused") == 2);
            send(0);
            expectNumbers(1);
        }
    }

    /** Credits are of connections; who is farther ahead than may be under way is not kept. */
    @Test
    void whatNoPeerSendsIsNotAccepted() {
        open(provider -> provider, UD);
        DatagramSeal right = new DatagramSeal(job.rank(1).environment().secret());
        try (Stranger stranger = new Stranger()) {
            stranger.write(1, 0, PacketHeader.CREDITS, 0);
            stranger.post(right, right.queueKey(), 64);
            stranger.write(1, 0, PacketHeader.DATA, DatagramPeer.WINDOW);
            stranger.post(right, right.queueKey(), 64);
            job.progressUntil("both", () -> count(1, "datagrams_received") == 2);
            for (int i = 0; i <= DatagramPeer.WINDOW; i++) {
                send(i);
                expectNumbers(i + 1);
            }
        }
    }

    /** What has been seen on the fabric is of a process of the job, and has come before. */
    @Test
    void whatIsSentAgainByAStrangerIsReceivedOnce() {
        open(provider -> provider, UD);
        DatagramSeal right = new DatagramSeal(job.rank(1).environment().secret());
        try (Stranger stranger = new Stranger()) {
            stranger.send(right, right.queueKey(), 64);
            stranger.send(right, right.queueKey(), 64);
            job.progressUntil("both", () -> count(1, "datagrams_received") == 2);
            assertThat(received).containsExactly(666);
            assertThat(count(1, "duplicates")).isEqualTo(1);
        }
    }
}
