package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A connection that breaks: every descriptor comes back, the upper layer hears of it once. */
final class BrokenConnectionTest {
    private final TcpWorld world = new TcpWorld(2);
    private final TcpWorld.Node node = world.node(0);

    @AfterEach
    void close() {
        world.close();
    }

    private void drive() {
        for (int i = 0; i < 2000; i++) {
            node.rank.progress();
        }
    }

    /** Connects as rank 1 by hand. */
    private RawPeer peer() throws Exception {
        RawPeer peer = new RawPeer(world.node(1).rank, 0, RawPeer.credentials(world.node(1).rank));
        assertThat(peer.handshake()).isEqualTo(HandshakeVerdict.ADMITTED);
        return peer;
    }

    private static byte[] frame(int tag, int type, int announced, int sent) {
        byte[] bytes = new byte[FrameHeader.BYTES + sent];
        bytes[0] = (byte) tag;
        bytes[1] = (byte) type;
        bytes[4] = (byte) announced;
        bytes[5] = (byte) (announced >> 8);
        Arrays.fill(bytes, FrameHeader.BYTES, bytes.length, (byte) 1);
        return bytes;
    }

    private void theLinkHasFailed(String reason) {
        world.job.progressUntil("the error", () -> !node.errors.isEmpty());
        drive();
        assertThat(node.errors).singleElement().asString().contains(reason);
        assertThat(node.errors.getFirst()).startsWith("LINK_FAILED").contains("rank 1 on node0");
        assertThat(node.to(1).state()).isEqualTo(EndpointState.FAILED);
        assertThat(node.send(1, 1)).isEqualTo(Rc.LINK_FAILED);
    }

    @Test
    void resetInTheMiddleOfAFrame() throws Exception {
        RawPeer peer = peer();
        peer.write(frame(TcpWorld.TAG, FrameHeader.SEND, 8, 8));
        peer.write(frame(TcpWorld.TAG, FrameHeader.SEND, 500, 100));
        world.job.progressUntil("the first frame", () -> !node.received.isEmpty());
        peer.reset();
        theLinkHasFailed("was lost: Connection reset");
        assertThat(node.received).containsExactly(0x0101010101010101L);
    }

    @Test
    void endOfStreamWithoutFin() throws Exception {
        RawPeer peer = peer();
        peer.write(frame(TcpWorld.TAG, FrameHeader.SEND, 500, 100));
        peer.close();
        theLinkHasFailed("closed without notice");
        assertThat(node.received).isEmpty();
    }

    @Test
    void garbageBetweenFrames() throws Exception {
        try (RawPeer peer = peer()) {
            peer.write(frame(TcpWorld.TAG, FrameHeader.SEND, 8, 8));
            peer.write(frame(TcpWorld.TAG, 77, 8, 8));
            theLinkHasFailed("garbage");
            assertThat(node.received).hasSize(1);
        }
    }

    @Test
    void finIsNoFailureAndTheEndpointMayConnectAgain() throws Exception {
        try (RawPeer peer = peer()) {
            peer.write(frame(TcpWorld.TAG, FrameHeader.SEND, 8, 8));
            peer.write(frame(0, FrameHeader.FIN, 0, 0));
        }
        world.job.progressUntil("the close", () -> node.to(1).state() == EndpointState.CLOSED);
        assertThat(node.errors).isEmpty();
        assertThat(node.received).hasSize(1);
        assertThat(node.send(1, 5)).isEqualTo(Rc.OK);
        world.job.progressUntil("a message", () -> world.node(1).received.contains(5L));
    }

    /** The peer waits for it before it lets its own end of the connection go. */
    @Test
    void finIsAnsweredByFin() throws Exception {
        try (RawPeer peer = peer()) {
            peer.write(frame(0, FrameHeader.FIN, 0, 0));
            byte[] answer = peer.read(2 * FrameHeader.BYTES);
            assertThat(answer).isEqualTo(frame(0, FrameHeader.FIN, 0, 0));
        }
        assertThat(node.errors).isEmpty();
    }

    /** What is wrong with an old connection is no matter of the next one. */
    @Test
    void bytesBehindFinAreNotReadAsPartOfTheNextConnection() throws Exception {
        try (RawPeer old = peer()) {
            old.write(two(frame(0, FrameHeader.FIN, 0, 0), 0, 77));
            world.job.progressUntil("the close", () -> node.to(1).state() == EndpointState.CLOSED);
        }
        try (RawPeer next = peer()) {
            next.write(frame(TcpWorld.TAG, FrameHeader.SEND, 8, 8));
            world.job.progressUntil("a message", () -> !node.received.isEmpty());
        }
        assertThat(node.received).containsExactly(0x0101010101010101L);
    }

    /** Its handshake had a deadline, which is of no concern any more. */
    @Test
    void aConnectionLastsLongerThanItsHandshakeMight() throws Exception {
        try (RawPeer peer = peer()) {
            world.pass(100);
            drive();
            node.send(1, 7);
            byte[] bytes = peer.read(FrameHeader.BYTES + Long.BYTES);
            assertThat(bytes[1]).isEqualTo((byte) FrameHeader.SEND);
            assertThat(bytes[FrameHeader.BYTES]).isEqualTo((byte) 7);
        }
    }

