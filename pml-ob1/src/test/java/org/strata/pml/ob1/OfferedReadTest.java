package org.strata.pml.ob1;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.sys.Pages;
import org.strata.pml.ob1.ScriptedLink.Packet;
import org.strata.pml.ob1.ScriptedLink.Read;
import org.strata.pml.ob1.header.AckHeader;
import org.strata.pml.ob1.header.FinHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.PutHeader;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.NativeBuffers;

/** Which of the messages that a peer offers for reading are read, and through what. */
class OfferedReadTest {
    private static final int SIZE = 20_000;
    private static final byte[] HANDLE = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    private static final int GET = BtlAttributes.FLAG_SEND | BtlAttributes.FLAG_GET;
    private static final int PUT = BtlAttributes.FLAG_SEND | BtlAttributes.FLAG_PUT;

    private ScriptedRank ob1;
    private ScriptedLink link;
    private long target;
    private long source;

    private void open(int flags) {
        ob1 = new ScriptedRank(Ob1Config.defaults(), flags);
        link = ob1.link;
        link.handleSize = HANDLE.length;
        link.fragmentsMayWin = false;
        target = ob1.memory.allocate(2 * SIZE);
        source = ob1.memory.pattern(SIZE, 1);
    }

    @AfterEach
    void close() {
        ob1.close();
    }

    private PmlRequest receive(int flags, int capacity, int number, byte[] handle) {
        PmlRequest request = ob1.receive(target, capacity, ScriptedRank.PEER, 7);
        ob1.offer(flags, source, SIZE, number, handle);
        return request;
    }

    private PmlRequest receive(int flags) {
        return receive(flags | RendezvousHeader.FLAG_CONTIGUOUS, SIZE, 0, HANDLE);
    }

    private Read assertRead(PmlRequest request) {
        assertThat(request.isDone()).isTrue();
        assertThat(request.error).isEqualTo(Rc.OK);
        assertThat(request.bytes).isEqualTo(SIZE);
        NativeBuffers.verify("message", target, SIZE, 1);
        long fin = ob1.sent(PacketType.FIN).at();
        assertThat(FinHeader.cookie(fin)).isEqualTo(ScriptedRank.COOKIE);
        assertThat(FinHeader.size(fin)).isEqualTo(SIZE);
        assertThat(link.reads).hasSize(1);
        Read read = link.reads.removeFirst();
        assertThat(read.handle()).isEqualTo(HANDLE);
        assertThat(read.remote()).isEqualTo(source);
        assertThat(read.length()).isEqualTo(SIZE);
        return read;
    }

    private void assertAsksForFragments(PmlRequest request, long bytes) {
        assertThat(link.reads).isEmpty();
        assertThat(request.isDone()).isFalse();
        Packet ack = ob1.sent(PacketType.ACK);
        assertThat(AckHeader.flags(ack.at())).isEqualTo(AckHeader.FLAG_REST);
        assertThat(AckHeader.sender(ack.at())).isEqualTo(ScriptedRank.COOKIE);
        assertThat(AckHeader.offset(ack.at())).isZero();
        assertThat(AckHeader.end(ack.at())).isEqualTo(bytes);
    }

    @Test
    void aMessageIsReadThroughTheHandleOfItsLink() {
        open(GET);
        assertThat(assertRead(receive(0)).registration()).isNull();
        assertThat(link.registered).isEmpty();
    }

    /** What may be wrong with an offer. */
    private enum Obstacle {
        UNKNOWN_LINK,
        LONGER_HANDLE,
        SHORTER_HANDLE,
        HANDLE_TOO_LONG,
        NO_READS,
        OUT_OF_REACH,
        NO_REGISTRATION_WORTH
    }

    @ParameterizedTest
    @EnumSource(Obstacle.class)
    void whatThisSideCannotReadItAsksForAsFragments(Obstacle obstacle) {
        open(
                switch (obstacle) {
                    case NO_READS -> PUT;
                    case NO_REGISTRATION_WORTH -> FakeBtlConfig.REGISTERED_RDMA;
                    default -> GET;
                });
        byte[] handle =
                switch (obstacle) {
                    case LONGER_HANDLE -> new byte[HANDLE.length + 1];
                    case SHORTER_HANDLE -> new byte[HANDLE.length - 1];
                    case HANDLE_TOO_LONG -> new byte[129];
                    default -> HANDLE;
                };
        if (obstacle == Obstacle.HANDLE_TOO_LONG) {
            link.handleSize = handle.length;
        }
        link.reaches = obstacle != Obstacle.OUT_OF_REACH;
        int number = obstacle == Obstacle.UNKNOWN_LINK ? 3 : 0;
        int flags = RendezvousHeader.FLAG_CONTIGUOUS | RendezvousHeader.FLAG_IF_WORTH;
        assertAsksForFragments(receive(flags, SIZE, number, handle), SIZE);
    }

    /** Fragments bring only what there is room for. */
    @Test
    void aMessageThatDoesNotFitIsNotRead() {
        open(GET);
        int flags = RendezvousHeader.FLAG_CONTIGUOUS;
        assertAsksForFragments(receive(flags, SIZE - 1, 0, HANDLE), SIZE - 1);
    }

