package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.strata.oob.client.OobClient;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.JobMap;
import org.strata.oob.frame.JobMap.Place;
import org.strata.oob.link.Strangers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** mpirun, the daemons of two nodes and their ranks in one JVM. */
@Timeout(value = 100, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DaemonPortTest implements DaemonEvents, JobEvents {
    private static final long PATIENCE_MILLIS = 60_000;
    private static final int NODES = 3;
    private static final JobMap MAP =
            new JobMap(
                    "1-abc",
                    3,
                    List.of(new Place("h0", 0, 0), new Place("h1", 0, 0), new Place("h2", 0, 0)));

    @TempDir Path directory;

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private DaemonPort port;

    @BeforeEach
    void openPort() throws IOException {
        port =
                DaemonPort.open(
                        List.of(InetAddress.getLoopbackAddress()),
                        TestJob.secret(),
                        NODES,
                        PATIENCE_MILLIS,
                        this,
                        TestJob::thread);
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
        port.close();
    }

    /** What a daemon gets. */
    private final class Daemon implements NodeOob.Events {
        private final int node;

        Daemon(int node) {
            this.node = node;
        }

        @Override
        public void received(byte[] message) {
            events.add("to " + node + ": " + new String(message, StandardCharsets.UTF_8));
        }

        @Override
        public void lost(String reason) {
            events.add("head lost by " + node);
        }
    }

    private NodeOob daemon(int node, byte[] secret) throws IOException {
        NodeOob oob =
                NodeOob.connect(
                        port.addresses(),
                        secret,
                        node,
                        PATIENCE_MILLIS,
                        new Daemon(node),
                        TestJob::thread);
        open.add(oob);
        return oob;
    }

    private UnixDomainSocketAddress socket(int node) {
        return UnixDomainSocketAddress.of(directory.resolve("oob" + node));
    }

    private OobClient join(int rank) throws IOException {
        return join(rank, rank);
    }

    private OobClient join(int rank, int node) throws IOException {
        OobClient client =
                OobClient.join(
                        new OobClient.Ticket(
                                socket(node), TestJob.secret(), rank, 4711, TestJob.JOIN_MILLIS),
                        reason -> events.add("rank " + rank + " lost"),
                        TestJob::thread);
        open.add(client);
        return client;
    }

    private void await(String event) throws InterruptedException {
        List<String> before = new ArrayList<>();
        String next = events.take();
        while (!next.equals(event)) {
            before.add(next);
            next = events.take();
        }
        events.addAll(before);
    }

    private OobServer startJob() throws IOException {
        OobServer server =
                OobServer.start(socket(0), TestJob.secret(), MAP, List.of(0, 1, 2), this, port);
        open.add(server);
        return server;
    }

    @Test
    void ranksOfThreeHostsAreOneJob() throws Exception {
        NodeOob first = daemon(1, TestJob.secret());
        NodeOob second = daemon(2, TestJob.secret());
        await("connected 1");
        await("connected 2");
        startJob();
        first.serve(socket(1), MAP, Set.of(1));
        second.serve(socket(2), MAP, Set.of(2));
        OobClient here = join(0);
        OobClient there = join(1);
        OobClient far = join(2);
        await("joined 2");
        assertThat(there.map()).isEqualTo(MAP);
        there.put("card", new byte[] {7});
        assertThat(here.get(1, "card", PATIENCE_MILLIS)).containsExactly(7);
        assertThat(far.get(1, "card", PATIENCE_MILLIS)).containsExactly(7);
        BlockingQueue<String> letters = new LinkedBlockingQueue<>();
        far.listen(5, (source, message) -> letters.add(source + ":" + message.length));
        byte[] large = new byte[300_000];
        there.send(2, 5, large);
        here.send(2, 5, new byte[1]);
        assertThat(List.of(letters.take(), letters.take()))
                .containsExactlyInAnyOrder("1:300000", "0:1");
        Thread fence = TestJob.thread(here::fence);
        Thread other = TestJob.thread(there::fence);
        fence.start();
        other.start();
        far.fence();
        fence.join();
        other.join();
        there.abort(9, "enough", "");
        await("abort 1 9 enough");
    }

    /** A world that is added to the job, with a process on a host that has had none. */
    @Test
    void aLaterWorldOnOtherHosts() throws Exception {
        NodeOob first = daemon(1, TestJob.secret());
        NodeOob second = daemon(2, TestJob.secret());
        await("connected 1");
        await("connected 2");
        OobServer server = startJob();
        first.serve(socket(1), MAP, Set.of(1));
        OobClient old = join(1);
        await("joined 1");
        List<Place> added = List.of(new Place("h1", 0, 0), new Place("h2", 0, 0));
        JobMap world = server.grow(added, List.of(1, 2));
        assertThat(world.first()).isEqualTo(3);
        first.serve(socket(1), world, Set.of(3));
        second.serve(socket(2), world, Set.of(4));
        OobClient near = join(3, 1);
        OobClient far = join(4, 2);
        await("joined 4");
        assertThat(near.map()).isEqualTo(world);
        assertThat(old.map()).isEqualTo(MAP);
        far.put("card", new byte[] {9});
        assertThat(old.get(4, "card", PATIENCE_MILLIS)).containsExactly(9);
        Thread fence = TestJob.thread(near::fence);
        fence.start();
        far.fence();
        fence.join();
        second.close();
        await("disconnected 4");
    }

    @Test
    void messagesGoBothWaysAndTheEndIsNoticed() throws Exception {
        NodeOob first = daemon(1, TestJob.secret());
        await("connected 1");
        port.send(1, "order".getBytes(StandardCharsets.UTF_8));
        await("to 1: order");
        first.send("report".getBytes(StandardCharsets.UTF_8));
        await("of 1: report");
        startJob();
        first.serve(socket(1), MAP, Set.of(1));
        join(1);
        await("joined 1");
        first.close();
        await("disconnected 1");
        await("lost 1");
    }

    @Test
    void whoDoesNotKnowTheSecretIsNoDaemon() {
        byte[] wrong = new byte[32];
        wrong[5] = 1;
        assertThatThrownBy(() -> daemon(1, wrong)).isInstanceOf(IOException.class);
        assertThat(events).isEmpty();
    }

    @Test
    void aNodeConnectsOnce() throws Exception {
        daemon(1, TestJob.secret());
        assertThatThrownBy(() -> daemon(1, TestJob.secret())).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> daemon(NODES, TestJob.secret())).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> daemon(0, TestJob.secret())).isInstanceOf(IOException.class);
    }

    /** A daemon speaks for its own ranks only, and only for a job that there is. */
    @Test
    void aDaemonSpeaksForItsOwnRanks() throws Exception {
        NodeOob first = daemon(1, TestJob.secret());
        startJob();
        first.serve(socket(2), MAP, Set.of(2));
        join(2);
        await("lost 1");
        assertThat(events).noneMatch(event -> event.startsWith("joined"));
    }

    @Test
    void strangersDoNotKeepADaemonOut() throws Exception {
        InetSocketAddress address = port.addresses().getFirst();
        for (int i = 0; i < 200; i++) {
            Socket stranger = new Socket(address.getAddress(), address.getPort());
            stranger.getOutputStream().write(new byte[] {0x7f, -1, -1, -1, 2, 3});
            open.add(stranger);
        }
        daemon(1, TestJob.secret());
        await("connected 1");
    }

    /** As many as daemons are missing may be on their way to a proof at a time, and a few more. */
    @Test
    void daemonsThatAreOnTheirWayAreNotPushedOut() throws Exception {
        List<SocketChannel> strangers = new ArrayList<>();
        for (int i = 0; i < NODES + Strangers.SPARE; i++) {
            strangers.add(stranger());
        }
        for (SocketChannel stranger : strangers) {
            stranger.configureBlocking(false);
            assertThat(stranger.read(ByteBuffer.allocate(1))).as("open").isZero();
        }
        stranger();
        SocketChannel oldest = strangers.getFirst();
        oldest.configureBlocking(true);
        assertThat(oldest.read(ByteBuffer.allocate(1))).as("closed").isEqualTo(-1);
    }

    /** Connects and reads the challenge: what this arrival ends has ended then. */
    private SocketChannel stranger() throws IOException {
        SocketChannel stranger = SocketChannel.open(port.addresses().getFirst());
        open.add(stranger);
        var in = stranger.socket().getInputStream();
        int length = ByteBuffer.wrap(in.readNBytes(Frame.LENGTH_BYTES)).getInt();
        assertThat(in.readNBytes(length)).hasSize(length);
        return stranger;
    }

    @Test
    void theWildcardAddressIsRefused() {
        assertThatThrownBy(() ->
                        DaemonPort.open(
                                List.of(InetAddress.getByName("0.0.0.0")),
                                TestJob.secret(),
                                NODES,
                                PATIENCE_MILLIS,
                                this,
                                TestJob::thread))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("wildcard");
    }

    @Override
    public void connected(int node) {
        events.add("connected " + node);
    }

    @Override
    public void received(int node, byte[] message) {
        events.add("of " + node + ": " + new String(message, StandardCharsets.UTF_8));
    }

    @Override
    public void lost(int node, String reason) {
        events.add("lost " + node);
    }

    @Override
    public void joined(int rank, long pid) {
        events.add("joined " + rank);
    }

    @Override
    public void initialized(int rank) {}

    @Override
    public void finalized(int rank) {}

    @Override
    public void abortRequested(int rank, int code, String message, String details) {
        events.add("abort " + rank + " " + code + " " + message);
    }

    @Override
    public void notice(int rank, String text) {}

    @Override
    public void disconnected(int rank) {
        events.add("disconnected " + rank);
    }
}
