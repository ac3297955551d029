package org.strata.pml.ob1.rget;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.ob1.Ob1Component;
import org.strata.pml.ob1.Ob1Config;
import org.strata.pml.ob1.ScriptedLink;
import org.strata.pml.ob1.header.AckHeader;
import org.strata.pml.ob1.header.FinHeader;
import org.strata.pml.ob1.header.FragHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.PutHeader;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.pml.ob1.header.RgetEntry;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.NativeBuffers;

import java.util.Map;
import java.util.stream.LongStream;

/**
 * A long message of which the receiver reads the second half while the sender writes the first: a
 * whole ob1 as the receiver, and the test in the place of the link and the sender.
 */
class SharedReadTest {
    private static final int PAGE = 4096;
    private static final long SIZE = 16 * PAGE;
    private static final long HALF = SIZE / 2;
    private static final int TAG = 7;
    private static final long SEED = 42;

    /** The sender's name of its first message; the next messages have the next ones. */
    private static final long SEND = 1000;

    private final FakeJob job = FakeJob.of(2);
    private final FakeRank rank = job.rank(0);
    private final NativeBuffers memory = new NativeBuffers();
    private final ScriptedLink link = new ScriptedLink(rank.proc(1), memory, FakeBtlConfig.RDMA);
    private final Counters counters = new Counters();
    private final CommContext world = new CommContext(0, 0, rank.procs().toArray(new Proc[0]), 0);
    private final Pml pml = pml();
    private final long source = memory.pattern(SIZE, SEED);
    private final long target = aligned();
    private int messages;
    private Map<String, Long> before;

    private Pml pml() {
        return new Ob1Component(
                        Ob1Config.defaults(),
                        link,
                        rank.activeMessages(),
                        rank.engine(),
                        counters,
                        null,
                        Clock.SYSTEM)
                .pml();
    }

    /** Whole pages, so that the halves are equal. */
    private long aligned() {
        return Math.ceilDiv(memory.allocate(SIZE + PAGE), PAGE) * PAGE;
    }

    /** The first messages try all ways: this one is read, and the next one is shared. */
    @BeforeEach
    void readTheFirst() {
        pml.open();
        pml.addComm(world);
        PmlRequest first = received();
        assertThat(first.isDone()).isTrue();
        assertThat(sent(PacketType.PUT)).isEmpty();
        assertThat(link.reads).hasSize(1);
        first.release();
        forget();
        Memory.zero(target, SIZE);
        before = counters.read();
    }

    @AfterEach
    void close() {
        pml.close();
        job.close();
        memory.close();
    }

    private void forget() {
        link.packets.clear();
        link.reads.clear();
    }

    /** Posts a receive; the RGET packet of its message arrives. */
    private PmlRequest received() {
        Buf buf = new Buf(null, target, SIZE, DataLayouts.BYTE);
        PmlRequest request = pml.ireceive(buf, 1, TAG, world);
        int length = RendezvousHeader.RGET_LENGTH + RgetEntry.size(0);
        long at = memory.allocate(length);
        int flags = RendezvousHeader.FLAG_CONTIGUOUS;
        MatchHeader.write(at, world.identity(), TAG, messages);
        RendezvousHeader.write(at, flags, SIZE, SEND + messages++);
        RendezvousHeader.writeAddress(at, source);
        RgetEntry.write(at + RendezvousHeader.RGET_LENGTH, 0, 0);
        arrive(PacketType.RGET, at, length);
        return request;
    }

    private void arrive(int type, long at, int length) {
        int tag = PacketType.btlTag(type);
        rank.activeMessages().dispatch(link, link.peer(), tag, at, length);
    }

    private long[] sent(int type) {
        LongStream all = link.packets.stream().mapToLong(ScriptedLink.Packet::at);
        return all.filter(at -> Memory.getByte(at) == type).toArray();
    }

    /** Returns the only order, which is that of the first half. */
    private long order() {
        long[] orders = sent(PacketType.PUT);
        assertThat(orders).hasSize(1);
        long put = orders[0];
        assertThat(PutHeader.sender(put)).isEqualTo(SEND + 1);
        assertThat(PutHeader.offset(put)).isZero();
        assertThat(PutHeader.address(put)).isEqualTo(target);
        assertThat(PutHeader.size(put)).isEqualTo(HALF);
        return put;
    }

