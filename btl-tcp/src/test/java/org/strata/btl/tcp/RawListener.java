package org.strata.btl.tcp;

import org.strata.btl.tcp.HandshakeMessage.Parties;
import org.strata.testkit.FakeRank;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;

/** A port that answers initiators in the name of a rank, with the verdict that a test wants. */
final class RawListener implements AutoCloseable {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    /** Connections that were accepted. */
    int accepted;

    /** Handshakes that have ended. */
    int verdicts;

    private final ServerSocketChannel server = ServerSocketChannel.open();
    private final Credentials credentials;
    private final HandshakeMessage message = new HandshakeMessage();
    private SocketChannel current;
    private Parties parties;
    private boolean proven;

    /** Takes the place of a rank's port for those that have not fetched its address yet. */
    RawListener(FakeRank rank) throws IOException {
        this(rank, RawPeer.credentials(rank));
    }

    /** The same, with credentials that may be wrong. */
    RawListener(FakeRank rank, Credentials credentials) throws IOException {
        this.credentials = credentials;
        server.bind(new InetSocketAddress(LOOPBACK, 0));
        server.configureBlocking(false);
        int port = server.socket().getLocalPort();
        TcpAddress.Link link =
                new TcpAddress.Link(
                        "lo",
                        0,
                        true,
                        100,
                        List.of(new TcpAddress.ListenAddress(LOOPBACK, 8, port)));
        rank.oob().put("btl.tcp", new TcpAddress(List.of(link)).encode());
    }

    /**
     * Does the next step of a handshake if the initiator has done its own.
     *
     * @param verdict what the initiator gets when it has proven itself; null: nothing yet
     * @return whether a verdict was given, or withheld for the first time
     */
    boolean step(HandshakeVerdict verdict) throws IOException {
        if (current == null) {
            accept();
            return false;
        }
        if (proven) {
            return verdict != null && decide(verdict);
        }
        if (!read()) {
            return false;
        }
        if (parties == null) {
            challenge();
            return false;
        }
        message.check(HandshakeMessage.PROOF, credentials.job());
        proven = true;
        return verdict == null || decide(verdict);
    }

    private void accept() throws IOException {
        current = server.accept();
        parties = null;
        proven = false;
        if (current != null) {
            accepted++;
            current.configureBlocking(false);
            message.expect();
        }
    }

    /** Returns whether a message has arrived; an initiator may have closed the connection. */
    private boolean read() throws IOException {
        try {
            return message.read(current);
        } catch (EOFException e) {
            hangUp();
            return false;
        }
    }

    private boolean decide(HandshakeVerdict verdict) throws IOException {
        message.set(HandshakeMessage.VERDICT, parties.reversed(), credentials.job());
        message.verdict(verdict).write(current);
        verdicts++;
        if (verdict != HandshakeVerdict.ADMITTED) {
            hangUp();
        }
        return true;
    }

    /** Returns whether the present initiator has been sent the challenge. */
    boolean challenged() {
        return parties != null;
    }

    /** Closes the initiator's connection. */
    void hangUp() throws IOException {
        current.close();
        current = null;
        parties = null;
    }

    private void challenge() throws IOException {
        message.check(HandshakeMessage.HELLO, credentials.job());
        parties = message.parties();
        byte[] nonce = credentials.nonce();
        byte[] proof =
                credentials.proof(Credentials.Role.LISTENER, parties, message.nonce(), nonce);
        message.set(HandshakeMessage.CHALLENGE, parties.reversed(), credentials.job());
        message.nonce(nonce).proof(proof).write(current);
        message.expect();
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            current.close();
        }
        server.close();
    }
}
