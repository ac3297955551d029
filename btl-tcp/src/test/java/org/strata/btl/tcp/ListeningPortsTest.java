package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;

/** Ranks listen at ports of the range that the parameters name, in the family that they leave. */
final class ListeningPortsTest {
    private static final int RANGE = 100;
    private static final int HIGHEST = 65_535;

    /** Occupies a port that has a range of others above it. */
    private static ServerSocket occupy(int family) throws IOException {
        InetAddress loopback = InetAddress.ofLiteral(family == 4 ? "127.0.0.1" : "::1");
        ServerSocket socket = new ServerSocket(0, 1, loopback);
        while (socket.getLocalPort() > HIGHEST - RANGE) {
            socket.close();
            socket = new ServerSocket(0, 1, loopback);
        }
        return socket;
    }

    private static ServerSocket occupyOrSkip(int family) {
        try {
            return occupy(family);
        } catch (IOException e) {
            Assumptions.abort("no loopback address of IPv" + family);
            throw new AssertionError(e);
        }
    }

    private static TcpWorld world(int family, int first, int range) {
        return new TcpWorld(
                2,
                "disable-family",
                family == 4 ? "6" : "4",
                "port-min-v" + family,
                "" + first,
                "port-range-v" + family,
                "" + range);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 6})
    void eachRankTakesAFreePortOfTheRange(int family) throws Exception {
        try (ServerSocket taken = occupyOrSkip(family);
                TcpWorld world = world(family, taken.getLocalPort(), RANGE)) {
            int first = taken.getLocalPort();
            InetSocketAddress zero = RawPeer.address(world.node(1).rank, 0);
            InetSocketAddress one = RawPeer.address(world.node(0).rank, 1);
            for (InetSocketAddress address : List.of(zero, one)) {
                assertThat(address.getAddress()).isEqualTo(taken.getInetAddress());
                assertThat(address.getPort()).isBetween(first + 1, first + RANGE - 1);
            }
            assertThat(zero.getPort()).isNotEqualTo(one.getPort());
            world.node(0).send(1, 42);
            world.job.progressUntil("a message", () -> world.node(1).received.contains(42L));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 6})
    void aRangeWithoutAFreePortGivesNoLink(int family) throws Exception {
        try (ServerSocket taken = occupyOrSkip(family);
                TcpWorld world = world(family, taken.getLocalPort(), 1)) {
            int port = taken.getLocalPort();
            assertThat(world.node(0).btls).isEmpty();
            assertThat(String.join("\n", world.node(0).output.verbose()))
                    .contains("no free port from " + port + " to " + port);
        }
    }
}
