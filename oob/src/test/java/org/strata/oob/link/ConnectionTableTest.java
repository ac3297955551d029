package org.strata.oob.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.oob.link.ConnectionTable.Peer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

@Timeout(100)
class ConnectionTableTest {
    private static final InetSocketAddress HERE = new InetSocketAddress("10.99.0.1", 0x9c40);
    private static final InetSocketAddress THERE = new InetSocketAddress("10.99.0.2", 0x0016);

    /** A row of a machine whose numbers are little-endian, or of this one. */
    private static Peer row(String state) {
        boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        String here = little ? "0100630A" : "0A630001";
        String there = little ? "0200630A" : "0A630002";
        String row = "   3: %s:9C40 %s:0016 01 %s 1234 1 0000 20 4 30 10 -1\n";
        return ConnectionTable.find("  sl ...\n" + row.formatted(here, there, state), HERE, THERE);
    }

    @Test
    void statesOfAPeer() {
        assertThat(row("00000000:00000000 02:00000AF4 00000000     0        0"))
                .isEqualTo(Peer.ACKNOWLEDGES);
        assertThat(row("00000019:00000000 01:00000AF4 00000005     0        0"))
                .isEqualTo(Peer.OWES);
        // The window is used up: probes are answered, or not.
        assertThat(row("00004019:00000000 04:00000AF4 00000000     0        0"))
                .isEqualTo(Peer.ACKNOWLEDGES);
        assertThat(row("00004019:00000000 04:00000AF4 00000000     0        2"))
                .isEqualTo(Peer.OWES);
        assertThat(ConnectionTable.find("  sl ...\n", HERE, THERE)).isEqualTo(Peer.UNKNOWN);
    }

    /** Like mpirun, whose process is stopped, while ranks on another host write. */
    @Test
    void aPeerThatReadsNothingAcknowledges() throws IOException {
        for (String loopback : new String[] {"127.0.0.1", "::1"}) {
            try (ServerSocketChannel server = ServerSocketChannel.open()) {
                server.bind(new InetSocketAddress(InetAddress.getByName(loopback), 0));
                try (SocketChannel writer = SocketChannel.open(server.getLocalAddress());
                        SocketChannel stopped = server.accept()) {
                    assertThat(stopped.isConnected()).isTrue();
                    awaitAcknowledged(writer);
                    writer.configureBlocking(false);
                    ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
                    while (writer.write(bytes.clear()) > 0) {
                        continue;
                    }
                    awaitAcknowledged(writer);
                }
            }
        }
    }

    private static void awaitAcknowledged(SocketChannel writer) throws IOException {
        Peer peer = Peer.OWES;
        while (peer != Peer.ACKNOWLEDGES) {
            peer = ConnectionTable.peer(writer.getLocalAddress(), writer.getRemoteAddress());
        }
    }

    @Test
    void socketsOfThisHostNeedNoKernel() {
        UnixDomainSocketAddress path = UnixDomainSocketAddress.of("/tmp/strata");
        assertThat(ConnectionTable.peer(path, path)).isEqualTo(Peer.ACKNOWLEDGES);
    }
}
