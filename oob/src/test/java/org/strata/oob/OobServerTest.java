package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.oob.Oob.OobException;
import org.strata.oob.client.OobClient;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.JobMap;
import org.strata.oob.frame.Proof;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

class OobServerTest {
    /** A connection that sends half a frame ends at the deadline only; honest ranks are quicker. */
    private static final long IMPATIENT_MILLIS = 3000;

    private static final int WAIT_SECONDS = 60;

    /** A deadline that no test lives to see. */
    private static final long NEVER_MILLIS = 60 * 60_000;

    private TestJob job;

    @BeforeEach
    void start() throws IOException {
        job = new TestJob(2, OobServer.HANDSHAKE_MILLIS);
    }

    private void restart(long handshakeMillis) throws IOException {
        job.close();
        job = new TestJob(2, handshakeMillis);
    }

    @AfterEach
    void stop() {
        job.close();
    }

    private String event() throws InterruptedException {
        return job.events.poll(WAIT_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void tellsRanksTheirJob() throws Exception {
        OobClient client = job.join(1);
        assertThat(event()).isEqualTo("joined 1 4711");
        assertThat(client.map().jobId()).isEqualTo("1-abc");
        assertThat(client.map().universeSize()).isEqualTo(4);
        assertThat(client.map().places())
                .containsExactly(new JobMap.Place("host0", 0, 0), new JobMap.Place("host1", 0, 1));
    }

    /** No such directory stands for a sandbox or system without sockets in files. */
    @Test
    void ranksConnectByLoopbackWhereNoSocketCanBeMade() throws Exception {
        var address = UnixDomainSocketAddress.of("/no/such/directory/oob");
        try (TestJob other = new TestJob(2, OobServer.HANDSHAKE_MILLIS, address)) {
            assertThat(other.server().address())
                    .isInstanceOfSatisfying(
                            InetSocketAddress.class,
                            bound -> assertThat(bound.getAddress().isLoopbackAddress()).isTrue());
            assertThat(other.join(1).map().jobId()).isEqualTo("1-abc");
            byte[] wrong = {1};
            assertThatThrownBy(() -> other.join(0, wrong)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void reportsWhatRanksReport() throws Exception {
        OobClient client = job.join(0);
        client.reportInitialized();
        client.reportFinalized();
        client.abort(7, "enough", ", really");
        client.close();
        assertThat(List.of(event(), event(), event(), event(), event()))
                .containsExactly(
                        "joined 0 4711",
                        "initialized 0",
                        "finalized 0",
                        "abort 0 7 enough, really",
                        "disconnected 0");
        assertThat(job.losses).isEmpty();
    }

    @Test
    void refusesAWrongSecret() {
        byte[] wrong = new byte[32];
        wrong[0] = 1;
        assertThatThrownBy(() -> job.join(0, wrong))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(Proof.REFUSAL);
        assertThat(job.events).isEmpty();
    }

    @Test
    void refusesASecondProcessOfARankAndSaysSo() throws Exception {
        job.join(0);
        assertThatThrownBy(() -> job.join(0)).hasMessageContaining("rank 0 has already joined");
        assertThat(event()).isEqualTo("joined 0 4711");
        assertThat(job.events).isEmpty();
    }

    @Test
    void refusesARankThatIsNotOfTheJob() {
        assertThatThrownBy(() -> job.join(2)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> job.join(-1)).isInstanceOf(IOException.class);
    }

    @Test
    void dropsGarbageAndServesOn() throws Exception {
        restart(IMPATIENT_MILLIS);
        Random random = new Random(7);
        for (int i = 0; i < 50; i++) {
            byte[] garbage = new byte[1 + random.nextInt(2000)];
            random.nextBytes(garbage);
            assertDropped(garbage);
        }
        assertDropped(
                "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertServes();
    }

    /** The deadline lies beyond what the test waits: only the frame itself can end these. */
    @Test
    void dropsWhatCannotBeAnAnswerAtOnce() throws Exception {
        restart(NEVER_MILLIS);
        assertDropped(new byte[] {0, 0, 0, 0});
        assertDropped(new byte[] {-1, -1, -1, -1});
        assertDropped(new byte[] {0x7f, -1, -1, -1});
        int tooLong = Frame.HANDSHAKE_LIMIT + 1;
        assertDropped(new byte[] {0, 0, (byte) (tooLong >> 8), (byte) tooLong, 1});
        assertDropped(new byte[] {0, 0, 0, 1, 1});
        assertDropped(new byte[] {0, 0, 0, 1, 99});
        assertServes();
    }

    @Test
    void dropsTheSilentAndTheSlowAfterTheDeadline() throws Exception {
        restart(IMPATIENT_MILLIS);
        try (Socket silent = connect();
                Socket slow = connect()) {
            slow.getOutputStream().write(new byte[] {0, 0, 0});
            assertEnds(silent);
            assertEnds(slow);
        }
        assertServes();
    }

    @Test
    void survivesConnectionsThatVanish() throws Exception {
        for (int i = 0; i < 20; i++) {
            Socket socket = connect();
            socket.setSoLinger(true, 0);
            socket.close();
        }
        assertServes();
    }

    @Test
    void aReplayedAnswerIsWorthless() throws Exception {
        byte[] answer;
        try (Socket first = connect()) {
            answer = answer(readNonce(first));
            first.getOutputStream().write(answer);
            assertThat(event()).isEqualTo("joined 0 4711");
        }
        assertThat(event()).isEqualTo("disconnected 0");
        byte[] asRankOne = answer.clone();
        asRankOne[8] = 1;
        assertDropped(answer);
        assertDropped(asRankOne);
        assertThat(job.events).isEmpty();
    }

    /** A proof counts to its last byte. */
    @Test
    void aProofWithOneWrongByteIsWorthless() throws Exception {
        restart(NEVER_MILLIS);
        for (int i = 1; i <= Proof.BYTES; i++) {
            try (Socket socket = connect()) {
                byte[] answer = answer(readNonce(socket));
                answer[answer.length - i] ^= 1;
                socket.getOutputStream().write(answer);
                assertEnds(socket);
            }
        }
        assertThat(job.events).isEmpty();
        assertServes();
    }

    @Test
    void aRankThatSendsNonsenseLosesItsConnectionOnly() throws Exception {
        OobClient good = job.join(0);
        OobClient bad = job.join(1);
        bad.send(99, 0, new byte[0]);
        assertThat(job.losses.poll(WAIT_SECONDS, TimeUnit.SECONDS)).isNotNull();
        good.put("k", new byte[] {1});
        assertThat(good.get(0, "k", TestJob.JOIN_MILLIS)).containsExactly(1);
    }

    @Test
    void messagesWaitForARankThatHasNotJoined() throws Exception {
        OobClient zero = job.join(0);
        zero.send(1, 3, new byte[] {42});
        zero.getIfPresent(1, "flush");
        OobClient one = job.join(1);
        CompletableFuture<Integer> got = new CompletableFuture<>();
        one.listen(3, (source, message) -> got.complete(source * 100 + message[0]));
        assertThat(got.get(WAIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(42);
    }

    @Test
    void abortFailsWhatIsBlocked() throws Exception {
        OobClient zero = job.join(0);
        CompletableFuture<Void> fence = CompletableFuture.runAsync(zero::fence);
        CompletableFuture<byte[]> get =
                CompletableFuture.supplyAsync(() -> {
                    try {
                        return zero.get(1, "never", TestJob.JOIN_MILLIS);
                    } catch (TimeoutException e) {
                        throw new AssertionError(e);
                    }
                });
        zero.getIfPresent(0, "flush");
        job.server().announceAbort("rank 1 died");
        assertFailsWith(fence, "rank 1 died");
        assertFailsWith(get, "rank 1 died");
        assertThatThrownBy(zero::fence).isInstanceOf(OobException.class);
        assertThatThrownBy(() -> job.join(1)).hasMessageContaining("rank 1 died");
    }

    @Test
    void theEndOfTheServerIsALossForRanks() throws Exception {
        OobClient zero = job.join(0);
        CompletableFuture<Void> fence = CompletableFuture.runAsync(zero::fence);
        job.server().close();
        assertThat(job.losses.poll(WAIT_SECONDS, TimeUnit.SECONDS)).contains("lost");
        assertFailsWith(fence, "lost");
    }

    private static void assertFailsWith(CompletableFuture<?> future, String message) {
        assertThatThrownBy(() -> future.get(WAIT_SECONDS, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(OobException.class)
                .hasMessageContaining(message);
    }

    private Socket connect() throws IOException {
        InetSocketAddress address = (InetSocketAddress) job.server().address();
        Socket socket = new Socket(address.getAddress(), address.getPort());
        socket.setSoTimeout(WAIT_SECONDS * 1000);
        return socket;
    }

    /** Returns the frame by which rank 0 joins; its proof comes last. */
    private static byte[] answer(byte[] serverNonce) {
        byte[] clientNonce = new byte[Proof.NONCE_BYTES];
        byte[] proof = Proof.ofRank(TestJob.secret(), 0, serverNonce, clientNonce);
        ByteBuffer answer =
                ByteBuffer.allocate(4 + 1 + 4 + 8 + 2 * 4 + clientNonce.length + proof.length);
        return answer.putInt(answer.capacity() - 4)
                .put((byte) Frame.ANSWER.ordinal())
                .putInt(0)
                .putLong(4711)
                .putInt(clientNonce.length)
                .put(clientNonce)
                .putInt(proof.length)
                .put(proof)
                .array();
    }

    private static byte[] readNonce(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        int length = in.readInt();
        byte[] frame = in.readNBytes(length);
        assertThat(frame[0]).isEqualTo((byte) Frame.CHALLENGE.ordinal());
        return Arrays.copyOfRange(frame, 5, length);
    }

    private void assertDropped(byte[] bytes) throws IOException {
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
            assertEnds(socket);
        }
    }

    private static void assertEnds(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        try {
            in.readAllBytes();
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    private void assertServes() throws IOException {
        OobClient client = job.join(1);
        assertThat(client.getIfPresent(0, "nothing")).isNull();
    }
}
