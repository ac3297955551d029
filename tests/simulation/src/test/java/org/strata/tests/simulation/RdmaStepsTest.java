package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.bml.r2.R2Bml;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.pml.ob1.Ob1Component;
import org.strata.pml.ob1.Ob1Config;
import org.strata.testkit.FakeBtlComponent;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.FakeWire;
import org.strata.tests.simulation.RecordedLinks.Step;
import org.strata.tests.simulation.RecordedLinks.What;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Each long-message protocol step by step, as it is seen on the links. */
class RdmaStepsTest {
    private static final int SIZE = 60_001;
    private static final int EAGER = 512 - 32;
    private static final int FRAGMENT = 4096;
    private static final int SEND_LENGTH = 5000;
    private static final int DEPTH = 2;

    private final Arena arena = Arena.ofConfined();
    private final List<FakeWire> wires = new ArrayList<>();
    private final List<Pml> pmls = new ArrayList<>();
    private final List<CommContext> worlds = new ArrayList<>();
    private final RecordedLinks record = new RecordedLinks();

    /** Those of both ranks. */
    private final Counters counters = new Counters();

    /** Cookies of messages that are over. */
    private final Set<Long> earlier = new HashSet<>();

    private FakeJob job;

    /** Where the data of the last {@link #transfer} lie. */
    private long source;

    @AfterEach
    void close() {
        closeJob();
        arena.close();
    }

    private void closeJob() {
        pmls.forEach(Pml::close);
        job.close();
        pmls.clear();
        worlds.clear();
        wires.clear();
    }

    /** Two ranks and links between them of some bandwidths. */
    private void open(Ob1Config config, int... bandwidths) {
        open(config, SEND_LENGTH, bandwidths);
    }

    private void open(Ob1Config config, int sendLength, int[] bandwidths) {
        job = FakeJob.of(2);
        for (int bandwidth : bandwidths) {
            BtlAttributes attributes =
                    new BtlAttributes(
                            "link" + wires.size(),
                            1024,
                            FakeBtlConfig.REGISTERED_RDMA,
                            512,
                            512,
                            2048,
                            sendLength,
                            FRAGMENT,
                            0,
                            10,
                            bandwidth);
            wires.add(new FakeWire(2, FakeBtlConfig.of(0).with(attributes)));
        }
        for (FakeRank rank : job.ranks()) {
            List<BtlComponent> links = new ArrayList<>();
            wires.forEach(wire -> links.add(new FakeBtlComponent(wire, rank)));
            R2Bml bml = new R2Bml(record.around(rank, links), rank.proc(rank.rank()));
            Pml pml =
                    new Ob1Component(
                                    config,
                                    bml,
                                    rank.activeMessages(),
                                    rank.engine(),
                                    counters,
                                    null,
                                    Clock.SYSTEM)
                            .pml();
            pml.open();
            Proc[] peers = rank.procs().toArray(new Proc[0]);
            CommContext world = new CommContext(0, rank.rank(), peers, rank.rank());
            pml.addComm(world);
            pmls.add(pml);
            worlds.add(world);
        }
    }

    private static Buf bytes(long address, int length) {
        return new Buf(null, address, length, DataLayouts.BYTE);
    }

    private static Ob1Config config(String protocol) {
        return config(protocol, 4);
    }

    private static Ob1Config config(String protocol, int sendDepth) {
        return config(protocol, sendDepth, 8);
    }

    private static Ob1Config config(String protocol, int sendDepth, int retries) {
        return new Ob1Config(
                20, sendDepth, DEPTH, 4, retries, protocol, -1, false, 1 << 20, 1 << 20, false,
                true, 0);
    }

