package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** What the parameters say of sockets holds at both ends of a connection. */
final class SocketOptionsTest {
    private static TcpWorld connected(String... settings) {
        TcpWorld world = new TcpWorld(2, settings);
        world.node(0).send(1, 1);
        world.job.progressUntil("a message", () -> world.node(1).received.contains(1L));
        return world;
    }

    private static Object field(TcpEndpoint endpoint, String name) throws Exception {
        Field field = TcpEndpoint.class.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(endpoint);
    }

    private static SocketChannel channel(TcpWorld world, int rank) throws Exception {
        return (SocketChannel) field(world.node(rank).to(1 - rank), "channel");
    }

    /** A message waits for no acknowledgement of the one before, unless the user wants that. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shortMessagesLeaveAtOnceUnlessNagleIsWanted(boolean nagle) throws Exception {
        try (TcpWorld world = connected("use-nagle", "" + nagle)) {
            for (int rank = 0; rank < 2; rank++) {
                assertThat(channel(world, rank).getOption(StandardSocketOptions.TCP_NODELAY))
                        .as("rank %d", rank)
                        .isEqualTo(!nagle);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"sndbuf, SO_SNDBUF", "rcvbuf, SO_RCVBUF"})
    void buffersAreAsLongAsTheUserSays(String parameter, String option) throws Exception {
        SocketOption<Integer> name =
                option.equals("SO_SNDBUF")
                        ? StandardSocketOptions.SO_SNDBUF
                        : StandardSocketOptions.SO_RCVBUF;
        try (TcpWorld world = connected(parameter, "24k")) {
            for (int rank = 0; rank < 2; rank++) {
                assertThat(channel(world, rank).getOption(name))
                        .as("rank %d", rank)
                        .isEqualTo(ofOtherSocket(name, 24 << 10));
            }
        }
    }

    /** Returns what the system makes of a length: some double it. */
    private static int ofOtherSocket(SocketOption<Integer> name, int bytes) throws IOException {
        try (SocketChannel channel = SocketChannel.open()) {
            return channel.setOption(name, bytes).getOption(name);
        }
    }

    /** A rank asleep would else not see that the kernel accepts more. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theSelectorLooksForRoomWhileMessagesWaitForIt(int sender) throws Exception {
        try (TcpWorld world = connected("watch-polled", "true", "sndbuf", "4k", "rcvbuf", "4k")) {
            TcpWorld.Node from = world.node(sender);
            TcpEndpoint endpoint = from.to(1 - sender);
            world.job.progressUntil("connected", () -> endpoint.state() == EndpointState.CONNECTED);
            SelectionKey key = (SelectionKey) field(endpoint, "key");
            assertThat(key.interestOps()).isEqualTo(SelectionKey.OP_READ);
            for (int i = 0; endpoint.flushed(); i++) {
                from.send(1 - sender, i);
            }
            assertThat(key.interestOps()).isEqualTo(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
            world.job.progressUntil("room", endpoint::flushed);
            assertThat(key.interestOps()).isEqualTo(SelectionKey.OP_READ);
        }
    }
}
