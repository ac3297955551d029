package org.strata.btl.tcp;

import org.strata.btl.tcp.HandshakeMessage.Parties;
import org.strata.testkit.FakeRank;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;

/** A port that answers initiators in the name of a rank, with the verdict that a test wants. */
final class RawListener implements AutoCloseable {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    /** Handshakes that have ended. */
    int verdicts;

    private final ServerSocketChannel server = ServerSocketChannel.open();
    private final Credentials credentials;
    private final HandshakeMessage message = new HandshakeMessage();
    private SocketChannel current;
    private Parties parties;

    /** Takes the place of a rank's port for those that have not fetched its address yet. */
    RawListener(FakeRank rank) throws IOException {
        credentials = RawPeer.credentials(rank);
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
     * @return whether a verdict was given
     */
    boolean step(HandshakeVerdict verdict) throws IOException {
        if (current == null) {
            current = server.accept();
            parties = null;
            if (current != null) {
                current.configureBlocking(false);
                message.expect();
            }
            return false;
        }
        if (!message.read(current)) {
            return false;
        }
        if (parties == null) {
            challenge();
            return false;
        }
        message.check(HandshakeMessage.PROOF, credentials.job());
        message.set(HandshakeMessage.VERDICT, parties.reversed(), credentials.job());
        message.verdict(verdict).write(current);
        verdicts++;
        if (verdict != HandshakeVerdict.ADMITTED) {
            current.close();
            current = null;
        }
        return true;
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