    /** The sender writes what an order asks for, and answers it. */
    private void write(long put) {
        Memory.copy(source + PutHeader.offset(put), PutHeader.address(put), PutHeader.size(put));
        answer(put, PutHeader.size(put));
    }

    private void answer(long put, long size) {
        long at = memory.allocate(FinHeader.LENGTH);
        FinHeader.write(at, PutHeader.piece(put), size);
        arrive(PacketType.FIN, at, FinHeader.LENGTH);
    }

    private void assertRead(ScriptedLink.Read read, long offset, long length) {
        assertThat(read.remote()).isEqualTo(source + offset);
        assertThat(read.local()).isEqualTo(target + offset);
        assertThat(read.length()).isEqualTo(length);
    }

    /** The only answer that the sender has got is a FIN, and the data are here. */
    private void assertComplete(PmlRequest request) {
        assertThat(request.isDone()).isTrue();
        assertThat(request.error).isEqualTo(Rc.OK);
        assertThat(request.bytes).isEqualTo(SIZE);
        long[] fins = sent(PacketType.FIN);
        assertThat(fins).hasSize(1);
        assertThat(FinHeader.cookie(fins[0])).isEqualTo(SEND + 1);
        assertThat(FinHeader.size(fins[0])).isEqualTo(SIZE);
        assertThat(sent(PacketType.ACK)).isEmpty();
        NativeBuffers.verify("message", target, SIZE, SEED);
    }

    /** The only answer is the request for a range, whose fragments then arrive. */
    private void assertAsksFor(PmlRequest request, long from, long to) {
        long[] asked = sent(PacketType.ACK);
        assertThat(asked).hasSize(1);
        assertThat(AckHeader.flags(asked[0])).isEqualTo(AckHeader.FLAG_REST);
        assertThat(AckHeader.sender(asked[0])).isEqualTo(SEND + 1);
        assertThat(AckHeader.offset(asked[0])).isEqualTo(from);
        assertThat(AckHeader.end(asked[0])).isEqualTo(to);
        assertThat(count("rdma_copied")).isEqualTo(to - from);
        for (long at = from; at < to; at += PAGE) {
            assertThat(request.isDone()).isFalse();
            fragment(AckHeader.receiver(asked[0]), at);
        }
        assertThat(request.isDone()).isTrue();
        assertThat(request.error).isEqualTo(Rc.OK);
        assertThat(request.bytes).isEqualTo(SIZE);
        assertThat(sent(PacketType.FIN)).as("the last fragment ends the send").isEmpty();
        NativeBuffers.verify("message", target, SIZE, SEED);
    }

    private void fragment(long cookie, long offset) {
        long at = memory.allocate(FragHeader.LENGTH + PAGE);
        FragHeader.write(at, cookie, offset);
        Memory.copy(source + offset, at + FragHeader.LENGTH, PAGE);
        arrive(PacketType.FRAG, at, FragHeader.LENGTH + PAGE);
    }

    private long count(String name) {
        String full = "pml_ob1_" + name;
        return counters.read().get(full) - before.get(full);
    }

    @Test
    void bothHalvesMove() {
        PmlRequest request = received();
        assertThat(request.isDone()).isFalse();
        assertThat(sent(PacketType.FIN)).as("the first half is missing").isEmpty();
        assertThat(link.reads).hasSize(1);
        assertRead(link.reads.getFirst(), HALF, HALF);
        write(order());
        assertComplete(request);
        assertThat(link.reads).hasSize(1);
        assertThat(count("reads_shared")).isEqualTo(1);
        assertThat(count("reads_declined")).isZero();
        assertThat(count("rdma_puts_asked")).isEqualTo(1);
        assertThat(count("rdma_received")).isEqualTo(SIZE);
        assertThat(count("rdma_failed") + count("rdma_copied")).isZero();
        assertThat(count("received_bytes")).isEqualTo(SIZE);
    }