    /** Sends one message from 0 to 1 and checks that it arrived; returns the receive buffer. */
    private long transfer(int bytes) {
        source = arena.allocate(bytes + 2, 1 << 16).address() + 3;
        long target = arena.allocate(bytes, 1 << 16).address() + 1;
        for (int i = 0; i < bytes - 1; i++) {
            Memory.putByte(source + i, (byte) (i * 7 + 1));
        }
        int length = bytes - 1;
        PmlRequest receive = pmls.get(1).ireceive(bytes(target, length), 0, 1, worlds.get(1));
        PmlRequest send =
                pmls.get(0).isend(bytes(source, length), 1, 1, SendMode.STANDARD, worlds.get(0));
        job.progressUntil("the message", () -> receive.isDone() && send.isDone());
        assertThat(receive.error).isEqualTo(Rc.OK);
        assertThat(receive.bytes).isEqualTo(length);
        for (int i = 0; i < length; i++) {
            assertThat(Memory.getByte(target + i)).isEqualTo((byte) (i * 7 + 1));
        }
        receive.release();
        send.release();
        assertNothingRegistered();
        return target;
    }

    /** Fails unless steps cover a range exactly once. */
    private static void assertCover(List<Step> steps, long from, long to) {
        long at = from;
        for (Step step : steps.stream().sorted(Comparator.comparingLong(Step::from)).toList()) {
            assertThat(step.from()).isEqualTo(at);
            at = step.to();
        }
        assertThat(at).isEqualTo(to);
    }

    /** P2: first part, ACK with the RDMA offset, fragments up to it, a write per ready piece. */
    @Test
    void pipeline() {
        open(config("pipeline"), 1000);
        transfer(SIZE + 1);
        long offset = EAGER + SEND_LENGTH;
        List<Step> steps = record.steps;
        assertThat(record.all(What.RNDV))
                .containsExactly(new Step(0, "link0", What.RNDV, 0, EAGER));
        assertThat(record.all(What.ACK))
                .containsExactly(new Step(1, "link0", What.ACK, EAGER, offset));
        assertThat(record.all(What.FRAG)).allMatch(f -> f.bytes() <= 2048 - 24);
        assertCover(record.all(What.FRAG), EAGER, offset);
        assertThat(record.all(What.PUT)).allMatch(p -> p.rank() == 1 && p.bytes() <= FRAGMENT);
        assertCover(record.all(What.PUT), offset, SIZE);
        assertThat(record.all(What.WRITE).stream().map(Step::bytes))
                .isEqualTo(record.all(What.PUT).stream().map(Step::bytes).toList());
        assertThat(record.all(What.FIN)).hasSameSizeAs(record.all(What.PUT));
        // The receiver does not wait for fragments before it makes pieces ready.
        assertThat(steps.indexOf(record.all(What.PUT).get(DEPTH - 1)))
                .isLessThan(steps.indexOf(record.all(What.FRAG).getFirst()));
        assertDepth();
    }

    /** At most the pipeline's depth is ready and registered at once; each piece is on its own. */
    private void assertDepth() {
        int ready = 0;
        int registered = 0;
        for (Step step : record.steps) {
            ready += step.what() == What.PUT ? 1 : step.what() == What.FIN ? -1 : 0;
            if (step.rank() == 1) {
                registered +=
                        step.what() == What.REGISTER ? 1 : step.what() == What.DEREGISTER ? -1 : 0;
            }
            // FIN is counted when it leaves, the piece ends when it arrives.
            assertThat(registered).isLessThanOrEqualTo(DEPTH);
            assertThat(ready).isLessThanOrEqualTo(DEPTH);
        }
        assertThat(record.all(What.REGISTER)).allMatch(step -> step.bytes() <= FRAGMENT);
    }

    /** Kept pieces end at multiples of the fragment size, so that other messages find them. */
    @Test
    void pinnedPipeline() {
        open(config("pipeline_leave_pinned"), 1000);
        long target = transfer(SIZE + 1);
        List<Step> puts = record.all(What.PUT);
        assertCover(puts, EAGER + SEND_LENGTH, SIZE);
        for (Step put : puts.subList(0, puts.size() - 1)) {
            assertThat((target + put.to()) % FRAGMENT).isZero();
        }
        for (Step made : record.all(What.REGISTER)) {
            boolean ends = made.to() == target + SIZE || made.to() % FRAGMENT == 0;
            assertThat(made.rank() == 0 || ends).isTrue();
            // The sender's segments are its own, or its registrations would overlap.
            assertThat(Math.floorDiv(made.from(), FRAGMENT))
                    .isEqualTo(Math.floorDiv(made.to() - 1, FRAGMENT));
        }
    }

