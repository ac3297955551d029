package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.launcher.wire.MessageReader.DamagedException;
import org.strata.launcher.wire.OutputWindow;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** mpirun's ends of a remote rank's streams; the test is the daemon. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RemoteStreamTest {
    private static final byte[] END = {};

    private final List<Integer> taken = new ArrayList<>();
    private final RemoteStream stream = new RemoteStream(taken::add);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String read(int most) {
        byte[] target = new byte[most];
        int count = stream.read(target, 0, most);
        return count < 0 ? "end" : new String(target, 0, count, StandardCharsets.UTF_8);
    }

    @Test
    void bytesComeInOrderAndTheirRoomGoesBack() {
        stream.add(bytes("half "));
        stream.add(bytes("line\n"));
        assertThat(stream.available()).isEqualTo(10);
        assertThat(read(3)).isEqualTo("hal");
        assertThat(read(10)).isEqualTo("f ");
        assertThat(read(0)).isEmpty();
        assertThat(stream.available()).isEqualTo(5);
        assertThat(read(5)).isEqualTo("line\n");
        assertThat(taken).containsExactly(3, 2, 5);
        stream.add(new byte[] {(byte) 0xff});
        assertThat(stream.read()).isEqualTo(0xff);
        stream.add(END);
        assertThat(stream.read()).isEqualTo(-1);
        assertThat(read(5)).isEqualTo("end");
        assertThat(taken).containsExactly(3, 2, 5, 1);
    }

    /** A daemon that sends more than it was granted is not believed. */
    @Test
    void noMoreThanTheWindowIsKept() {
        for (int use = 0; use < 2; use++) {
            stream.add(new byte[OutputWindow.BYTES - 1]);
            stream.add(new byte[1]);
            assertThatThrownBy(() -> stream.add(new byte[1])).isInstanceOf(DamagedException.class);
            assertThat(read(1)).hasSize(1);
            stream.add(new byte[1]);
            assertThatThrownBy(() -> stream.add(new byte[1])).isInstanceOf(DamagedException.class);
            assertThat(read(OutputWindow.BYTES)).hasSize(OutputWindow.BYTES - 2);
            assertThat(read(1)).hasSize(1);
            assertThat(read(1)).hasSize(1);
            assertThat(stream.available()).isZero();
        }
        assertThatThrownBy(() -> stream.add(new byte[OutputWindow.BYTES + 1]))
                .isInstanceOf(DamagedException.class);
    }

    @Test
    void whatCameBeforeTheEndIsReadFirst() {
        stream.add(bytes("last words"));
        stream.end();
        assertThat(read(100)).isEqualTo("last words");
        assertThat(read(100)).isEqualTo("end");
        stream.add(bytes("late"));
        assertThat(read(100)).as("nothing comes behind the end").isEqualTo("end");
    }

    @Test
    void aReaderThatGoesIsAnnouncedOnce() {
        stream.add(bytes("unread"));
        stream.close();
        stream.close();
        assertThat(taken).containsExactly(-1);
        stream.add(bytes("under way"));
        stream.add(END);
        assertThat(taken).containsExactly(-1);
    }

    @Test
    void nobodyIsToldOfAReaderThatGoesAfterTheEnd() {
        stream.add(END);
        stream.close();
        RemoteStream lost = new RemoteStream(taken::add);
        lost.end();
        lost.close();
        assertThat(taken).isEmpty();
    }

    private CompletableFuture<String> readLater(List<Thread> threads) {
        CompletableFuture<String> got = new CompletableFuture<>();
        Thread reader = Thread.ofPlatform().daemon().start(() -> got.complete(read(100)));
        threads.add(reader);
        while (reader.getState() != Thread.State.WAITING) {
            assertThat(got).isNotDone();
            Thread.onSpinWait();
        }
        return got;
    }

    @Test
    void aReaderWaits() {
        List<Thread> threads = new ArrayList<>();
        CompletableFuture<String> first = readLater(threads);
        stream.add(bytes("some"));
        assertThat(first.join()).isEqualTo("some");
        CompletableFuture<String> second = readLater(threads);
        threads.get(1).interrupt();
        assertThat(second.join()).as("interrupted").isEqualTo("end");
        CompletableFuture<String> third = readLater(threads);
        stream.end();
        assertThat(third.join()).isEqualTo("end");
    }

    /** A flood by a daemon that keeps to its window, read in pieces of any length. */
    @Test
    void aFloodArrivesWhole() throws Exception {
        byte[] flood = new byte[4 << 20];
        Random random = new Random(3);
        random.nextBytes(flood);
        OutputWindow window = new OutputWindow();
        RemoteStream remote = new RemoteStream(window::release);
        Thread daemon = Thread.ofPlatform().daemon().start(() -> send(flood, window, remote));
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        byte[] piece = new byte[70_000];
        int count = remote.read(piece, 0, 1);
        while (count > 0) {
            got.write(piece, 0, count);
            count = remote.read(piece, 0, 1 + random.nextInt(piece.length));
        }
        daemon.join();
        assertThat(got.toByteArray()).isEqualTo(flood);
    }

    private static void send(byte[] flood, OutputWindow window, RemoteStream remote) {
        Random random = new Random(4);
        try {
            int at = 0;
            while (at < flood.length) {
                int count = Math.min(flood.length - at, 1 + random.nextInt(32 << 10));
                assertThat(window.acquire(count)).isTrue();
                remote.add(Arrays.copyOfRange(flood, at, at + count));
                at += count;
            }
            remote.add(END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- standard input

    @Test
    void inputIsCutAndStopsUntilTheRankTakesIt() throws Exception {
        byte[] input = new byte[OutputWindow.BYTES + 100];
        new Random(5).nextBytes(input);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        RemoteInput in = new RemoteInput(sent::writeBytes);
        in.write(input, 0, OutputWindow.BYTES);
        Thread writer =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            try {
                                in.write(input, OutputWindow.BYTES, 100);
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        });
        while (writer.getState() != Thread.State.WAITING) {
            assertThat(writer.isAlive()).isTrue();
            Thread.onSpinWait();
        }
        assertThat(sent.size()).isEqualTo(OutputWindow.BYTES);
        in.taken(100);
        writer.join();
        assertThat(sent.toByteArray()).isEqualTo(input);
    }

    @Test
    void inputOfARankThatReadsNoMoreFails() throws Exception {
        List<Integer> lengths = new ArrayList<>();
        RemoteInput in = new RemoteInput(chunk -> lengths.add(chunk.length));
        in.write('x');
        in.taken(-1);
        assertThatThrownBy(() -> in.write('y')).isInstanceOf(IOException.class);
        in.close();
        in.close();
        assertThat(lengths).containsExactly(1, 0);
    }
}