    @Test
    void theSendersHalfMayBeTheFirstToArrive() {
        link.endsAtOnce = null;
        PmlRequest request = received();
        write(order());
        assertThat(request.isDone()).isFalse();
        assertThat(sent(PacketType.FIN)).as("the second half is missing").isEmpty();
        link.end(link.reads.getFirst(), Rc.OK);
        assertComplete(request);
        assertThat(link.reads).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void afterAFailedReadOnlyItsHalfIsSentAsFragments(boolean refused) {
        link.refuses = refused;
        link.endsAtOnce = Rc.NOT_AVAILABLE;
        PmlRequest request = received();
        assertThat(sent(PacketType.ACK)).as("the order is under way").isEmpty();
        write(order());
        assertThat(link.reads).as("not tried again").hasSize(1);
        assertThat(count("rdma_received")).isEqualTo(HALF);
        assertThat(count("rdma_failed")).isEqualTo(refused ? 0 : 1);
        assertAsksFor(request, HALF, SIZE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatTheSenderCannotWriteIsReadOverTheSameLane(boolean readIsUnderWay) {
        link.endsAtOnce = readIsUnderWay ? null : Rc.OK;
        PmlRequest request = received();
        answer(order(), Rc.NOT_AVAILABLE);
        assertThat(link.reads).hasSize(2);
        assertRead(link.reads.get(0), HALF, HALF);
        assertRead(link.reads.get(1), 0, HALF);
        if (readIsUnderWay) {
            link.end(link.reads.get(1), Rc.OK);
            assertThat(request.isDone()).isFalse();
            link.end(link.reads.get(0), Rc.OK);
        }
        assertComplete(request);
        assertThat(sent(PacketType.PUT)).as("not ordered again").hasSize(1);
        assertThat(count("rdma_received")).isEqualTo(SIZE);
        assertThat(count("rdma_failed")).as("pieces whose read failed").isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void afterBothHaveFailedAllIsSentAsFragments(boolean refused) {
        link.refuses = refused;
        link.endsAtOnce = Rc.NOT_AVAILABLE;
        PmlRequest request = received();
        answer(order(), Rc.NOT_AVAILABLE);
        assertThat(link.reads).hasSize(1);
        assertThat(count("rdma_received")).isZero();
        assertAsksFor(request, 0, SIZE);
    }

    @Test
    void aLostPeerIsNotWaitedForWhenOnlyAnOrderIsUnderWay() {
        PmlRequest request = received();
        long put = order();
        link.lose(Rc.PEER_FAILED);
        assertThat(request.isDone()).isTrue();
        assertThat(request.error).isEqualTo(Rc.PEER_FAILED);
        assertThat(request.bytes).isEqualTo(HALF);
        assertNamesNothing(put);
    }

    /** Late packets of an order's piece and receive change nothing: their cookies are revoked. */
    private void assertNamesNothing(long put) {
        NativeBuffers.fill(target, SIZE, SEED + 1);
        Map<String, Long> then = counters.read();
        fragment(PutHeader.receiver(put), 0);
        answer(put, PutHeader.size(put));
        answer(put, Rc.PEER_FAILED);
        assertThat(counters.read()).isEqualTo(then);
        NativeBuffers.verify("buffer", target, SIZE, SEED + 1);
    }

    /** The kernel, or an adapter, may still store into the buffer until the read has ended. */
    @ParameterizedTest
    @ValueSource(ints = {Rc.OK, Rc.LINK_FAILED})
    void afterTheLossOfAPeerTheReadUnderWayIsWaitedFor(int readEnds) {
        link.endsAtOnce = null;
        PmlRequest request = received();
        long put = order();
        link.lose(Rc.PEER_FAILED);
        assertThat(request.isDone()).isFalse();
        link.end(link.reads.getFirst(), readEnds);
        assertThat(request.isDone()).isTrue();
        assertThat(request.error).isEqualTo(Rc.PEER_FAILED);
        assertThat(link.reads).as("nothing is read again").hasSize(1);
        assertNamesNothing(put);
    }

    @ParameterizedTest
    @ValueSource(longs = {HALF, Rc.NOT_AVAILABLE})
    void anAnswerAfterTheLossDoesNotEndTheReadUnderWay(long size) {
        link.endsAtOnce = null;
        PmlRequest request = received();
        long put = order();
        link.lose(Rc.PEER_FAILED);
        answer(put, size);
        assertThat(request.isDone()).isFalse();
        link.end(link.reads.getFirst(), Rc.OK);
        assertThat(request.isDone()).isTrue();
        assertThat(request.error).isEqualTo(Rc.PEER_FAILED);
        assertThat(link.reads).hasSize(1);
        assertNamesNothing(put);
    }
}
