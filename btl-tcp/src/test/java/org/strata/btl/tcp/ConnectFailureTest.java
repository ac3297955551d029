package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.btl.tcp.TcpAddress.Link;
import org.strata.btl.tcp.TcpAddress.ListenAddress;
import org.strata.opal.Rc;
import org.strata.testkit.FakeJob;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Addresses that do not work: the next one is tried, and the last failure tells all. */
final class ConnectFailureTest {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final TcpWorld world = new TcpWorld(2);
    private final TcpWorld.Node node = world.node(0);

    @AfterEach
    void close() {
        world.close();
    }

    /** Makes rank 1 claim other ports, before its real one if wanted. */
    private void publish(boolean real, int... ports) throws Exception {
        List<ListenAddress> addresses = new ArrayList<>();
        for (int port : ports) {
            addresses.add(new ListenAddress(LOOPBACK, 8, port));
        }
        if (real) {
            int port = RawPeer.address(node.rank, 1).getPort();
            addresses.add(new ListenAddress(LOOPBACK, 8, port));
        }
        Link link = new Link("lo", 0, true, 100, addresses);
        world.job.rank(1).oob().put("btl.tcp", new TcpAddress(List.of(link)).encode());
    }

    private static int closedPort() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(LOOPBACK, 0));
            return server.socket().getLocalPort();
        }
    }

    @Test
    void theNextAddressIsTried() throws Exception {
        publish(true, closedPort(), closedPort());
        assertThat(node.send(1, 1)).isEqualTo(Rc.OK);
        world.job.progressUntil("a message", () -> world.node(1).received.contains(1L));
        assertThat(node.errors).isEmpty();
        assertThat(node.output.verbose())
                .anyMatch(l -> l.contains("Connection refused; addresses left: 2"))
                .anyMatch(l -> l.contains("Connection refused; addresses left: 1"));
    }

    @Test
    void theLastFailureTellsAll() throws Exception {
        int port = closedPort();
        publish(false, port);
        node.send(1, 1);
        world.job.progressTimes(1000);
        assertThat(node.errors).as("a host that is flooded may refuse").isEmpty();
        world.job.progressUntil(
                "the error",
                () -> {
                    world.pass(1);
                    return !node.errors.isEmpty();
                });
        assertThat(node.errors).hasSize(1);
        assertThat(node.errors.getFirst())
                .contains("tcp(lo) to rank 1 on node0")
                .contains("127.0.0.1:" + port + " from 127.0.0.1: Connection refused")
                .contains("No address is left")
                .contains("firewall")
                .doesNotContain("\n");
    }

    @Test
    void aSilentAddressIsLeftAfterTheTimeout() throws Exception {
        try (ServerSocketChannel silent = ServerSocketChannel.open()) {
            silent.bind(new InetSocketAddress(LOOPBACK, 0));
            publish(true, silent.socket().getLocalPort());
            node.send(1, 1);
            world.job.progressTimes(1000);
            assertThat(world.node(1).received).isEmpty();
            world.pass(11);
            world.job.progressUntil("a message", () -> world.node(1).received.contains(1L));
            assertThat(node.errors).isEmpty();
        }
    }

    /** As it does to strangers that are too many, before it can know who connects. */
    @Test
    void aConnectionThatIsClosedWithoutAnAnswerIsTriedAgain() throws Exception {
        try (ServerSocketChannel full = ServerSocketChannel.open()) {
            full.bind(new InetSocketAddress(LOOPBACK, 0));
            publish(false, full.socket().getLocalPort());
            node.send(1, 1);
            for (int i = 0; node.errors.isEmpty(); i++) {
                full.accept().close();
                world.job.progressTimes(1000);
                assertThat(node.errors.isEmpty() || i >= 10).isTrue();
                // The pause before the next attempt.
                world.pass(1);
                world.job.progressTimes(1000);
            }
        }
    }

    @Test
    void aBusyPeerIsWaitedForHoweverLong() {
        node.send(1, 1);
        for (int i = 0; i < 10; i++) {
            for (int j = 0; j < 100; j++) {
                node.rank.progress();
            }
            world.pass(11);
        }
        assertThat(node.errors).isEmpty();
        world.job.progressUntil("a message", () -> world.node(1).received.contains(1L));
        assertThat(world.node(1).errors).isEmpty();
    }

    /** The listener gives up on an initiator that computes; that must not fail the link. */
    @Test
    void aBusyInitiatorIsForgiven() {
        TcpWorld.Node peer = world.node(1);
        node.send(1, 1);
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 2000; j++) {
                peer.rank.progress();
            }
            world.pass(11);
            node.rank.progress();
        }
        world.job.progressUntil("a message", () -> peer.received.contains(1L));
        assertThat(node.errors).isEmpty();
    }

    @Test
    void aServerThatIsNoStrataProcessIsAFailure() throws Exception {
        try (ServerSocketChannel web = ServerSocketChannel.open()) {
            web.bind(new InetSocketAddress(LOOPBACK, 0));
            publish(false, web.socket().getLocalPort());
            node.send(1, 1);
            try (var accepted = web.accept()) {
                accepted.write(java.nio.ByteBuffer.wrap(new byte[200]));
                world.job.progressUntil("the error", () -> !node.errors.isEmpty());
                assertThat(node.errors.getFirst()).contains("not a Strata process");
            }
        }
    }

    @Test
    void theSmallerRankTakesThePeersConnectionWhenItsOwnFails() throws Exception {
        try (ServerSocketChannel silent = ServerSocketChannel.open()) {
            silent.bind(new InetSocketAddress(LOOPBACK, 0));
            publish(false, silent.socket().getLocalPort());
            node.send(1, 1);
            world.node(1).send(0, 2);
            world.job.progressTimes(1000);
            assertThat(node.received).isEmpty();
        }
        world.job.progressUntil(
                "both messages",
                () -> node.received.contains(2L) && world.node(1).received.contains(1L));
        assertThat(node.errors).isEmpty();
    }

    @Test
    void refusalsSayWhy() {
        StringBuilder self = new StringBuilder();
        assertThat(node.btl().addPeer(node.rank.proc(0), self)).isNull();
        assertThat(self).contains("this process itself");
        try (FakeJob far = FakeJob.onHosts("a", "b")) {
            TcpWorld.Node a = new TcpWorld.Node(far.rank(0), () -> 0, "if-include", "lo");
            TcpWorld.Node b = new TcpWorld.Node(far.rank(1), () -> 0, "if-include", "lo");
            StringBuilder refusal = new StringBuilder();
            assertThat(a.btl().addPeer(far.rank(0).proc(1), refusal)).isNull();
            assertThat(refusal).contains("no partner for lo");
            a.close();
            b.close();
        }
    }
}
