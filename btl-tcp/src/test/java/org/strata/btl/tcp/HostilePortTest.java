package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.btl.tcp.HandshakeMessage.Parties;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Strangers, garbage, silence and broken handshakes cost a verbose line, never the job. */
final class HostilePortTest {
    private final TcpWorld world = new TcpWorld(2);
    private final TcpWorld.Node victim = world.node(0);

    @AfterEach
    void close() {
        world.close();
    }

    /** Lets the victim look at its port often enough. */
    private void drive() {
        for (int i = 0; i < 2000; i++) {
            victim.rank.progress();
        }
    }

    private boolean told(String text) {
        return victim.output.verbose().stream().anyMatch(line -> line.contains(text));
    }

    private SocketChannel connect() throws Exception {
        return RawPeer.connect(world.node(1).rank, 0);
    }

    private RawPeer peer() throws Exception {
        return new RawPeer(world.node(1).rank, 0, RawPeer.credentials(world.node(1).rank));
    }

    /** After whatever happened, the job works and nobody was told of an error. */
    private void theJobStillWorks() {
        victim.send(1, 42);
        world.job.progressUntil("a message", () -> world.node(1).received.contains(42L));
        assertThat(victim.errors).isEmpty();
        assertThat(victim.output.warnings()).isEmpty();
    }

    @Test
    void garbageIsDroppedAtItsFirstBytes() throws Exception {
        byte[] http = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        try (SocketChannel web = connect()) {
            web.write(ByteBuffer.wrap(http));
            world.job.progressUntil("the verdict", () -> told("not a Strata process"));
        }
        theJobStillWorks();
    }

