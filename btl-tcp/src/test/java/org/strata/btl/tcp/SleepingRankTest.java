package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.btl.tcp.TcpAddress.Link;
import org.strata.btl.tcp.TcpAddress.ListenAddress;
import org.strata.opal.progress.IdlePolicy;
import org.strata.opal.progress.Sleeper;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;

/** What ends the sleep of a rank, but for messages of those that it is connected to. */
@Timeout(120)
final class SleepingRankTest {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final long HOURS = 10_000_000_000_000L;

    /** It sleeps where no socket wakes it: a lost knock is a test that does not end. */
    @Test
    void aPeerThatConnectsEndsTheSleepOfARankWithoutConnections() throws Exception {
        try (TcpWorld world = new TcpWorld(2)) {
            TcpWorld.Node asleep = world.node(1);
            Sleeper sleeper = asleep.rank.sleeper();
            sleeper.announce();
            assertThat(asleep.rank.progress()).isZero();
            Thread sleeping = new Thread(() -> sleeper.sleep(HOURS));
            sleeping.start();
            world.node(0).send(1, 42);
            sleeping.join();
            sleeper.awake();
            world.job.progressUntil("a message", () -> asleep.received.contains(42L));
        }
    }

    /**
     * A rank that pauses between two attempts has nothing else to wait for. Its sleeps end with the
     * pauses; one that lasts for the engine's own bound counts as late.
     */
    @Test
    void theEndOfAPauseEndsTheSleep() throws Exception {
        try (FakeJob job = FakeJob.of(2)) {
            TcpWorld.Node node = new TcpWorld.Node(job.rank(0), Clock.SYSTEM);
            int port = closedPort();
            Link link = new Link("lo", 0, true, 100, List.of(new ListenAddress(LOOPBACK, 8, port)));
            job.rank(1).oob().put("btl.tcp", new TcpAddress(List.of(link)).encode());
            node.send(1, 1);
            node.rank.engine().setIdlePolicy(new IdlePolicy(0, 0, true));
            node.rank.waitUntil("the error", () -> !node.errors.isEmpty());
            assertThat(node.rank.engine().lateWakeups()).isZero();
            node.close();
        }
    }

    private static int closedPort() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(LOOPBACK, 0));
            return server.socket().getLocalPort();
        }
    }
}