    /** What lies around a buffer is not the library's to register: it may not even be mapped. */
    @ParameterizedTest
    @ValueSource(ints = {0, SEND_LENGTH})
    void keptPiecesLieInsideTheBuffers(int sendLength) {
        open(config("pipeline_leave_pinned"), sendLength, new int[] {1000});
        long target = transfer(SIZE + 1);
        for (Step made : record.all(What.REGISTER)) {
            long start = made.rank() == 0 ? source : target;
            assertThat(made.from()).isGreaterThanOrEqualTo(start);
            assertThat(made.to()).isLessThanOrEqualTo(start + SIZE);
        }
        assertThat(record.kept).isEqualTo(record.all(What.REGISTER));
    }

    /** The copy's memory is the next message's soon; no cache may know it. */
    @ParameterizedTest
    @ValueSource(strings = {"leave_pinned", "pipeline_leave_pinned"})
    void theCopyOfABufferedSendIsNotKept(String protocol) {
        open(config(protocol), 1000);
        pmls.get(0).attachBuffer(2 * SIZE);
        UnderWay message = new UnderWay(SendMode.BUFFERED);
        message.end();
        assertThat(message.receive.error).isEqualTo(Rc.OK);
        assertThat(record.all(What.REGISTER)).anyMatch(step -> step.rank() == 0);
        assertThat(record.kept).noneMatch(step -> step.rank() == 0);
    }

    /** Requests and pieces are reused; a late packet must not find their next message. */
    @ParameterizedTest
    @ValueSource(strings = {"copy", "pipeline", "leave_pinned", "rput", "rget"})
    void noCookieIsUsedTwice(String protocol) {
        open(config(protocol), 1000);
        for (int message = 0; message < 3; message++) {
            record.cookies.clear();
            transfer(SIZE + 1);
            Set<Long> used = new HashSet<>(record.cookies);
            assertThat(used).isNotEmpty().noneMatch(earlier::contains);
            earlier.addAll(used);
        }
    }

    /** Behind a write, a fragment would hold up the FINs that follow it on an ordered link. */
    @Test
    void fragmentsGoAheadOfWrites() {
        open(config("pipeline", 1), 1000);
        transfer(SIZE + 1);
        assertThat(record.all(What.FRAG)).hasSizeGreaterThan(2);
        assertThat(record.steps.indexOf(record.all(What.FRAG).getLast()))
                .isLessThan(record.steps.indexOf(record.all(What.WRITE).getFirst()));
    }

    /** The receiver hears of a piece before its sender takes the time to deregister it. */
    @Test
    void deregistrationDoesNotDelayFin() {
        open(config("pipeline"), 1000);
        transfer(SIZE + 1);
        int told = 0;
        int deregistered = 0;
        for (Step step : record.steps.stream().filter(step -> step.rank() == 0).toList()) {
            told += step.what() == What.FIN ? 1 : 0;
            deregistered += step.what() == What.DEREGISTER ? 1 : 0;
            assertThat(deregistered).isLessThanOrEqualTo(told);
        }
        assertThat(deregistered).isEqualTo(record.all(What.PUT).size());
    }