    @Test
    void randomBytesInAnyNumber() throws Exception {
        Random random = new Random(1);
        List<SocketChannel> open = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            SocketChannel channel = connect();
            channel.write(ByteBuffer.wrap(bytes));
            if (random.nextBoolean()) {
                channel.close();
            } else {
                open.add(channel);
            }
            victim.rank.progress();
        }
        drive();
        theJobStillWorks();
        for (SocketChannel channel : open) {
            channel.close();
        }
    }

    @Test
    void silentAndHalfOpenConnectionsEndAtTheirDeadline() throws Exception {
        try (RawPeer silent = peer();
                RawPeer half = peer();
                RawPeer proofless = peer()) {
            half.write(new byte[] {'S', 'T', 'R'});
            half.channel.shutdownOutput();
            proofless.hello();
            proofless.challenge();
            // Time passes for each from when it was seen.
            Runnable second = () -> world.pass(1);
            assertThat(silent.closedByPeer(second)).isTrue();
            assertThat(half.closedByPeer(second)).isTrue();
            assertThat(proofless.verdict()).isEqualTo(HandshakeVerdict.LATE);
            assertThat(proofless.closedByPeer()).isTrue();
        }
        theJobStillWorks();
    }

    @Test
    void slowButHonestPeersAreAdmittedByteByByte() throws Exception {
        try (RawPeer slow = peer()) {
            for (byte one : slow.helloOf(new Parties(1, 0, 0, 0))) {
                slow.write(new byte[] {one});
                drive();
            }
            slow.challenge();
            slow.proof();
            assertThat(slow.verdict()).isEqualTo(HandshakeVerdict.ADMITTED);
        }
    }

    @Test
    void whoDoesNotKnowTheSecretIsDropped() throws Exception {
        Credentials wrong =
                new Credentials(victim.rank.environment().jobId(), new byte[16], byte[]::new);
        try (RawPeer stranger = new RawPeer(world.node(1).rank, 0, wrong)) {
            stranger.hello();
            assertThat(stranger.closedByPeer()).isTrue();
            assertThat(told("job's secret")).isTrue();
        }
        theJobStillWorks();
    }

    /** Any user of the host can read the job's id. */
    @Test
    void whoKnowsTheJobsIdOnlyDoesNotPushPeersOut() throws Exception {
        Credentials wrong =
                new Credentials(victim.rank.environment().jobId(), new byte[16], byte[]::new);
        List<SocketChannel> flood = new ArrayList<>();
        try (RawPeer honest = peer();
                RawPeer stranger = new RawPeer(world.node(1).rank, 0, wrong)) {
            honest.hello();
            honest.challenge();
            byte[] guess = stranger.helloOf(new Parties(1, 0, 0, 0));
            for (int i = 0; i < 400; i++) {
                SocketChannel channel = connect();
                channel.write(ByteBuffer.wrap(guess));
                flood.add(channel);
                victim.rank.progress();
            }
            drive();
            honest.proof();
            assertThat(honest.verdict()).isEqualTo(HandshakeVerdict.ADMITTED);
        }
        for (SocketChannel channel : flood) {
            channel.close();
        }
    }

    /** Who says nothing goes first, however many come later than a peer. */
    @Test
    void whoSaysNothingDoesNotPushPeersOut() throws Exception {
        List<SocketChannel> silent = new ArrayList<>();
        try (RawPeer honest = peer()) {
            honest.hello();
            honest.challenge();
            for (int i = 0; i < 400; i++) {
                silent.add(connect());
                victim.rank.progress();
            }
            drive();
            honest.proof();
            assertThat(honest.verdict()).isEqualTo(HandshakeVerdict.ADMITTED);
            // The oldest have made room: a rank has so many descriptors only.
            SocketChannel oldest = silent.getFirst();
            oldest.configureBlocking(false);
            world.job.progressUntil("its end", () -> hasEnded(oldest));
        }
        for (SocketChannel channel : silent) {
            channel.close();
        }
    }

    private static boolean hasEnded(SocketChannel channel) {
        try {
            return channel.read(ByteBuffer.allocate(1)) < 0;
        } catch (IOException e) {
            return true;
        }
    }

    /** A peer in its handshake learns that at once, and nobody connects any more. */
    @Test
    void theEndOfTheBtlClosesItsPortAndWhatIsInItsHandshake() throws Exception {
        InetSocketAddress port = RawPeer.address(world.node(1).rank, 0);
        try (RawPeer peer = peer()) {
            peer.hello();
            peer.challenge();
            victim.close();
            assertThat(peer.verdict()).isEqualTo(HandshakeVerdict.LATE);
            assertThat(peer.closedByPeer()).isTrue();
            assertThatThrownBy(() -> SocketChannel.open(port).close())
                    .isInstanceOf(ConnectException.class);
        }
    }

    /** What a process of the job has sent can be repeated by whoever reads the network. */
    @Test
    void whoRepeatsAFirstMessageDoesNotPushPeersOut() throws Exception {
        List<SocketChannel> flood = new ArrayList<>();
        try (RawPeer honest = peer()) {
            byte[] heard = honest.helloOf(new Parties(1, 0, 0, 0));
            honest.write(heard);
            honest.challenge();
            for (int i = 0; i < 400; i++) {
                SocketChannel channel = connect();
                channel.write(ByteBuffer.wrap(heard));
                flood.add(channel);
                victim.rank.progress();
            }
            drive();
            honest.proof();
            assertThat(honest.verdict()).isEqualTo(HandshakeVerdict.ADMITTED);
        }
        for (SocketChannel channel : flood) {
            channel.close();
        }
    }

    @Test
    void aProofWithAWrongLastByteIsWorthless() throws Exception {
        try (RawPeer stranger = peer()) {
            stranger.hello();
            stranger.challenge();
            stranger.almostProof();
            assertThat(stranger.closedByPeer()).isTrue();
            assertThat(told("job's secret")).isTrue();
        }
        theJobStillWorks();
    }

    @Test
    void whoBelongsToAnotherJobIsDropped() throws Exception {
        Credentials other =
                new Credentials("another", victim.rank.environment().secret(), byte[]::new);
        try (RawPeer stranger = new RawPeer(world.node(1).rank, 0, other)) {
            stranger.hello();
            assertThat(stranger.closedByPeer()).isTrue();
            assertThat(told("another job")).isTrue();
        }
        theJobStillWorks();
    }

    @Test
    void ranksAndLinksThatDoNotExistAreDropped() throws Exception {
        for (Parties parties :
                List.of(
                        new Parties(7, 0, 0, 0),
                        new Parties(-1, 0, 0, 0),
                        new Parties(0, 0, 0, 0),
                        new Parties(1, 0, 1, 0),
                        new Parties(1, 0, 0, 9))) {
            try (RawPeer stranger = peer()) {
                stranger.write(stranger.helloOf(parties));
                assertThat(stranger.closedByPeer()).as("%s", parties).isTrue();
            }
        }
        theJobStillWorks();
    }

    @Test
    void manySilentConnectionsDoNotKeepPeersOut() throws Exception {
        List<SocketChannel> silent = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            silent.add(connect());
        }
        drive();
        // No time passes: nobody waits for the strangers' deadlines.
        world.node(1).send(0, 43);
        world.job.progressUntil("a message", () -> victim.received.contains(43L));
        for (SocketChannel channel : silent) {
            channel.close();
        }
        theJobStillWorks();
    }

    /** A stranger opens a connection for each that is closed. */
    @Test
    void aFloodThatGoesOnDoesNotKeepPeersOut() throws Exception {
        ArrayDeque<SocketChannel> flood = new ArrayDeque<>();
        for (int i = 0; i < 2000; i++) {
            flood.add(connect());
            victim.rank.progress();
            if (flood.size() > 400) {
                flood.remove().close();
            }
        }
        world.node(1).send(0, 43);
        while (!victim.received.contains(43L)) {
            flood.add(connect());
            flood.remove().close();
            world.job.progress();
        }
        for (SocketChannel channel : flood) {
            channel.close();
        }
        theJobStillWorks();
    }
}
