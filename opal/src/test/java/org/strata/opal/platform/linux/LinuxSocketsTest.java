package org.strata.opal.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;

/** The algorithm of the sockets with an address, found among all descriptors of the process. */
@EnabledOnOs(OS.LINUX)
class LinuxSocketsTest {
    private final LinuxSockets sockets = new LinuxSockets();

    private static ServerSocketChannel bound(ProtocolFamily family, String address)
            throws IOException {
        ServerSocketChannel bound = ServerSocketChannel.open(family);
        return bound.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
    }

    private static InetSocketAddress at(String address, int port) throws IOException {
        return new InetSocketAddress(InetAddress.getByName(address), port);
    }

    private static InetSocketAddress local(ServerSocketChannel bound) throws IOException {
        return (InetSocketAddress) bound.getLocalAddress();
    }

    @Test
    void anAlgorithmIsSetAndShown() throws IOException {
        try (ServerSocketChannel bound = bound(StandardProtocolFamily.INET, "127.0.0.1")) {
            assertThat(sockets.congestionOf(local(bound)))
                    .containsExactly(sockets.defaultCongestion());
            // Every kernel has it, for every process.
            assertThat(sockets.setCongestion(local(bound), "reno")).isTrue();
            assertThat(sockets.congestionOf(local(bound))).containsExactly("reno");
            assertThat(sockets.setCongestion(local(bound), "none-such")).isFalse();
            assertThat(sockets.setCongestion(local(bound), "")).isFalse();
            assertThat(sockets.congestionOf(local(bound))).containsExactly("reno");
        }
    }

    /** Port and address both count; a socket of another protocol has the same address at most. */
    @Test
    void onlyTheSocketsOfTheAddressAreMeant() throws IOException {
        try (ServerSocketChannel bound = bound(StandardProtocolFamily.INET, "127.0.0.1");
                ServerSocketChannel other = bound(StandardProtocolFamily.INET, "127.0.0.1");
                DatagramChannel datagrams = DatagramChannel.open(StandardProtocolFamily.INET)) {
            datagrams.bind(local(bound));
            assertThat(sockets.setCongestion(local(bound), "reno")).isTrue();
            assertThat(sockets.congestionOf(local(bound))).containsExactly("reno");
            assertThat(sockets.congestionOf(local(other)))
                    .containsExactly(sockets.defaultCongestion());
            assertThat(sockets.congestionOf(at("127.0.0.2", local(bound).getPort()))).isEmpty();
            assertThat(sockets.setCongestion(at("127.0.0.2", local(bound).getPort()), "reno"))
                    .isFalse();
        }
    }

    @Test
    void addressesOfBothFamilies() throws IOException {
        ServerSocketChannel bound;
        try {
            bound = bound(StandardProtocolFamily.INET6, "::1");
        } catch (IOException | UnsupportedOperationException e) {
            Assumptions.abort("no IPv6 here: " + e);
            return;
        }
        try (bound) {
            assertThat(sockets.setCongestion(local(bound), "reno")).isTrue();
            assertThat(sockets.congestionOf(local(bound))).containsExactly("reno");
            assertThat(sockets.congestionOf(at("::2", local(bound).getPort()))).isEmpty();
        }
        // A socket of both families has IPv4's addresses within IPv6's.
        try (ServerSocketChannel both = ServerSocketChannel.open()) {
            both.bind(at("127.0.0.1", 0));
            InetSocketAddress local = at("127.0.0.1", local(both).getPort());
            assertThat(sockets.setCongestion(local, "reno")).isTrue();
            assertThat(sockets.congestionOf(local)).containsExactly("reno");
            assertThat(sockets.congestionOf(at("127.0.1.1", local.getPort()))).isEmpty();
        }
    }
}