    /** One write per link, the shares by weight, and no ACK but the two that say where. */
    @Test
    void leavePinnedOverTwoLinks() {
        open(config("leave_pinned"), 3000, 1000);
        meet();
        transfer(SIZE + 1);
        assertThat(record.all(What.RNDV)).hasSize(1).allMatch(step -> step.bytes() == 0);
        assertThat(record.all(What.ACK)).isEmpty();
        assertThat(record.all(What.FRAG)).isEmpty();
        assertThat(record.all(What.PUT)).hasSize(2);
        assertCover(record.all(What.PUT), 0, SIZE);
        assertShares(What.WRITE);
        // Whole buffers are registered, once per link and side.
        assertThat(record.all(What.REGISTER)).hasSize(4).allMatch(step -> step.bytes() == SIZE);
    }

    private void assertShares(What what) {
        long first = bytes(what, "link0");
        long second = bytes(what, "link1");
        assertThat(first + second).isEqualTo(SIZE);
        assertThat(first).isBetween(SIZE * 74L / 100, SIZE * 76L / 100);
    }

    private long bytes(What what, String link) {
        return record.all(what).stream()
                .filter(step -> step.link().equals(link))
                .mapToLong(Step::bytes)
                .sum();
    }

    /** Links are known to each other after the first long message. */
    private void meet() {
        transfer(3001);
        record.steps.clear();
    }

    @Test
    void rputRegistersOnlyItsShares() {
        open(config("rput"), 3000, 1000);
        meet();
        transfer(SIZE + 1);
        assertThat(record.all(What.PUT)).hasSize(2);
        assertThat(record.all(What.ACK)).isEmpty();
        assertShares(What.WRITE);
        assertThat(record.all(What.REGISTER)).hasSize(4).allMatch(step -> step.bytes() < SIZE);
    }

    @Test
    void rgetReadsOverBothLinks() {
        open(config("rget"), 3000, 1000);
        meet();
        transfer(SIZE + 1);
        assertThat(record.all(What.RGET)).hasSize(1);
        assertThat(record.all(What.ACK)).isEmpty();
        assertThat(record.all(What.PUT)).isEmpty();
        assertThat(record.all(What.FIN)).hasSize(1);
        assertShares(What.READ);
    }

    @Test
    void rgetOffersEveryLink() {
        open(config("rget"), 1000, 1000, 1000);
        meet();
        transfer(SIZE + 1);
        for (String link : List.of("link0", "link1", "link2")) {
            assertThat(bytes(What.READ, link)).as(link).isBetween(SIZE / 4L, SIZE / 2L);
        }
    }

    /** Fragments for what was not read bring once more what lies between. */
    @Test
    void readsThatFailAreMadeUpForByFragments() {
        open(config("rget"), 1000, 1000, 1000);
        meet();
        record.holdsReads = true;
        record.failsReads = link -> !link.equals("link0");
        UnderWay message = new UnderWay();
        job.progressTimes(50);
        record.failsReads = link -> true;
        record.endReads();
        message.end();
        assertThat(message.receive.error).isEqualTo(Rc.OK);
        for (int i = 0; i < SIZE; i++) {
            assertThat(Memory.getByte(message.target + i)).isEqualTo((byte) 9);
        }
        assertThat(record.all(What.READ)).hasSizeGreaterThan(1);
        assertThat(record.all(What.ACK)).hasSize(1);
        Step rest = record.all(What.ACK).getFirst();
        assertCover(record.all(What.FRAG), rest.from(), rest.to());
        assertThat(record.all(What.READ)).anyMatch(read -> inside(rest, read, message.target));
    }

    private static boolean inside(Step range, Step read, long target) {
        return read.from() - target >= range.from() && read.to() - target <= range.to();
    }

    @Test
    void copySendsFragmentsOnly() {
        open(config("copy"), 1000);
        transfer(SIZE + 1);
        assertCover(record.all(What.FRAG), EAGER, SIZE);
        assertThat(record.all(What.REGISTER)).isEmpty();
        assertThat(counted("copied_out")).as("the links send in place").isEqualTo(EAGER);
        assertThat(counted("copied_in")).isEqualTo(SIZE);
        assertThat(counted("fragments_sent")).isEqualTo(record.all(What.FRAG).size());
    }

