package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.btl.tcp.TcpAddress.Link;
import org.strata.btl.tcp.TcpAddress.ListenAddress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * How often an address that fails is tried again, after which pauses, and what ends the attempt.
 */
final class ConnectRoundsTest {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final long FIRST_PAUSE = 8_000_000;
    private static final int ROUNDS = 4;

    private final TcpWorld world = new TcpWorld(2);
    private final TcpWorld.Node node = world.node(0);
    private final List<SocketChannel> clients = new ArrayList<>();
    private ServerSocketChannel silent;

    @AfterEach
    void close() throws IOException {
        for (SocketChannel client : clients) {
            client.close();
        }
        if (silent != null) {
            silent.close();
        }
        world.close();
    }

    /** Makes rank 1 claim another port. */
    private void publish(int port) {
        Link link = new Link("lo", 0, true, 100, List.of(new ListenAddress(LOOPBACK, 8, port)));
        world.job.rank(1).oob().put("btl.tcp", new TcpAddress(List.of(link)).encode());
    }

    private ServerSocketChannel listen(int backlog) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(LOOPBACK, 0), backlog);
        server.configureBlocking(false);
        publish(server.socket().getLocalPort());
        return server;
    }

    /** A listener that accepts nothing, and whose queue is full: its host answers nobody. */
    private ServerSocketChannel listenToNobody() throws IOException {
        ServerSocketChannel server = listen(1);
        for (int i = 0; i < 4; i++) {
            SocketChannel client = SocketChannel.open();
            clients.add(client);
            client.configureBlocking(false);
            client.connect(server.getLocalAddress());
        }
        // Linux queues one more than the backlog says.
        while (!clients.get(0).finishConnect() || !clients.get(1).finishConnect()) {
            Thread.onSpinWait();
        }
        return server;
    }

    /** Lets the rank do what it can while no time passes. */
    private void settle() {
        for (int i = 0; i < 600; i++) {
            node.rank.progress();
        }
    }

    private int attempts(String failure) {
        String line = failure + "; addresses left: 0";
        return (int) node.output.verbose().stream().filter(l -> l.contains(line)).count();
    }

    private void untilAttempts(String failure, int count) {
        world.job.progressUntil(failure, () -> attempts(failure) >= count);
        settle();
        assertThat(attempts(failure)).isEqualTo(count);
    }

    private void untilTheError() {
        world.job.progressUntil("the error", () -> !node.errors.isEmpty());
    }

    /** The rank has started to connect to an address that refuses. */
    private void everyRoundIsRefused() {
        long pause = FIRST_PAUSE;
        for (int round = 1; round < ROUNDS; round++) {
            untilAttempts("Connection refused", round);
            world.passNanos(pause - 1);
            settle();
            assertThat(attempts("Connection refused")).as("too early").isEqualTo(round);
            assertThat(node.errors).isEmpty();
            world.passNanos(1);
            pause *= 2;
        }
        untilTheError();
        assertThat(attempts("Connection refused")).isEqualTo(ROUNDS);
        assertThat(node.errors.getFirst().split("Connection refused", -1))
                .as("the last round's failure, once: " + node.errors.getFirst())
                .hasSize(2);
        assertThat(node.errors.getFirst()).doesNotContain("timed out");
    }

    @Test
    void aHostThatRefusesIsTriedInRoundsWhosePausesDouble() throws Exception {
        listen(10).close();
        node.send(1, 1);
        everyRoundIsRefused();
    }

    @Test
    void aHostThatDoesNotAnswerIsTriedInThreeRounds() throws Exception {
        silent = listenToNobody();
        node.send(1, 1);
        for (int round = 1; round <= 3; round++) {
            assertThat(node.errors).as("after %d rounds", round - 1).isEmpty();
            settle();
            world.pass(10);
            untilAttempts("connection timed out", round);
        }
        untilTheError();
        assertThat(node.errors.getFirst()).contains("connection timed out");
    }

    /** A host that did not answer, and refuses now, is one that refuses. */
    @Test
    void aRoundWithoutAnAnswerDoesNotCountAsARefusal() throws Exception {
        silent = listenToNobody();
        node.send(1, 1);
        settle();
        silent.close();
        world.pass(10);
        everyRoundIsRefused();
    }

    /** A peer that has too many in their handshake closes some; one that is busy is not asked. */
    @Test
    void aClosedConnectionIsFollowedByAPauseAndASilentOneIsNot() throws Exception {
        try (ServerSocketChannel server = listen(10)) {
            node.send(1, 1);
            accept(server).close();
            settle();
            world.passNanos(FIRST_PAUSE - 1);
            settle();
            assertThat(server.accept()).as("too early").isNull();
            world.passNanos(1);
            accept(server);
            settle();
            world.pass(10);
            accept(server);
            assertThat(node.errors).isEmpty();
        }
    }

    private SocketChannel accept(ServerSocketChannel server) {
        world.job.progressUntil(
                "a connection",
                () -> {
                    try {
                        SocketChannel accepted = server.accept();
                        return accepted != null && clients.add(accepted);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
        return clients.getLast();
    }

    private void theErrorComesAtOnce(RawListener peer, HandshakeVerdict verdict, String reason) {
        world.job.progressUntil(
                "the error",
                () -> {
                    step(peer, verdict);
                    return !node.errors.isEmpty();
                });
        assertThat(node.errors).singleElement().asString().contains(reason);
        assertThat(peer.accepted).isEqualTo(1);
    }

    /** Returns whether the challenge was sent just now: the rank has not seen it. */
    private static boolean isChallenged(RawListener peer) {
        step(peer, null);
        return peer.challenged();
    }

    private static boolean step(RawListener peer, HandshakeVerdict verdict) {
        try {
            return peer.step(verdict);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aPeerThatHasGivenTheLinkUpIsNotAskedAgain() throws Exception {
        try (RawListener peer = new RawListener(world.job.rank(1))) {
            node.send(1, 1);
            theErrorComesAtOnce(peer, HandshakeVerdict.REFUSED, "given this link up");
        }
    }

    /** Whoever listens at a peer's port in its place learns no proof, and gets no message. */
    @ParameterizedTest
    @ValueSource(ints = {0, 6})
    void aListenerThatDoesNotKnowTheSecretIsNotConnectedTo(int busySeconds) throws Exception {
        Credentials wrong =
                new Credentials(node.rank.environment().jobId(), new byte[16], byte[]::new);
        try (RawListener stranger = new RawListener(world.job.rank(1), wrong)) {
            node.send(1, 1);
            world.job.progressUntil("the challenge", () -> isChallenged(stranger));
            world.pass(busySeconds);
            theErrorComesAtOnce(stranger, HandshakeVerdict.ADMITTED, "the job's secret");
            assertThat(stranger.verdicts).isZero();
        }
    }

    /** It has heard who connects: closing the connection is its answer. */
    @Test
    void aPeerThatHangsUpAfterTheProofIsNotAskedAgain() throws Exception {
        try (RawListener peer = new RawListener(world.job.rank(1))) {
            node.send(1, 1);
            world.job.progressUntil("the proof", () -> step(peer, null));
            peer.hangUp();
            theErrorComesAtOnce(peer, null, "closed during the handshake");
        }
    }

    /** A rank that computed for half of the time that it has is to blame itself, that once. */
    @Test
    void aPeerThatDidNotWaitForABusyRankIsAskedAgain() throws Exception {
        try (RawListener peer = new RawListener(world.job.rank(1))) {
            node.send(1, 1);
            world.job.progressUntil("the challenge", () -> isChallenged(peer));
            peer.hangUp();
            world.pass(6);
            world.job.progressUntil("another proof", () -> step(peer, null));
            assertThat(node.errors).isEmpty();
            assertThat(peer.accepted).isEqualTo(2);
            peer.hangUp();
            untilTheError();
        }
    }

    /** It waits for the outcome of an attempt of its own. */
    @Test
    void aVerdictIsWaitedForHoweverLong() throws Exception {
        try (RawListener peer = new RawListener(world.job.rank(1))) {
            node.send(1, 1);
            world.job.progressUntil("the proof", () -> step(peer, null));
            for (int i = 0; i < 10; i++) {
                world.pass(100);
                settle();
            }
            step(peer, HandshakeVerdict.ADMITTED);
            world.job.progressUntil(
                    "the connection", () -> node.to(1).state() == EndpointState.CONNECTED);
            assertThat(peer.accepted).isEqualTo(1);
            assertThat(node.errors).isEmpty();
        }
    }

    /** A peer that was removed meanwhile is not connected to by an attempt that goes on. */
    @Test
    void removingThePeerEndsTheAttempt() throws Exception {
        try (ServerSocketChannel server = listen(10)) {
            node.send(1, 1);
            SocketChannel accepted = accept(server);
            accepted.configureBlocking(false);
            node.btl().removePeer(node.to(1));
            HandshakeMessage message = new HandshakeMessage().expect();
            world.job.progressUntil("the end", () -> ended(accepted, message));
            world.pass(11);
            settle();
            assertThat(server.accept()).isNull();
            assertThat(node.errors).isEmpty();
        }
    }

    private static boolean ended(SocketChannel accepted, HandshakeMessage message) {
        try {
            if (message.read(accepted)) {
                message.expect();
            }
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
