package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.proc.Proc;
import org.strata.oob.client.OobClient;
import org.strata.oob.frame.JobMap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Three jobs, of which the first is the name server. */
class FederationTest {
    private static final long MILLIS = 60_000;
    private static final int TAG = 5;
    private static final int A = Proc.JOB_SPAN;
    private static final int B = 2 * Proc.JOB_SPAN;

    private final TestJob host = job();
    private final TestJob first = job();
    private final TestJob second = job();
    private final BlockingQueue<String> letters = new LinkedBlockingQueue<>();
    private List<SocketAddress> addresses;

    private static TestJob job() {
        try {
            return new TestJob(2, MILLIS);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void connect() throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        addresses = host.server().serveJobs(List.of(any), TestJob.secret(), MILLIS);
        first.server().join(addresses, TestJob.secret(), MILLIS);
        second.server().join(addresses, TestJob.secret(), MILLIS);
    }

    @AfterEach
    void end() {
        first.close();
        second.close();
        host.close();
    }

    private String next() throws InterruptedException {
        return letters.poll(MILLIS, TimeUnit.MILLISECONDS);
    }

    private void listen(OobClient client, String name) {
        client.listen(
                TAG, (source, message) -> letters.add(name + " " + source + " " + message.length));
        client.onDeparture(over -> letters.add(name + " " + over.first() + " " + over.end()));
    }

    @Test
    void eachJobHasItsNumbers() throws Exception {
        assertThat(host.join(1).map().base()).isZero();
        assertThat(first.join(1).map().base()).isEqualTo(A);
        assertThat(second.join(0).map().base()).isEqualTo(B);
        assertThat(second.server().map().federation())
                .isEqualTo(first.server().map().federation())
                .isEqualTo(host.server().map().federation())
                .isNotEqualTo(host.server().map().jobId());
        List<JobMap.Place> added = List.of(new JobMap.Place("x", 0, 0));
        assertThat(first.server().grow(added, List.of(0)).first()).isEqualTo(2);
        JobMap child = first.join(2).map();
        assertThat(child.firstNumber()).isEqualTo(A + 2);
        assertThat(child.place(A + 2).host()).isEqualTo("x");
        assertThat(child.place(2)).isNull();
    }

    @Test
    void cardsAndMessagesReachOtherJobs() throws Exception {
        OobClient a = first.join(1);
        OobClient b = second.join(0);
        OobClient h = host.join(0);
        listen(b, "b");
        listen(h, "h");
        JobMap.Spawned place = JobMap.Spawned.decode(b.get(A + 1, JobMap.PLACE, MILLIS));
        assertThat(place).isEqualTo(new JobMap.Spawned(A, new JobMap.Place("host1", 0, 1)));
        assertThat(JobMap.Spawned.decode(a.get(1, JobMap.PLACE, MILLIS)).place().host())
                .isEqualTo("host1");
        assertThat(a.getIfPresent(A + 7, JobMap.PLACE)).isNull();
        assertThat(a.getIfPresent(7, JobMap.PLACE)).isNull();
        a.put("card", new byte[] {7});
        assertThat(b.get(A + 1, "card", MILLIS)).containsExactly(7);
        assertThat(h.get(A + 1, "card", MILLIS)).containsExactly(7);
        assertThatThrownBy(() -> b.get(A + 1, "none", 1))
                .isInstanceOf(java.util.concurrent.TimeoutException.class);
        a.send(B, TAG, new byte[3]);
        assertThat(next()).isEqualTo("b " + (A + 1) + " 3");
        a.send(0, TAG, new byte[4]);
        assertThat(next()).isEqualTo("h " + (A + 1) + " 4");
        h.send(B + 1, TAG, new byte[5]);
        listen(second.join(1), "late");
        assertThat(next()).isEqualTo("late 0 5");
    }

    @Test
    void aJobThatEndsIsForgottenAndReported() throws Exception {
        OobClient a = first.join(0);
        OobClient b = second.join(0);
        OobClient h = host.join(0);
        listen(b, "b");
        assertThat(a.publish("service", "port")).isTrue();
        assertThat(b.publish("service", "other")).isFalse();
        assertThat(h.lookUp("service")).isEqualTo("port");
        a.put("card", new byte[] {7});
        a.put("mark", new byte[0]);
        assertThat(b.get(A, "mark", MILLIS)).isEmpty();
        first.close();
        assertThat(next()).isEqualTo("b " + A + " " + B);
        listen(h, "h");
        assertThat(next()).as("kept until somebody listens").isEqualTo("h " + A + " " + B);
        assertThat(b.lookUp("service")).isNull();
        assertThat(b.getIfPresent(A, "card")).isNull();
        assertThat(b.getIfPresent(A, "mark")).isEmpty();
        b.send(A, TAG, new byte[3]);
        assertThat(b.unpublish("service", "port")).isFalse();
        assertThat(b.publish("service", "other")).isTrue();
    }

    @Test
    void withoutTheServerNothingIsFoundAndNobodyWaits() throws Exception {
        OobClient a = first.join(0);
        listen(a, "a");
        assertThat(a.publish("service", "port")).isTrue();
        host.close();
        assertThat(next()).isEqualTo("a 0 " + A);
        assertThat(a.lookUp("service")).isNull();
        assertThat(a.getIfPresent(0, JobMap.PLACE)).isNull();
        assertThat(a.getIfPresent(A + 1, JobMap.PLACE)).isNotNull();
    }

    /** What a network between a job and its name server does. */
    private static final class Network implements AutoCloseable {
        private final ServerSocket entrance =
                new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final InetSocketAddress server;
        private final List<Socket> sockets = new CopyOnWriteArrayList<>();
        private final CountDownLatch kept = new CountDownLatch(1);
        private volatile boolean keeps;

        Network(InetSocketAddress server) throws IOException {
            this.server = server;
            TestJob.thread(this::carry).start();
        }

        private void carry() {
            try {
                Socket job = entrance.accept();
                Socket other = new Socket(server.getAddress(), server.getPort());
                sockets.addAll(List.of(job, other));
                TestJob.thread(() -> copy(job, other)).start();
                other.getInputStream().transferTo(job.getOutputStream());
            } catch (IOException e) {
                // The test has cut it.
                assertThat(e).isNotNull();
            }
        }

        private void copy(Socket from, Socket to) {
            byte[] bytes = new byte[1000];
            try {
                for (int n = 0; n >= 0; n = from.getInputStream().read(bytes)) {
                    if (!keeps) {
                        to.getOutputStream().write(bytes, 0, n);
                    } else if (n > 0) {
                        kept.countDown();
                    }
                }
            } catch (IOException e) {
                assertThat(e).isNotNull();
            }
        }

        /** Ends the connection; both ends see that. */
        void cut() throws IOException {
            entrance.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        }

        @Override
        public void close() throws IOException {
            cut();
        }
    }

    private long losses(TestJob job) {
        return job.events.stream().filter(event -> event.equals("name server lost")).count();
    }

    @Test
    void whoeverWaitsForTheServersAnswerIsToldThatItIsLost() throws Exception {
        try (TestJob job = job();
                Network network = new Network((InetSocketAddress) addresses.getFirst())) {
            job.server()
                    .join(
                            List.of(network.entrance.getLocalSocketAddress()),
                            TestJob.secret(),
                            MILLIS);
            OobClient rank = job.join(0);
            listen(rank, "job");
            assertThat(rank.lookUp("service")).as("an answer").isNull();
            network.keeps = true;
            CompletableFuture<String> asked = new CompletableFuture<>();
            TestJob.thread(() -> asked.complete("" + rank.lookUp("service"))).start();
            network.kept.await();
            network.cut();
            assertThat(asked.get(MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("null");
            assertThat(next()).isEqualTo("job 0 " + A);
            assertThat(rank.lookUp("service")).isNull();
            assertThat(losses(job)).as("the user reads it once").isEqualTo(1);
        }
    }

    @Test
    void aServerThatNobodyNeedsIsNotMissed() throws Exception {
        try (TestJob job = job();
                Network network = new Network((InetSocketAddress) addresses.getFirst())) {
            job.server()
                    .join(
                            List.of(network.entrance.getLocalSocketAddress()),
                            TestJob.secret(),
                            MILLIS);
            OobClient rank = job.join(0);
            listen(rank, "job");
            assertThat(rank.lookUp("service")).as("answered").isNull();
            network.cut();
            assertThat(next()).isEqualTo("job 0 " + A);
            assertThat(losses(job)).isZero();
        }
    }

    /** The server closes its connections one after the other. */
    @Test
    void aServerThatClosesReportsNoJobThatGoesOn() throws Exception {
        List<TestJob> others = new ArrayList<>();
        try {
            for (int i = 0; i < 16; i++) {
                TestJob other = job();
                others.add(other);
                other.server().join(addresses, TestJob.secret(), MILLIS);
                listen(other.join(0), "job");
            }
            host.close();
            for (int i = 0; i < others.size(); i++) {
                assertThat(next()).isEqualTo("job 0 " + A);
            }
            assertThat(letters).isEmpty();
        } finally {
            others.forEach(TestJob::close);
        }
    }

    @Test
    void aJobWithAnotherSecretIsNotLetIn() throws IOException {
        byte[] wrong = TestJob.secret();
        wrong[0]++;
        try (TestJob stranger = new TestJob(1, MILLIS)) {
            assertThatThrownBy(() -> stranger.server().join(addresses, wrong, MILLIS))
                    .isInstanceOf(IOException.class);
            assertThat(stranger.server().map().base()).isZero();
        }
    }
}