    private long counted(String what) {
        return counters.all().stream()
                .filter(one -> one.name().equals("pml_ob1_" + what))
                .mapToLong(one -> one.value().getAsLong())
                .sum();
    }

    @Test
    void pipelineSharesItsPiecesByWeight() {
        open(config("pipeline"), 3000, 1000);
        meet();
        transfer(SIZE + 1);
        long first = bytes(What.WRITE, "link0");
        long second = bytes(What.WRITE, "link1");
        assertThat(second).isPositive();
        assertThat(first).isBetween(2 * second, 4 * second);
    }

    /** A message of nines under way from 0 to 1, some of it by RDMA over the first link. */
    private final class UnderWay {
        final long target = arena.allocate(SIZE).address();
        final PmlRequest receive;
        final PmlRequest send;

        UnderWay() {
            this(SendMode.STANDARD);
        }

        UnderWay(SendMode mode) {
            receive = receive();
            send = send(mode);
            job.progressUntil(
                    "RDMA", () -> bytes(What.WRITE, "link0") + bytes(What.READ, "link0") > 0);
        }

        private PmlRequest receive() {
            return pmls.get(1).ireceive(bytes(target, SIZE), 0, 1, worlds.get(1));
        }

        void end() {
            job.progressUntil("both ends", () -> receive.isDone() && send.isDone());
        }
    }

    private PmlRequest send(SendMode mode) {
        long nines = arena.allocate(SIZE).fill((byte) 9).address();
        return pmls.get(0).isend(bytes(nines, SIZE), 1, 1, mode, worlds.get(0));
    }

    /** A link dies while pieces are under way: the other one moves what it did not. */
    @ParameterizedTest
    @ValueSource(strings = {"pipeline", "pipeline_leave_pinned", "leave_pinned", "rput", "rget"})
    void survivesADeadLink(String protocol) {
        open(config(protocol), 1000, 1000);
        meet();
        UnderWay message = new UnderWay();
        wires.getFirst().cut(0, 1);
        message.end();
        assertThat(message.receive.error).isEqualTo(Rc.OK);
        assertThat(message.send.error).isEqualTo(Rc.OK);
        assertThat(bytes(What.WRITE, "link1") + bytes(What.READ, "link1")).isPositive();
        for (int i = 0; i < SIZE; i++) {
            assertThat(Memory.getByte(message.target + i)).isEqualTo((byte) 9);
        }
        assertNothingRegistered();
    }

    /** Only the last link's death ends the message, on both sides, and nothing stays registered. */
    @ParameterizedTest
    @ValueSource(strings = {"pipeline", "pipeline_leave_pinned", "leave_pinned", "rput", "rget"})
    void endsWithTheLastLink(String protocol) {
        open(config(protocol), 1000);
        UnderWay message = new UnderWay();
        wires.getFirst().cut(0, 1);
        message.end();
        assertThat(message.receive.error).isIn(Rc.UNREACHABLE, Rc.LINK_FAILED, Rc.PEER_FAILED);
        assertThat(message.send.error).isIn(Rc.UNREACHABLE, Rc.LINK_FAILED, Rc.PEER_FAILED);
        assertNothingRegistered();
    }

    /** A rank that leaves in the middle of a message: the cache outlives the PML. */
    @ParameterizedTest
    @ValueSource(strings = {"pipeline", "leave_pinned", "rput", "rget"})
    void whatIsUnderWayIsDeregisteredAtTheEnd(String protocol) {
        open(config(protocol), 1000);
        record.holdsReads = true;
        new UnderWay();
        assertThat(wires.getFirst().registrationsOf(1)).isPositive();
        pmls.removeLast().close();
        assertThat(wires.getFirst().registrationsOf(1)).isZero();
    }