    /** Memory that is worth it is registered for the message; other memory for its pieces. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLinkThatNeedsRegistrationsGetsOne(boolean ifWorth) {
        open(FakeBtlConfig.REGISTERED_RDMA);
        link.registers = true;
        PmlRequest request = receive(ifWorth ? RendezvousHeader.FLAG_IF_WORTH : 0);
        Registration used = assertRead(request).registration();
        int hint = ifWorth ? Registration.IF_WORTH : Registration.TRANSIENT;
        assertThat(used.access()).isEqualTo(Registration.LOCAL_WRITE | hint);
        assertThat(used.address()).isEqualTo(target);
        assertThat(used.length()).isEqualTo(SIZE);
        assertThat(link.registered).containsExactly(used.access());
        assertThat(link.deregistered).as("released").containsExactly(used.access());
    }

    /** As the sender says: its buffer is used again and again. */
    @Test
    void aRegistrationIsKeptWhereTheSenderKeepsIts() {
        open(FakeBtlConfig.REGISTERED_RDMA);
        link.registers = true;
        Read read = assertRead(receive(RendezvousHeader.FLAG_KEEP));
        assertThat(read.registration().access()).isEqualTo(Registration.LOCAL_WRITE);
    }

    /** The first message of a length is read, and the second is shared if it can be. */
    private PmlRequest second(int bytes) {
        for (int i = 0; i < 2; i++) {
            PmlRequest request = ob1.receive(target, bytes, ScriptedRank.PEER, 7);
            ob1.offer(RendezvousHeader.FLAG_CONTIGUOUS, source, bytes, 0, HANDLE);
            if (i == 1) {
                return request;
            }
            assertThat(request.isDone()).isTrue();
            ob1.sent(PacketType.FIN);
            link.reads.clear();
        }
        throw new AssertionError();
    }

    /** From two pages on the halves meet where a page begins. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8191, 8192, 8193, SIZE})
    void theSenderWritesTheFirstHalf(int bytes) {
        open(FakeBtlConfig.RDMA);
        link.fragmentsMayWin = true;
        target += 64;
        second(bytes);
        Packet put = ob1.sent(PacketType.PUT);
        long half = PutHeader.size(put.at());
        assertThat(PutHeader.offset(put.at())).isZero();
        NativeBuffers.verify("handle", PutHeader.handle(put.at()), HANDLE.length, target);
        if (bytes < 2 * Pages.size()) {
            assertThat(half).isEqualTo((bytes + 1) / 2);
        } else {
            assertThat((target + half) % Pages.size()).isZero();
            assertThat(half).isBetween((long) bytes / 2, bytes / 2 + Pages.size());
        }
        assertThat(link.reads).hasSize(1);
        assertThat(link.reads.getFirst().local()).isEqualTo(target + half);
        assertThat(link.reads.getFirst().remote()).isEqualTo(source + half);
        assertThat(link.reads.getFirst().length()).isEqualTo(bytes - half);
    }

    /** Then fragments bring the second message of a length, whose turn a half would be. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                GET,
                FakeBtlConfig.REGISTERED_RDMA,
            })
    void aLinkWithoutPlainWritesSharesNothing(int flags) {
        open(flags);
        link.registers = true;
        link.fragmentsMayWin = true;
        assertAsksForFragments(second(SIZE), SIZE);
    }

    @Test
    void oneByteHasNoHalves() {
        open(FakeBtlConfig.RDMA);
        link.fragmentsMayWin = true;
        assertAsksForFragments(second(1), 1);
    }

    /** The kernel has refused it once: messages are read or copied from then on. */
    @Test
    void aSenderThatCouldNotWriteIsNotAskedAgain() {
        open(FakeBtlConfig.RDMA);
        link.fragmentsMayWin = true;
        PmlRequest request = second(SIZE);
        Packet put = ob1.sent(PacketType.PUT);
        long fin = ob1.memory.allocate(FinHeader.LENGTH);
        FinHeader.write(fin, PutHeader.piece(put.at()), Rc.NOT_AVAILABLE);
        ob1.arrive(PacketType.FIN, fin, FinHeader.LENGTH);
        assertThat(request.isDone()).isTrue();
        ob1.sent(PacketType.FIN);
        for (int i = 0; i < 12; i++) {
            ob1.receive(target, SIZE, ScriptedRank.PEER, 7);
            ob1.offer(RendezvousHeader.FLAG_CONTIGUOUS, source, SIZE, 0, HANDLE);
            assertThat(ob1.sent().removeFirst().tag())
                    .isNotEqualTo(PacketType.btlTag(PacketType.PUT));
        }
    }

    /** By what both have taken so far; each is tried first. */
    @ParameterizedTest
    @CsvSource({"100, 300, true", "300, 100, false"})
    void theFasterWayIsTaken(long readNanos, long copyNanos, boolean read) {
        open(GET);
        link.fragmentsMayWin = true;
        link.onRead = () -> ob1.nanos += readNanos * SIZE;
        for (int i = 0; i < 20; i++) {
            PmlRequest request = receive(0);
            boolean wasRead = !link.reads.isEmpty();
            if (wasRead) {
                assertRead(request);
            } else {
                Packet ack = ob1.sent(PacketType.ACK);
                ob1.nanos += copyNanos * SIZE;
                ob1.fragment(AckHeader.receiver(ack.at()), source, 0, SIZE);
                assertThat(request.isDone()).isTrue();
                NativeBuffers.verify("message", target, SIZE, 1);
            }
            request.release();
            ob1.nanos += 1_000_000_000;
            if (i >= 9) {
                assertThat(wasRead).isEqualTo(read);
            }
        }
        assertThat(ob1.count("reads_declined")).isEqualTo(read ? 6 : 17);
    }
}
