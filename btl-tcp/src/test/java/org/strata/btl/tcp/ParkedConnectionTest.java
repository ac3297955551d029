package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Both ranks connect; the larger one's connection waits for what becomes of the smaller one's. */
final class ParkedConnectionTest {
    private final TcpWorld world = new TcpWorld(2);
    private final TcpWorld.Node node = world.node(0);
    private byte[] card;
    private RawListener peer;

    @BeforeEach
    void listen() throws Exception {
        card = world.job.rank(1).oob().get(1, "btl.tcp", 1000);
        peer = new RawListener(world.job.rank(1));
    }

    @AfterEach
    void close() throws Exception {
        peer.close();
        world.close();
    }

    private void settle() {
        for (int i = 0; i < 600; i++) {
            node.rank.progress();
        }
    }

    /** Rank 0 connects, and is not answered yet; rank 1's own connection comes. */
    private RawPeer park() throws Exception {
        if (node.to(1).state() == EndpointState.CLOSED) {
            node.send(1, 1);
        }
        RawPeer parked = new RawPeer(world.job.rank(1), 0, RawPeer.credentials(world.job.rank(1)));
        parked.hello();
        parked.challenge();
        parked.proof();
        settle();
        return parked;
    }

    private void answer(HandshakeVerdict verdict) {
        answer(peer, verdict);
    }

    private void answer(RawListener dialed, HandshakeVerdict verdict) {
        world.job.progressUntil(
                "the verdict",
                () -> {
                    try {
                        return dialed.step(verdict);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
    }

    private void theFirstMessageArrivesAt(RawPeer admitted) throws Exception {
        assertThat(admitted.verdict()).isEqualTo(HandshakeVerdict.ADMITTED);
        assertThat(node.to(1).state()).isEqualTo(EndpointState.CONNECTED);
        assertThat(admitted.read(FrameHeader.BYTES + Long.BYTES)[FrameHeader.BYTES]).isOne();
        assertThat(node.btl().connections()).isEqualTo(1);
        assertThat(node.errors).isEmpty();
    }

    @Test
    void itIsADuplicateWhenTheOtherIsAdmitted() throws Exception {
        try (RawPeer parked = park()) {
            answer(HandshakeVerdict.ADMITTED);
            assertThat(parked.verdict()).isEqualTo(HandshakeVerdict.DUPLICATE);
            assertThat(parked.closedByPeer()).isTrue();
            assertThat(node.to(1).state()).isEqualTo(EndpointState.CONNECTED);
            assertThat(node.btl().connections()).isEqualTo(1);
        }
    }

    @Test
    void itIsAdmittedWhenTheOtherFails() throws Exception {
        try (RawPeer parked = park()) {
            answer(HandshakeVerdict.REFUSED);
            theFirstMessageArrivesAt(parked);
        }
    }

    @Test
    void itIsAdmittedWhenTheOtherPauses() throws Exception {
        try (RawPeer parked = park()) {
            answer(HandshakeVerdict.DUPLICATE);
            answer(HandshakeVerdict.DUPLICATE);
            theFirstMessageArrivesAt(parked);
        }
    }

    @Test
    void aLaterOneTakesItsPlace() throws Exception {
        try (RawPeer first = park();
                RawPeer second = park()) {
            assertThat(first.verdict()).isEqualTo(HandshakeVerdict.DUPLICATE);
            assertThat(first.closedByPeer()).isTrue();
            answer(HandshakeVerdict.REFUSED);
            theFirstMessageArrivesAt(second);
        }
    }

    /** Nothing is left of either: the link has failed. */
    @Test
    void itHasGoneWhenTheOtherFails() throws Exception {
        park().close();
        world.job.progressUntil("its end", () -> told("connection closed during the handshake"));
        answer(HandshakeVerdict.REFUSED);
        world.job.progressUntil("the error", () -> !node.errors.isEmpty());
        settle();
        assertThat(node.errors).singleElement().asString().contains("given this link up");
        assertThat(node.to(1).state()).isEqualTo(EndpointState.FAILED);
    }

    private boolean told(String text) {
        return node.output.verbose().stream().anyMatch(line -> line.contains(text));
    }

    @Test
    void itIsRefusedWhenThePeerIsRemoved() throws Exception {
        try (RawPeer parked = park()) {
            node.btl().removePeer(node.to(1));
            assertThat(parked.verdict()).isEqualTo(HandshakeVerdict.REFUSED);
            assertThat(parked.closedByPeer()).isTrue();
        }
    }

    /** It waits as long as the other does: the deadline of its handshake is over. */
    @Test
    void itIsKeptHoweverLongTheOtherTakes() throws Exception {
        try (RawPeer parked = park()) {
            answer(null);
            world.pass(100);
            settle();
            answer(HandshakeVerdict.REFUSED);
            theFirstMessageArrivesAt(parked);
            world.pass(100);
            settle();
            assertThat(parked.channel.read(ByteBuffer.allocate(1))).isZero();
        }
    }

    /** The smaller rank's connection wins, if it comes about: this one is reset just before. */
    @Test
    void theLargerRanksAttemptGoesOnWhenTheSmallerOnesConnectionHasGone() throws Exception {
        TcpWorld.Node larger = world.node(1);
        world.job.rank(1).oob().put("btl.tcp", card);
        try (RawListener smaller = new RawListener(world.job.rank(0))) {
            larger.send(0, 1);
            RawPeer gone =
                    new RawPeer(world.job.rank(0), 1, RawPeer.credentials(world.job.rank(0)));
            gone.hello();
            gone.challenge();
            gone.proof();
            gone.reset();
            answer(smaller, HandshakeVerdict.ADMITTED);
            world.job.progressUntil(
                    "the connection", () -> larger.to(0).state() == EndpointState.CONNECTED);
            assertThat(smaller.accepted).isEqualTo(1);
            assertThat(larger.errors).isEmpty();
        }
    }
}
