package org.strata.ess.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.strata.testkit.Seed;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Rank 0 on real sockets, with ranks and strangers. */
class HostTest {
    private static final int SIZE = 3;
    private static final int SECONDS = 60;

    @TempDir private Path directory;
    @RegisterExtension final Seed seed = new Seed();

    private MeetingFixture meeting;
    private Register register;
    private Host host;
    private final List<Visitor> visitors = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        meeting = new MeetingFixture(directory, SIZE);
        open(SECONDS);
    }

    private void open(int seconds) throws IOException {
        register = new Register(SIZE, seconds);
        host = Host.open(meeting.point(0), register);
    }

    /** Closes rank 0; the next one has a port of its own: the old one may be bound for a moment. */
    private void leave() throws IOException {
        host.close();
        meeting = new MeetingFixture(directory, SIZE);
    }

    @AfterEach
    void close() {
        visitors.forEach(Visitor::close);
        host.close();
    }

    private Visitor connect(MeetingPoint point) throws IOException {
        Visitor visitor = Visitor.connect(point, SECONDS, code -> {});
        visitors.add(visitor);
        return visitor;
    }

    private MeetingPoint like(MeetingPoint point, int size, byte[] secret) {
        return new MeetingPoint(point.host(), point.port(), point.rank(), size, secret);
    }

    @Test
    void valuesAreSeenBehindTheFence() throws IOException {
        Visitor one = connect(meeting.point(1));
        Visitor two = connect(meeting.point(2));
        one.ask("put", "place", "there");
        CompletableFuture<Void> fences =
                CompletableFuture.allOf(
                        CompletableFuture.runAsync(() -> fence(one)),
                        CompletableFuture.runAsync(() -> fence(two)));
        register.fence(0);
        fences.join();
        assertThat(two.ask("get", "1", "place")).isEqualTo("there");
        assertThatThrownBy(() -> two.ask("get", "2", "place")).isInstanceOf(IOException.class);
    }

    /** In Kubernetes the name of rank 0's pod may appear after the pod has started. */
    @Test
    void rankZeroDoesNotWaitForItsOwnName() throws IOException {
        leave();
        MeetingPoint named = meeting.point(0);
        MeetingPoint late =
                new MeetingPoint("ring-0.invalid", named.port(), 0, SIZE, named.secret());
        host = Host.open(late, register);
        connect(meeting.point(1)).ask("put", "place", "there");
        assertThatThrownBy(() ->
                        Visitor.connect(
                                new MeetingPoint(
                                        "ring-0.invalid", named.port(), 2, SIZE, named.secret()),
                                1,
                                code -> {}))
                .hasMessageContaining("rank 0 did not answer at ring-0.invalid:")
                .hasMessageContaining("within 1 s");
    }

    private static void fence(Visitor visitor) {
        try {
            visitor.ask("fence");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whoDoesNotKnowTheSecretIsTold() throws IOException {
        MeetingPoint point = meeting.point(1);
        byte[] other = new byte[16];
        assertThatThrownBy(() -> connect(like(point, SIZE, other)))
                .hasMessageContaining("does not know the job's secret");
        assertThat(connect(point)).as("the rank itself").isNotNull();
    }

    @Test
    void aRankIsThereOnce() throws IOException {
        connect(meeting.point(1));
        assertThatThrownBy(() -> connect(meeting.point(1)))
                .hasMessageContaining("there is a rank 1 already");
    }

    @Test
    void allRanksHaveTheSameSize() throws IOException {
        MeetingPoint point = meeting.point(1);
        assertThatThrownBy(() -> connect(like(point, SIZE + 1, point.secret())))
                .hasMessageContaining("rank 0 knows of 3 ranks, this one of 4");
        MeetingPoint last = new MeetingPoint(point.host(), point.port(), 3, 4, point.secret());
        assertThatThrownBy(() -> connect(last)).hasMessageContaining("the same number of ranks");
    }

    @Test
    void whoDoesNotComeIsNamed() throws IOException {
        leave();
        open(1);
        Visitor one = connect(meeting.point(1));
        assertThatThrownBy(() -> one.ask("fence"))
                .hasMessageContaining("rank")
                .hasMessageContaining("2")
                .hasMessageContaining("of 3 did not come in time");
        assertThatThrownBy(() -> register.fence(0)).hasMessageContaining("rank 2 of 3");
    }

    @Test
    void aRankThatHasGoneEndsTheWait() throws IOException {
        Visitor one = connect(meeting.point(1));
        Socket raw = proved(2);
        raw.close();
        assertThatThrownBy(() -> one.ask("fence")).hasMessageContaining("rank 2");
    }

    @Test
    void whoWaitsAlreadyIsWokenByARankThatGoes() throws Exception {
        CompletableFuture<String> said = new CompletableFuture<>();
        Thread waiting =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                register.fence(1);
                                said.complete("all came");
                            } catch (IOException e) {
                                said.complete(e.getMessage());
                            }
                        });
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            LockSupport.parkNanos(1_000_000);
        }
        register.leave(2);
        assertThat(said.get()).isEqualTo("rank 2 came and left again");
    }

    /** A rank needs two or three; a broken one must not fill the memory of rank 0. */
    @Test
    void aRankPublishesAFewValues() throws IOException {
        Visitor one = connect(meeting.point(1));
        for (int i = 0; i < 8; i++) {
            assertThat(one.ask("put", "key" + i, "value" + i)).isEqualTo("done");
        }
        assertThatThrownBy(() -> one.ask("put", "key8", "value8")).isInstanceOf(IOException.class);
        assertThat(connect(meeting.point(2)).ask("get", "1", "key7")).isEqualTo("value7");
    }

    @Test
    void anAbortReachesEveryRank() throws Exception {
        LinkedBlockingQueue<Integer> codes = new LinkedBlockingQueue<>();
        for (int rank = 1; rank < SIZE; rank++) {
            visitors.add(Visitor.connect(meeting.point(rank), SECONDS, codes::add));
        }
        host.abort(7);
        assertThat(codes.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(7);
        assertThat(codes.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(7);
    }

    /** A multiple of 256 would be success. */
    @Test
    void aRankThatIsEndedDoesNotExitWithZero() throws Exception {
        LinkedBlockingQueue<Integer> codes = new LinkedBlockingQueue<>();
        visitors.add(Visitor.connect(meeting.point(1), SECONDS, codes::add));
        host.abort(256);
        assertThat(codes.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(255);
    }

    /** As one that was welcome, but not yet served, when rank 0 called abort. */
    @Test
    void anAbortReachesARankThatComesAfterIt() throws Exception {
        host.abort(7);
        LinkedBlockingQueue<Integer> codes = new LinkedBlockingQueue<>();
        visitors.add(Visitor.connect(meeting.point(1), SECONDS, codes::add));
        assertThat(codes.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(7);
    }

    /** Its connections note the limits of their reads, in milliseconds. */
    private static final class NotingServer extends ServerSocket {
        final List<Integer> limits = new CopyOnWriteArrayList<>();

        NotingServer() throws IOException {}

        @Override
        public Socket accept() throws IOException {
            Socket socket =
                    new Socket() {
                        @Override
                        public void setSoTimeout(int millis) throws SocketException {
                            limits.add(millis);
                            super.setSoTimeout(millis);
                        }
                    };
            implAccept(socket);
            return socket;
        }
    }

    /** Ranks may need minutes until they reach a fence; strangers must not stay as long. */
    @Test
    void aRankThatHasProvedItselfMayBeSilentForAnyTime() throws IOException {
        leave();
        NotingServer server = new NotingServer();
        host = Host.open(meeting.point(0), register, server);
        assertThat(connect(meeting.point(1)).ask("put", "place", "there")).isEqualTo("done");
        assertThat(server.limits).hasSize(2);
        assertThat(server.limits.getFirst()).as("of the handshake").isPositive();
        assertThat(server.limits.getLast()).as("without limit").isZero();
    }

    /** Performs a rank's handshake by hand. */
    private Socket proved(int rank) throws IOException {
        Socket socket = new Socket("127.0.0.1", meeting.port());
        byte[] session = new byte[2 * SealedPipe.NONCE_BYTES];
        hello(socket, rank);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        in.readFully(session, SealedPipe.NONCE_BYTES, SealedPipe.NONCE_BYTES);
        in.readFully(new byte[SealedPipe.PROOF_BYTES]);
        byte[] secret = meeting.point(rank).secret();
        socket.getOutputStream().write(SealedPipe.proof(secret, "rank", rank, session));
        in.readInt();
        return socket;
    }

    private static void hello(Socket socket, int rank) throws IOException {
        ByteBuffer hello = ByteBuffer.allocate(12 + SealedPipe.NONCE_BYTES);
        socket.getOutputStream().write(hello.putLong(Host.MAGIC).putInt(rank).array());
    }

    /** More than it keeps, none of which says a word, before each rank. */
    @Test
    void silentConnectionsHoldNoRankBack() throws IOException {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int rank = 1; rank < SIZE; rank++) {
                for (int i = 0; i < 200; i++) {
                    silent.add(new Socket("127.0.0.1", meeting.port()));
                }
                assertThat(connect(meeting.point(rank)).ask("put", "place", "x")).isEqualTo("done");
            }
            assertThat(silent.getFirst().getInputStream().read()).as("closed").isNegative();
            assertThat(visitors.getFirst().ask("get", "2", "place"))
                    .as("one before")
                    .isEqualTo("x");
        } finally {
            for (Socket each : silent) {
                each.close();
            }
        }
    }

    /**
     * Whatever comes before a proof, or instead of a sealed message, ends that connection alone.
     */
    @Test
    void strangersEndNothingButTheirConnections() throws IOException {
        Random random = seed.random();
        for (int i = 0; i < 200; i++) {
            try (Socket socket = i % 4 == 0 ? proved(2) : stranger(random)) {
                byte[] bytes = new byte[random.nextInt(200)];
                random.nextBytes(bytes);
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            } catch (IOException e) {
                // The host has closed it first.
                assertThat(e).isNotNull();
            }
        }
        assertThat(connect(meeting.point(1)).ask("put", "place", "there")).isEqualTo("done");
    }

    @Test
    void nobodyElseIsRankZero() {
        assertThatThrownBy(() -> proved(0)).isInstanceOf(IOException.class);
    }

    /** Who changes bytes on the way could have rank 0 wait for a gigabyte. */
    @Test
    void anEndlessMessageEndsItsConnection() throws IOException {
        try (Socket socket = proved(2)) {
            socket.setSoTimeout(1000 * SECONDS);
            new DataOutputStream(socket.getOutputStream()).writeInt(1 << 30);
            assertThat(socket.getInputStream().readAllBytes()).as("the welcome").isNotEmpty();
        }
    }

    private Socket stranger(Random random) throws IOException {
        Socket socket = new Socket("127.0.0.1", meeting.port());
        if (random.nextBoolean()) {
            hello(socket, random.nextInt(5) - 1);
        }
        return socket;
    }
}
