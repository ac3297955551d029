package org.strata.btl.tcp;

import org.strata.btl.tcp.HandshakeMessage.Parties;
import org.strata.testkit.FakeRank;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeoutException;

/**
 * A client of a rank's port that can follow the protocol as far as it likes. While it waits for an
 * answer it lets the rank make progress: how soon the kernel brings something over is not known.
 */
final class RawPeer implements AutoCloseable {
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    final SocketChannel channel;
    private final FakeRank victim;
    private final Parties parties;
    private final Credentials credentials;
    private final HandshakeMessage message = new HandshakeMessage();
    private final byte[] nonce = new byte[HandshakeMessage.NONCE_BYTES];
    private static final Random RANDOM = new Random(7);
    private byte[] theirs;

    /** Connects to {@code target}'s first link, as {@code self}. */
    RawPeer(FakeRank self, int target, Credentials credentials) throws Exception {
        this.parties = new Parties(self.rank(), 0, target, 0);
        this.credentials = credentials;
        this.channel = connect(self, target);
        this.victim = self.job().rank(target);
        channel.configureBlocking(false);
        RANDOM.nextBytes(nonce);
    }

    /** Connects to a rank's port, and knocks as every peer does. */
    static SocketChannel connect(FakeRank self, int target) throws IOException, TimeoutException {
        SocketChannel connected = SocketChannel.open(address(self, target));
        self.oob().send(target, TcpComponent.KNOCK, new byte[0]);
        return connected;
    }

    static InetSocketAddress address(FakeRank self, int target)
            throws IOException, TimeoutException {
        byte[] card = self.oob().get(target, "btl.tcp", 1000);
        TcpAddress.ListenAddress first =
                TcpAddress.decode(card).links().getFirst().addresses().getFirst();
        return new InetSocketAddress(first.ip(), first.port());
    }

    static Credentials credentials(FakeRank rank) {
        return new Credentials(
                rank.environment().jobId(), rank.environment().secret(), byte[]::new);
    }

    void hello() throws IOException {
        message.set(HandshakeMessage.HELLO, parties, credentials.job());
        greeted(message).write(channel);
    }

    /** Adds to a first message what proves that it is of this job. */
    private HandshakeMessage greeted(HandshakeMessage hello) {
        return hello.nonce(nonce).proof(credentials.greeting(hello.parties(), nonce));
    }

    /** Returns the first message of a process, to be written piece by piece, or by others. */
    byte[] helloOf(Parties sender) {
        return greeted(
                        new HandshakeMessage()
                                .set(HandshakeMessage.HELLO, sender, credentials.job()))
                .toBytes();
    }

    /** Waits for the challenge. */
    void challenge() throws IOException {
        read();
        message.check(HandshakeMessage.CHALLENGE, credentials.job());
        theirs = message.nonce();
    }

    void proof() throws IOException {
        proof(credentials.proof(Credentials.Role.INITIATOR, parties, nonce, theirs));
    }

    /** Presents a proof whose last byte is wrong. */
    void almostProof() throws IOException {
        byte[] proof = credentials.proof(Credentials.Role.INITIATOR, parties, nonce, theirs);
        proof[proof.length - 1] ^= 1;
        proof(proof);
    }

    private void proof(byte[] proof) throws IOException {
        message.set(HandshakeMessage.PROOF, parties, credentials.job());
        message.proof(proof).write(channel);
    }

    HandshakeVerdict verdict() throws IOException {
        read();
        message.check(HandshakeMessage.VERDICT, credentials.job());
        return message.verdict();
    }

    private void read() throws IOException {
        message.expect();
        long start = System.nanoTime();
        while (!message.read(channel)) {
            await(start, "an answer");
        }
    }

    private void await(long start, String what) {
        victim.progress();
        Thread.yield();
        if (System.nanoTime() - start > PATIENCE_NANOS) {
            throw new AssertionError(victim + " does not give " + what);
        }
    }

    /** Runs a whole handshake. */
    HandshakeVerdict handshake() throws Exception {
        hello();
        challenge();
        proof();
        return verdict();
    }

    void write(byte[] bytes) throws IOException {
        channel.write(ByteBuffer.wrap(bytes));
    }

    /** Waits for so many bytes; fewer when the other side has closed the connection. */
    byte[] read(int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        long start = System.nanoTime();
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            await(start, "bytes");
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /** Returns whether the other side has closed the connection; waits for it to do or say so. */
    boolean closedByPeer() throws IOException {
        return closedByPeer(() -> {});
    }

    /** The same, with something that happens meanwhile. */
    boolean closedByPeer(Runnable meanwhile) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        long start = System.nanoTime();
        try {
            int count = channel.read(one);
            while (count == 0) {
                meanwhile.run();
                await(start, "an end");
                count = channel.read(one);
            }
            return count < 0;
        } catch (IOException e) {
            return true;
        }
    }

    /** Closes with a reset instead of an end of stream. */
    void reset() throws IOException {
        channel.setOption(java.net.StandardSocketOptions.SO_LINGER, 0);
        channel.close();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
