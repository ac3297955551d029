package org.strata.opal.platform.portable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Locks of the open files of one process: who waits for whom, and what a release ends. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RangeLocksTest {
    private static final int ONE = 1;
    private static final int OTHER = 2;

    @TempDir private Path directory;
    private final RangeLocks locks = new RangeLocks();
    private FileChannel channel;

    @BeforeEach
    void open() throws IOException {
        channel =
                FileChannel.open(
                        directory.resolve("file"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
    }

    @AfterEach
    void close() throws IOException {
        channel.close();
    }

    private FileLock take(int owner, long start, long length) throws IOException {
        FileLock[] taken = new FileLock[1];
        locks.take(
                "file", owner, start, length, () -> taken[0] = channel.lock(start, length, false));
        return taken[0];
    }

    /** Starts a thread that takes a lock, and returns when it waits for it. */
    private Thread waiter(int owner, long start, long length) {
        Thread waiter =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            try {
                                take(owner, start, length);
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        });
        while (waiter.getState() != Thread.State.WAITING) {
            assertThat(waiter.isAlive()).as("it waits").isTrue();
            LockSupport.parkNanos(100_000);
        }
        return waiter;
    }

    @Test
    void whoTouchesAByteOfAnotherWaits() throws Exception {
        FileLock held = take(ONE, 10, 10);
        take(OTHER, 0, 10);
        take(OTHER, 20, 5);
        List<Thread> waiters = List.of(waiter(3, 19, 1), waiter(4, 10, 1));
        locks.release(ONE, 10, 10);
        for (Thread waiter : waiters) {
            waiter.join();
        }
        assertThat(held.isValid()).isFalse();
    }

    @Test
    void anotherFileHasBytesOfItsOwn() throws IOException {
        take(ONE, 0, 10);
        FileLock[] taken = new FileLock[1];
        locks.take("other", OTHER, 0, 10, () -> taken[0] = channel.lock(50, 10, false));
        assertThat(taken[0].isValid()).isTrue();
    }

    /** Of this open file, and whole in the range that is named. */
    @Test
    void aReleaseEndsTheLocksInsideOfIt() throws Exception {
        FileLock before = take(ONE, 5, 6);
        FileLock first = take(ONE, 11, 4);
        FileLock others = take(OTHER, 15, 1);
        FileLock last = take(ONE, 16, 4);
        FileLock behind = take(ONE, 20, 2);
        locks.release(ONE, 11, 9);
        assertThat(first.isValid()).isFalse();
        assertThat(last.isValid()).isFalse();
        assertThat(before.isValid()).as("begins before").isTrue();
        assertThat(behind.isValid()).as("behind").isTrue();
        assertThat(others.isValid()).as("of another open file").isTrue();
        take(3, 11, 4);
        Thread waiter = waiter(4, 21, 2);
        locks.release(ONE, 19, 2);
        assertThat(behind.isValid()).as("ends behind").isTrue();
        locks.release(ONE, 0, Long.MAX_VALUE);
        waiter.join();
        assertThat(before.isValid()).isFalse();
    }

    /** The system has released them; who waits for them does not wait on. */
    @Test
    void aClosedFilesLocksAreForgotten() throws Exception {
        take(ONE, 0, 10).release();
        take(OTHER, 20, 10);
        Thread waiter = waiter(3, 0, 10);
        locks.forget(ONE);
        waiter.join();
        Thread second = waiter(4, 20, 1);
        locks.release(OTHER, 20, 10);
        second.join();
    }

    @Test
    void whatTheSystemRefusesIsNotHeld() throws Exception {
        assertThatThrownBy(() ->
                        locks.take(
                                "file",
                                ONE,
                                0,
                                10,
                                () -> {
                                    throw new IOException("refused");
                                }))
                .hasMessage("refused");
        locks.release(ONE, 0, 10);
        assertThat(take(OTHER, 0, 10).isValid()).isTrue();
    }

    /** A program's interrupt is for the program: the wait goes on, and the mark stays. */
    @Test
    void anInterruptIsKept() throws Exception {
        take(ONE, 0, 10);
        boolean[] marked = new boolean[1];
        FileLock[] taken = new FileLock[1];
        Thread waiter =
                Thread.ofPlatform()
                        .start(() -> {
                            Thread.currentThread().interrupt();
                            try {
                                locks.take(
                                        "file",
                                        OTHER,
                                        5,
                                        1,
                                        () -> {
                                            marked[0] = Thread.interrupted();
                                            return taken[0] = channel.lock(5, 1, false);
                                        });
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        });
        while (waiter.getState() != Thread.State.WAITING) {
            LockSupport.parkNanos(100_000);
        }
        locks.release(ONE, 0, 10);
        waiter.join();
        assertThat(marked[0]).isTrue();
        assertThat(taken[0].isValid()).isTrue();
    }
}
