package org.strata.ess.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that refuses or does not answer at first is tried again. */
class SocketWireTest {
    private final AtomicInteger attempts = new AtomicInteger();

    /** A socket that the network does not let through before some attempts; the first is slow. */
    private Socket socket(int failures) {
        return new Socket() {
            @Override
            public void connect(SocketAddress server, int millis) throws IOException {
                int attempt = attempts.incrementAndGet();
                if (attempt <= failures) {
                    throw attempt == 1
                            ? new SocketTimeoutException("Connect timed out")
                            : new ConnectException("Connection refused");
                }
                super.connect(server, millis);
            }
        };
    }

    @Test
    void itIsTriedAgain() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String port = "127.0.0.1:" + server.getLocalPort();
            SocketWire wire = SocketWire.connect(port, () -> socket(5));
            try (Socket accepted = server.accept()) {
                wire.write("cmd=init");
                assertThat(accepted.getInputStream().read()).isEqualTo('c');
            }
            wire.close();
            assertThat(attempts).hasValue(6);
        }
    }

    /** Seven refusals; an attempt that took its whole time is none. */
    @Test
    void aServerThatIsGoneIsNotTriedForEver() {
        assertThatThrownBy(() -> SocketWire.connect("127.0.0.1:9", () -> socket(1000)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("PMI_PORT = 127.0.0.1:9 does not answer");
        assertThat(attempts).hasValue(8);
    }
}
