package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.mca.proc.Proc;
import org.strata.oob.client.OobClient;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Whoever connects to a listener that drops connections, as under a flood, tries again. */
@Timeout(value = 100, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RedialTest implements DaemonEvents, NodeOob.Events {
    private static final long MILLIS = 60_000;
    private static final int DROPS = 6;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    /**
     * Returns an address that closes its first connections and carries the others to a server: some
     * are closed at once, some when the server has spoken, as one that makes room for strangers
     * does.
     */
    private InetSocketAddress dropping(SocketAddress server) throws IOException {
        ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        open.add(listener);
        TestJob.thread(() -> serve(listener, (InetSocketAddress) server)).start();
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    private void serve(ServerSocket listener, InetSocketAddress server) {
        try {
            while (true) {
                Socket dialer = listener.accept();
                int number = accepted.incrementAndGet();
                if (number <= DROPS && number % 2 == 0) {
                    dialer.close();
                    continue;
                }
                Socket carried = new Socket(server.getAddress(), server.getPort());
                open.add(dialer);
                open.add(carried);
                if (number <= DROPS) {
                    dialer.getOutputStream().write(carried.getInputStream().read());
                    dialer.close();
                    carried.close();
                } else {
                    TestJob.thread(() -> copy(dialer, carried)).start();
                    TestJob.thread(() -> copy(carried, dialer)).start();
                }
            }
        } catch (IOException e) {
            // The test is over.
            assertThat(listener.isClosed()).isTrue();
        }
    }

    private static void copy(Socket from, Socket to) {
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException e) {
            // One side has closed its end.
            assertThat(from.isClosed() || to.isClosed()).isTrue();
        }
    }

    @Test
    void aDaemon() throws Exception {
        DaemonPort port =
                DaemonPort.open(
                        List.of(InetAddress.getLoopbackAddress()),
                        TestJob.secret(),
                        2,
                        MILLIS,
                        this,
                        TestJob::thread);
        open.add(port);
        InetSocketAddress address = dropping(port.addresses().getFirst());
        open.add(
                NodeOob.connect(
                        List.of(address), TestJob.secret(), 1, MILLIS, this, TestJob::thread));
        assertThat(accepted).hasValue(DROPS + 1);
    }

    @Test
    void theServerOfAJobOfAFederation() throws Exception {
        TestJob host = new TestJob(1, MILLIS);
        open.add(host);
        TestJob job = new TestJob(1, MILLIS);
        open.add(job);
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        SocketAddress bound =
                host.server().serveJobs(List.of(any), TestJob.secret(), MILLIS).getFirst();
        job.server().join(List.of(dropping(bound)), TestJob.secret(), MILLIS);
        assertThat(job.server().map().base()).isEqualTo(Proc.JOB_SPAN);
        assertThat(accepted).hasValue(DROPS + 1);
    }

    @Test
    void aRank() throws Exception {
        TestJob job = new TestJob(2, MILLIS);
        open.add(job);
        InetSocketAddress address = dropping(job.server().address());
        OobClient client =
                OobClient.join(
                        new OobClient.Ticket(address, TestJob.secret(), 1, 4711, MILLIS),
                        job.losses::add,
                        TestJob::thread);
        open.add(client);
        assertThat(client.map().size()).isEqualTo(2);
        assertThat(accepted).hasValue(DROPS + 1);
        assertThat(job.losses).isEmpty();
    }

    @Override
    public void connected(int node) {}

    @Override
    public void received(int node, byte[] message) {}

    @Override
    public void lost(int node, String reason) {}

    @Override
    public void received(byte[] message) {}

    @Override
    public void lost(String reason) {}
}
