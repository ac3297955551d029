package org.strata.launcher.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What mpirun writes to the standard input of a daemon, and what else may come there. */
class HelloTest {
    private static Hello hello() throws IOException {
        byte[] secret = new byte[32];
        new Random(3).nextBytes(secret);
        InetSocketAddress head =
                new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, 1}), 4711);
        return new Hello(
                "1.0", "12-abcd", secret, 3, "h3", List.of(head), 10_000, Map.of("a", "b"));
    }

    private static Hello read(byte[] bytes) throws IOException {
        return Hello.read(new ByteArrayInputStream(bytes));
    }

    @Test
    void arrivesAsItWasSent() throws IOException {
        Hello sent = hello();
        Hello read = read(sent.encode());
        assertThat(read).usingRecursiveComparison().isEqualTo(sent);
        assertThat(sent.forNode(5, "h5").node()).isEqualTo(5);
    }

    @Test
    void everyShorterInputIsRefused() throws IOException {
        byte[] whole = hello().encode();
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(part))
                    .as("%d bytes", length)
                    .isInstanceOf(IOException.class);
        }
    }

    /** A length is checked before memory for it is taken. */
    @Test
    void aLengthBeyondTheLimitIsRefused() throws IOException {
        byte[] bytes = hello().encode();
        ByteBuffer.wrap(bytes).putInt(8, Hello.LIMIT + 1);
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a hello of");
    }

    private static Hello hello(String job, int secret, int port) throws IOException {
        InetSocketAddress head = new InetSocketAddress(InetAddress.getByAddress(new byte[4]), port);
        byte[] bytes = new byte[secret];
        return new Hello("1.0", job, bytes, 3, "h3", List.of(head), 10_000, Map.of());
    }

    /** The job's name becomes one of a directory. */
    @Test
    void whatAHelloMayNotSay() throws IOException {
        for (Hello fine : List.of(hello("1-a", 32, 1), hello("1".repeat(64), 32, 65535))) {
            assertThat(read(fine.encode())).usingRecursiveComparison().isEqualTo(fine);
        }
        for (Hello wrong :
                List.of(
                        hello("../x", 32, 1),
                        hello("", 32, 1),
                        hello("1".repeat(65), 32, 1),
                        hello("1-a", 31, 1),
                        hello("1-a", 33, 1),
                        hello("1-a", 32, 0))) {
            assertThatThrownBy(() -> read(wrong.encode())).isInstanceOf(IOException.class);
        }
        for (int port : new int[] {-1, 65536}) {
            byte[] bytes = hello("1-a", 32, 1).encode();
            // Behind the port are the patience and the number of parameters.
            ByteBuffer.wrap(bytes).putInt(bytes.length - 16, port);
            assertThatThrownBy(() -> read(bytes)).hasMessage("port " + port);
        }
    }

    @Test
    void damagedFieldsAreRefusedAndNothingElseHappens() throws IOException {
        byte[] whole = hello().encode();
        Random random = new Random(11);
        for (int i = 0; i < 2000; i++) {
            byte[] damaged = whole.clone();
            damaged[12 + random.nextInt(whole.length - 12)] = (byte) random.nextInt();
            try {
                read(damaged);
            } catch (IOException e) {
                assertThat(e).hasMessageNotContaining("secret");
            }
        }
    }
}