    /** The peer's last frame has arrived with a message, and its connection breaks meanwhile. */
    @Test
    void anAnswerThatCannotBeWrittenBeforeFinIsAFailure() throws Exception {
        RawPeer peer = peer();
        onMessage(() -> {
            peer.reset();
            assertThat(node.send(1, 1)).isEqualTo(Rc.OK);
        });
        peer.write(two(frame(TcpWorld.TAG, FrameHeader.SEND, 8, 8), 0, FrameHeader.FIN));
        theLinkHasFailed("was lost");
    }

    /** What is accepted inside a handler is written later, unless there is no room for it. */
    @Test
    void aHandlerLearnsThatTheLinkHasFailedWhenItSendsMuch() throws Exception {
        RawPeer peer = peer();
        List<Integer> codes = new ArrayList<>();
        onMessage(() -> {
            peer.reset();
            // More than the staging buffer has room for.
            for (int i = 0; i < 40_000; i++) {
                codes.add(node.send(1, i));
            }
        });
        peer.write(frame(TcpWorld.TAG, FrameHeader.SEND, 8, 8));
        theLinkHasFailed("was lost");
        assertThat(codes).startsWith(Rc.OK).endsWith(Rc.LINK_FAILED);
        assertThat(codes).containsOnly(Rc.OK, Rc.LINK_FAILED);
        assertThat(node.to(1).departed).as("nothing waits").isEqualTo(node.to(1).accepted);
    }

    /** What a handler does. */
    private interface Action {
        void run() throws Exception;
    }

    private void onMessage(Action action) {
        node.rank
                .activeMessages()
                .register(
                        TcpWorld.TAG,
                        (btl, from, tag, address, length) -> {
                            try {
                                action.run();
                            } catch (Exception e) {
                                throw new AssertionError(e);
                            }
                        });
    }

    /** Returns a frame and an empty one behind it. */
    private static byte[] two(byte[] first, int tag, int type) {
        byte[] both = Arrays.copyOf(first, first.length + FrameHeader.BYTES);
        System.arraycopy(frame(tag, type, 0, 0), 0, both, first.length, FrameHeader.BYTES);
        return both;
    }

    @Test
    void outstandingDescriptorsCompleteBeforeTheErrorIsTold() throws Exception {
        List<String> events = new ArrayList<>();
        RawPeer peer = peer();
        int count = sendUntilTheKernelIsFull(events);
        events.clear();
        peer.reset();
        world.job.progressUntil("the error", () -> !node.errors.isEmpty());
        // The kernel may have found room for some more of them before.
        assertThat(events).contains("LINK_FAILED 0").isSubsetOf("OK 0", "LINK_FAILED 0");
        assertThat(count).isGreaterThan(events.size());
        assertThat(node.btl().flushed()).isTrue();
        assertThat(node.to(1).departed).as("nothing waits").isEqualTo(node.to(1).accepted);
    }

    /** Notes each completion with the number of errors told by then. */
    private int sendUntilTheKernelIsFull(List<String> events) {
        long memory = Memory.allocate(Arena.global(), 1 << 17, 64);
        Buf buf = new Buf().setBytes(memory, 100_000);
        int count = 0;
        for (int refused = 0; refused < 100; ) {
            Descriptor descriptor = node.btl().prepareSource(node.to(1), buf, 0, 8, 100_000);
            if (descriptor == null) {
                node.rank.progress();
                refused++;
                continue;
            }
            descriptor.callback =
                    (btl, done, rc) -> {
                        events.add(Rc.name(rc) + " " + node.errors.size());
                        btl.free(done);
                    };
            assertThat(node.btl().send(node.to(1), descriptor, TcpWorld.TAG)).isEqualTo(Rc.OK);
            count++;
        }
        return count;
    }

    @Test
    void aFailedLinkRefusesThePeersNextConnection() throws Exception {
        peer().close();
        theLinkHasFailed("closed without notice");
        try (RawPeer again =
                new RawPeer(world.node(1).rank, 0, RawPeer.credentials(world.node(1).rank))) {
            assertThat(again.handshake()).isEqualTo(HandshakeVerdict.REFUSED);
        }
    }

    @Test
    void aSecondConnectionOfAConnectedPairIsADuplicate() throws Exception {
        try (RawPeer first = peer();
                RawPeer second =
                        new RawPeer(world.node(1).rank, 0, RawPeer.credentials(node.rank))) {
            assertThat(second.handshake()).isEqualTo(HandshakeVerdict.DUPLICATE);
            first.write(frame(TcpWorld.TAG, FrameHeader.SEND, 8, 8));
            world.job.progressUntil("its frame", () -> !node.received.isEmpty());
        }
    }

    @Test
    void aHandlerMayRemoveThePeerItHearsFrom() throws Exception {
        node.rank
                .activeMessages()
                .register(
                        TcpWorld.TAG,
                        (btl, from, tag, address, length) -> {
                            node.received.add(Memory.getLong(address));
                            btl.removePeer(from);
                        });
        try (RawPeer peer = peer()) {
            byte[] one = frame(TcpWorld.TAG, FrameHeader.SEND, 8, 8);
            byte[] three = new byte[3 * one.length];
            for (int i = 0; i < 3; i++) {
                System.arraycopy(one, 0, three, i * one.length, one.length);
            }
            peer.write(three);
            world.job.progressUntil("the first", () -> !node.received.isEmpty());
            peer.write(frame(0, FrameHeader.FIN, 0, 0));
            world.job.progressUntil("the close", () -> node.btl().connections() == 0);
            drive();
            assertThat(node.received).hasSize(1);
        }
        assertThat(node.errors).isEmpty();
    }
}
