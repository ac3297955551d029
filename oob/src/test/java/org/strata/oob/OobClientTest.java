package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.oob.client.OobClient;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.FrameWriter;
import org.strata.oob.frame.JobMap;
import org.strata.oob.frame.Proof;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** A rank joins only a server that proves that it knows the job's secret. */
class OobClientTest {
    private static final int RANK = 1;
    private static final byte[] SERVER_NONCE = new byte[Proof.NONCE_BYTES];

    private ServerSocket listener;

    @BeforeEach
    void listen() throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        listener.close();
    }

    private OobClient join() throws IOException {
        return OobClient.join(
                new OobClient.Ticket(
                        (InetSocketAddress) listener.getLocalSocketAddress(),
                        TestJob.secret(),
                        RANK,
                        4711,
                        TestJob.JOIN_MILLIS),
                reason -> {},
                TestJob::thread);
    }

    /** What a server does with one connection. */
    private interface Script {
        void play(Socket socket) throws IOException;
    }

    private void serve(Script script) {
        Runnable server =
                () -> {
                    try (Socket socket = listener.accept()) {
                        script.play(socket);
                        // The rank ends the connection.
                        socket.getInputStream().readAllBytes();
                    } catch (IOException e) {
                        // The rank ended the connection with a reset.
                    }
                };
        TestJob.thread(server).start();
    }

    /** Runs the whole handshake with a proof that {@code forge} has changed. */
    private static Script handshake(UnaryOperator<byte[]> forge) {
        return socket -> {
            write(socket, challenge(Frame.PROTOCOL));
            byte[] clientNonce = readNonce(socket);
            byte[] proof = Proof.ofServer(TestJob.secret(), RANK, SERVER_NONCE, clientNonce);
            write(socket, Frame.WELCOME.start().bytes(forge.apply(proof)));
            write(socket, map());
        };
    }

    private static FrameWriter challenge(int protocol) {
        return Frame.CHALLENGE.start().integer(protocol).raw(SERVER_NONCE);
    }

    private static FrameWriter map() {
        JobMap.Place place = new JobMap.Place("host", 0, 0);
        FrameWriter frame = Frame.JOB.start();
        new JobMap("1-abc", 2, List.of(place, place)).write(frame);
        return frame;
    }

    private static void write(Socket socket, FrameWriter unfinished) throws IOException {
        ByteBuffer frame = unfinished.end();
        OutputStream out = socket.getOutputStream();
        out.write(frame.array(), 0, frame.limit());
        out.flush();
    }

    /** Reads the rank's answer: its type, rank, pid, and then the nonce. */
    private static byte[] readNonce(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] frame = in.readNBytes(in.readInt());
        int nonce = 1 + Integer.BYTES + Long.BYTES + Integer.BYTES;
        assertThat(frame[0]).isEqualTo((byte) Frame.ANSWER.ordinal());
        return Arrays.copyOfRange(frame, nonce, nonce + Proof.NONCE_BYTES);
    }

    private void assertRefused(Script script, String message) {
        serve(script);
        assertThatThrownBy(() -> join().close())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aServerThatKnowsTheSecretIsJoined() throws IOException {
        serve(handshake(proof -> proof));
        try (OobClient client = join()) {
            assertThat(client.map().jobId()).isEqualTo("1-abc");
        }
    }

    @Test
    void aServerWithoutTheSecretIsRefused() {
        assertRefused(handshake(proof -> new byte[proof.length]), "does not know the job's secret");
        assertRefused(handshake(proof -> new byte[0]), "does not know the job's secret");
    }

    /** A proof counts to its last byte. */
    @Test
    void aProofWithOneWrongByteIsRefused() {
        for (int i = 0; i < Proof.BYTES; i++) {
            int wrong = i;
            assertRefused(
                    handshake(proof -> {
                        proof[wrong] ^= 1;
                        return proof;
                    }),
                    "does not know the job's secret");
        }
    }

    @Test
    void aWelcomeWithoutAChallengeIsRefused() {
        assertRefused(
                socket -> write(socket, Frame.WELCOME.start().bytes(new byte[0])),
                "WELCOME in state CONNECTED");
    }

    @Test
    void aServerOfAnotherVersionIsRefused() {
        assertRefused(socket -> write(socket, challenge(Frame.PROTOCOL + 1)), "another version");
    }

    /** Before its proof, nothing that a server sends is kept, or shown to the user. */
    @Test
    void aServerThatHasProvedNothingIsNotObeyed() {
        assertNotObeyed(Frame.MESSAGE.start().integer(0).integer(1).raw(new byte[100]), "MESSAGE");
        assertNotObeyed(Frame.ABORTING.start().text("run this"), "ABORTING");
        assertNotObeyed(Frame.REFUSED.start().text("run this"), Proof.REFUSAL);
        assertNotObeyed(map(), "JOB");
        assertNotObeyed(Frame.MESSAGE.start().raw(new byte[1000]), "frame of 1001 bytes");
    }

    private void assertNotObeyed(FrameWriter frame, String reason) {
        ByteBuffer bytes = frame.end();
        serve(socket -> {
            write(socket, challenge(Frame.PROTOCOL));
            readNonce(socket);
            socket.getOutputStream().write(bytes.array(), 0, bytes.limit());
        });
        assertThatThrownBy(() -> join().close())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("run this");
    }

    /** The refusal of a server that knows the secret is shown, but does not reach the terminal. */
    @Test
    void aRefusalIsQuoted() {
        assertRefused(
                socket -> {
                    write(socket, challenge(Frame.PROTOCOL));
                    byte[] clientNonce = readNonce(socket);
                    byte[] proof =
                            Proof.ofServer(TestJob.secret(), RANK, SERVER_NONCE, clientNonce);
                    write(socket, Frame.WELCOME.start().bytes(proof));
                    write(socket, Frame.REFUSED.start().text("no\033[2J"));
                },
                "no\\u001b[2J");
    }

    /**
     * The JDK makes errors of what is short while it loads a class, another one for each further
     * use of the class; nobody waits for ever.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anErrorOnTheThreadOfTheLinkEndsJoining(boolean firstUse) {
        IOException why = new IOException("Too many open files");
        Error first = new ExceptionInInitializerError(why);
        Error later = new NoClassDefFoundError("Could not initialize class sun.nio.ch.Foo");
        later.initCause(new ExceptionInInitializerError("Exception " + why));
        InetSocketAddress odd =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 1) {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public String toString() {
                        throw firstUse ? first : later;
                    }
                };
        OobClient.Ticket ticket = new OobClient.Ticket(odd, new byte[32], 0, 1, 60_000);
        assertThatThrownBy(() -> OobClient.join(ticket, reason -> {}, TestJob::thread))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Too many open files");
    }
}
