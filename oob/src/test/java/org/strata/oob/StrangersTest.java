package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.oob.client.OobClient;
import org.strata.oob.link.Strangers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A listener on TCP under a flood of connections that do not know the secret. */
@Timeout(value = 200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StrangersTest {
    private static final long NEVER_MILLIS = 60 * 60_000;
    private static final int RANKS = 2;

    private static boolean ended(SocketChannel stranger) throws IOException {
        ByteBuffer space = ByteBuffer.allocate(100);
        try {
            int count = 0;
            while (count >= 0) {
                count = stranger.read(space.clear());
            }
            return true;
        } catch (IOException e) {
            return true;
        }
    }

    /** Their deadline is far away: only the limit ends the oldest ones, before any younger one. */
    @Test
    void theOldestMakeRoom() throws Exception {
        int limit = RANKS + Strangers.SPARE;
        int surplus = 20;
        List<SocketChannel> strangers = new ArrayList<>();
        try (TestJob job = new TestJob(RANKS, NEVER_MILLIS)) {
            for (int i = 0; i < limit + surplus; i++) {
                strangers.add(SocketChannel.open(job.server().address()));
            }
            for (int i = 0; i < surplus; i++) {
                assertThat(ended(strangers.get(i))).as("stranger %d", i).isTrue();
            }
            for (SocketChannel young : strangers.subList(surplus, strangers.size())) {
                young.configureBlocking(false);
                assertThat(young.read(ByteBuffer.allocate(100))).isNotNegative();
            }
            assertThat(job.join(1).getIfPresent(0, "nothing")).isNull();
        } finally {
            for (SocketChannel stranger : strangers) {
                stranger.close();
            }
        }
    }

    /** A process that may open few files: far fewer than there are strangers. */
    @Test
    void aServerWithoutDescriptorsSurvives() throws Exception {
        Process process =
                new ProcessBuilder(
                                "/bin/sh",
                                "-c",
                                "ulimit -n 64 && exec \"$@\"",
                                "sh",
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                FewDescriptors.class.getName())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        List<Socket> strangers = new ArrayList<>();
        try (var lines = process.inputReader(StandardCharsets.US_ASCII)) {
            int port = Integer.parseInt(lines.readLine());
            for (int i = 0; i < 500; i++) {
                strangers.add(new Socket("127.0.0.1", port));
            }
            for (Socket stranger : strangers) {
                stranger.close();
            }
            try (OobClient rank = joinAtLast(new InetSocketAddress("127.0.0.1", port))) {
                assertThat(rank.getIfPresent(0, "nothing")).isNull();
            }
            assertThat(lines.readLine()).isEqualTo("joined 1 4711");
            assertThat(lines.readLine()).isEqualTo("joined 0 1");
            process.getOutputStream().close();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Strangers may still be in the kernel's queue: until they are gone, the server sheds load. */
    private static OobClient joinAtLast(InetSocketAddress server) throws IOException {
        OobClient.Ticket ticket =
                new OobClient.Ticket(server, TestJob.secret(), 0, 1, TestJob.JOIN_MILLIS);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(100);
        while (true) {
            try {
                return OobClient.join(ticket, reason -> {}, TestJob::thread);
            } catch (IOException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
            }
        }
    }

    /**
     * A server that prints its port and who joins, and ends with its standard input. One rank joins
     * before the flood: classes are in a directory here, and each that is loaded needs a
     * descriptor; mpirun's are in its jar, which is open.
     */
    static final class FewDescriptors {
        private FewDescriptors() {}

        public static void main(String[] args) throws Exception {
            try (TestJob job = new TestJob(RANKS, NEVER_MILLIS)) {
                job.join(1).getIfPresent(0, "nothing");
                System.out.println(((InetSocketAddress) job.server().address()).getPort());
                System.out.println(job.events.take());
                System.out.println(job.events.take());
                System.in.transferTo(System.out);
            }
        }
    }
}