    /** A link may go on writing into the buffer until it says that its read is over. */
    @Test
    void aReceiveEndsAfterItsReads() {
        open(config("rget"), 1000);
        record.holdsReads = true;
        UnderWay message = new UnderWay();
        wires.getFirst().cut(0, 1);
        job.progressUntil("the sender's end", message.send::isDone);
        job.progressTimes(100);
        assertThat(message.receive.isDone()).as("while it is being read").isFalse();
        record.endReads();
        message.end();
        assertThat(message.receive.error).isIn(Rc.UNREACHABLE, Rc.LINK_FAILED, Rc.PEER_FAILED);
        assertNothingRegistered();
    }

    /** A rank that leaves after its receive has ended would leave the sender without FIN. */
    @Test
    void aFlushWaitsForAnswersThatFoundNoResource() {
        open(config("rget"), 1000);
        record.holdsReads = true;
        UnderWay message = new UnderWay();
        wires.getFirst().refuse(1, new Random(1));
        record.endReads();
        job.progressUntil("the receiver's end", message.receive::isDone);
        assertThat(pmls.get(1).flush(() -> true)).as("FIN waits").isFalse();
        wires.getFirst().refuse(0, new Random(1));
        message.end();
        assertThat(pmls.get(1).flush(() -> false)).isTrue();
    }

    /** Over several links a packet waits on its own; the program may go idle after the detach. */
    @Test
    void aBufferIsDetachedWhenItsMessagesHaveLeft() {
        open(config("copy"), 1000, 1000);
        Pml sender = pmls.getFirst();
        sender.attachBuffer(1000);
        wires.forEach(wire -> wire.refuse(0.98, new Random(1)));
        Buf data = bytes(arena.allocate(100).address(), 100);
        PmlRequest send = sender.isend(data, 1, 1, SendMode.BUFFERED, worlds.getFirst());
        assertThat(send.isDone()).isTrue();
        assertThat(record.all(What.MATCH)).as("refused so far").isEmpty();
        assertThat(sender.detachBuffer()).isEqualTo(Rc.OK);
        assertThat(record.all(What.MATCH)).hasSize(1);
        assertThat(counted("copied_out")).isEqualTo(100);
    }

    /** What came before its sender was cut off, but not all of it, ends its receive too. */
    @ParameterizedTest
    @ValueSource(strings = {"pipeline", "rput", "rget", "copy"})
    void unexpectedMessagesEndWithTheLastLink(String protocol) {
        open(config(protocol), 1000);
        PmlRequest send = send(SendMode.STANDARD);
        job.progressTimes(50);
        wires.getFirst().cut(0, 1);
        job.progressUntil("the sender's end", send::isDone);
        job.progressTimes(50);
        long target = arena.allocate(SIZE).address();
        PmlRequest receive = pmls.get(1).ireceive(bytes(target, SIZE), 0, 1, worlds.get(1));
        job.progressUntil("the receiver's end", receive::isDone);
        assertThat(receive.error).isNotEqualTo(Rc.OK);
        assertNothingRegistered();
    }

    /** Polls without a registration are counted, on either side; then the bytes go by copy. */
    @ParameterizedTest
    @CsvSource({"1, pipeline", "1, rput", "1, rget", "0, rput"})
    void registrationsAreTriedAsOftenAsConfigured(int rank, String protocol) {
        List<Long> once = refused(rank, protocol, 0);
        assertThat(once).as("smaller and smaller ones").isNotEmpty().doesNotHaveDuplicates();
        assertThat(refused(rank, protocol, 1)).hasSize(once.size() + 1);
        assertThat(refused(rank, protocol, 20)).hasSize(once.size() + 20);
    }

    /** Returns what a rank without memory tries to register before the bytes go by copy. */
    private List<Long> refused(int rank, String protocol, int retries) {
        open(config(protocol, 4, retries), 1000);
        record.withoutMemory = rank;
        record.refused.clear();
        transfer(SIZE + 1);
        closeJob();
        return List.copyOf(record.refused);
    }

    private void assertNothingRegistered() {
        job.progressTimes(50);
        for (FakeWire wire : wires) {
            assertThat(wire.registrationsOf(0) + wire.registrationsOf(1)).as("leak").isZero();
        }
    }
}
