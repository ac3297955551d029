package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.FrameWriter;
import org.strata.oob.frame.Proof;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** mpirun's port for daemons against somebody on the network who reads, replays and changes. */
@Timeout(value = 100, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AttackedPortTest implements DaemonEvents, NodeOob.Events {
    private static final long PATIENCE_MILLIS = 60_000;
    private static final byte[] REPORT = "a report of the daemon".getBytes(StandardCharsets.UTF_8);

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private DaemonPort port() throws IOException {
        DaemonPort port =
                DaemonPort.open(
                        List.of(InetAddress.getLoopbackAddress()),
                        TestJob.secret(),
                        2,
                        PATIENCE_MILLIS,
                        this,
                        TestJob::thread);
        open.add(port);
        return port;
    }

    private NodeOob daemon(InetSocketAddress address) throws IOException {
        NodeOob daemon =
                NodeOob.connect(
                        List.of(address),
                        TestJob.secret(),
                        1,
                        PATIENCE_MILLIS,
                        this,
                        TestJob::thread);
        open.add(daemon);
        return daemon;
    }

    private Socket dial(DaemonPort port) throws IOException {
        InetSocketAddress address = port.addresses().getFirst();
        Socket socket = new Socket(address.getAddress(), address.getPort());
        open.add(socket);
        return socket;
    }

    /** Somebody between a daemon and mpirun, who keeps what the daemon sends. */
    private final class Tap {
        private final ServerSocket listener;
        private final DaemonPort port;
        private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
        private final AtomicBoolean damage = new AtomicBoolean();
        private final CountDownLatch ended = new CountDownLatch(1);

        Tap(DaemonPort port) throws IOException {
            this.port = port;
            listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            open.add(listener);
            TestJob.thread(this::carry).start();
        }

        InetSocketAddress address() {
            return (InetSocketAddress) listener.getLocalSocketAddress();
        }

        private void carry() {
            try (Socket daemon = listener.accept();
                    Socket head = dial(port)) {
                TestJob.thread(() -> copyBack(head, daemon)).start();
                InputStream in = daemon.getInputStream();
                OutputStream out = head.getOutputStream();
                byte[] buffer = new byte[1 << 16];
                int count = in.read(buffer);
                while (count >= 0) {
                    if (damage.get()) {
                        // Behind the frame's length, which would be missing bytes otherwise.
                        buffer[Frame.LENGTH_BYTES + 5] ^= 1;
                    }
                    sent.write(buffer, 0, count);
                    out.write(buffer, 0, count);
                    count = in.read(buffer);
                }
            } catch (IOException e) {
                // Either side has ended the connection.
                assert e != null;
            } finally {
                ended.countDown();
            }
        }

        private void copyBack(Socket from, Socket to) {
            try {
                from.getInputStream().transferTo(to.getOutputStream());
                to.close();
            } catch (IOException e) {
                assert e != null;
            }
        }

        byte[] recorded() throws InterruptedException {
            ended.await();
            return sent.toByteArray();
        }
    }

    @Test
    void whatADaemonHasSentIsWorthNothingLater() throws Exception {
        Tap tap = new Tap(port());
        NodeOob daemon = daemon(tap.address());
        daemon.send(REPORT);
        assertThat(events.take()).isEqualTo("connected 1");
        assertThat(events.take()).isEqualTo("of 1: " + new String(REPORT, StandardCharsets.UTF_8));
        daemon.close();
        assertThat(List.of(events.take(), events.take()))
                .containsExactlyInAnyOrder("lost 1", "head lost");
        byte[] recorded = tap.recorded();
        DaemonPort other = port();
        Socket attacker = dial(other);
        attacker.getOutputStream().write(recorded);
        awaitEnd(attacker);
        // The node is still free for the real daemon.
        daemon(other.addresses().getFirst());
        assertThat(events.take()).isEqualTo("connected 1");
        assertThat(events).isEmpty();
    }

    /** mpirun's own challenge and its own proof are no answers. */
    @Test
    void whatMpirunSendsIsNoAnswer() throws Exception {
        Socket attacker = dial(port());
        byte[] challenge = new byte[Frame.LENGTH_BYTES + 2 * Integer.BYTES + Proof.NONCE_BYTES];
        int count = attacker.getInputStream().read(challenge);
        attacker.getOutputStream().write(challenge, 0, count);
        awaitEnd(attacker);
        assertThat(events).isEmpty();
    }

    @Test
    void aChangedByteEndsTheConnectionAndNothingOfItIsBelieved() throws Exception {
        Tap tap = new Tap(port());
        NodeOob daemon = daemon(tap.address());
        assertThat(events.take()).isEqualTo("connected 1");
        tap.damage.set(true);
        daemon.send(REPORT);
        assertThat(List.of(events.take(), events.take()))
                .containsExactlyInAnyOrder("lost 1", "head lost");
        assertThat(events).isEmpty();
    }

    /** Before the proof, only the handshake's few bytes are stored. */
    @Test
    void aFrameOfALargeLengthIsNotWaitedFor() throws Exception {
        for (int length : new int[] {-1, Integer.MAX_VALUE, 1 << 20}) {
            Socket attacker = dial(port());
            attacker.getOutputStream()
                    .write(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
            awaitEnd(attacker);
        }
        assertThat(events).isEmpty();
    }

    /** Somebody who has taken mpirun's address, without the secret. */
    @Test
    void aDaemonBelievesNobodyButMpirun() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            TestJob.thread(() -> pretend(listener)).start();
            InetSocketAddress address = (InetSocketAddress) listener.getLocalSocketAddress();
            assertThatThrownBy(() -> daemon(address))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("does not know the job's secret");
        }
        assertThat(events).isEmpty();
    }

    private static void pretend(ServerSocket listener) {
        try (Socket daemon = listener.accept()) {
            FrameWriter challenge = Frame.CHALLENGE.start().integer(Frame.PROTOCOL);
            daemon.getOutputStream().write(bytes(challenge.raw(new byte[Proof.NONCE_BYTES])));
            daemon.getInputStream().read();
            daemon.getOutputStream().write(bytes(Frame.WELCOME.start().bytes(new byte[32])));
            awaitEnd(daemon);
        } catch (IOException e) {
            assert e != null;
        }
    }

    private static byte[] bytes(FrameWriter frame) {
        ByteBuffer buffer = frame.end();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    /** Reads until the other side has ended the connection. */
    private static void awaitEnd(Socket socket) {
        try {
            InputStream in = socket.getInputStream();
            int read = in.read();
            while (read >= 0) {
                read = in.read();
            }
        } catch (IOException e) {
            // Reset: it has ended, too.
            assert e != null;
        }
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
    public void received(byte[] message) {
        events.add("to daemon");
    }

    @Override
    public void lost(String reason) {
        events.add("head lost");
    }
}
