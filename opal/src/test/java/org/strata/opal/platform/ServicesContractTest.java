package org.strata.opal.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.strata.opal.memory.Memory;
import org.strata.opal.platform.linux.LinuxServices;
import org.strata.opal.platform.portable.PortableServices;

import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** What callers rely on, whatever the platform: each implementation is run here. */
class ServicesContractTest {
    private static final int ENOSYS = 38;

    @TempDir Path directory;

    static List<PlatformServices> platforms() {
        List<PlatformServices> all = new ArrayList<>(List.of(new PortableServices()));
        if (Platform.isLinux(System.getProperty("os.name"), System.getProperty("os.arch"))) {
            all.add(new LinuxServices());
        }
        return all;
    }

    /** A sleeper that is not woken is one whose platform says so, and looks again soon. */
    @ParameterizedTest
    @MethodSource("platforms")
    void sleepersSeeTheirWordChange(PlatformServices platform) throws InterruptedException {
        Waiting waiting = platform.waiting();
        try (Arena arena = Arena.ofShared()) {
            long word = Memory.allocate(arena, 64, 64);
            long scratch = Memory.allocate(arena, Waiting.SCRATCH_BYTES, 8);
            waiting.await(word, 1, Long.MAX_VALUE, scratch);
            CountDownLatch begun = new CountDownLatch(1);
            Thread sleeper =
                    Thread.ofPlatform()
                            .start(() -> {
                                begun.countDown();
                                while (Memory.getIntVolatile(word) == 0) {
                                    waiting.await(word, 0, TimeUnit.HOURS.toNanos(1), scratch);
                                }
                            });
            begun.await();
            Memory.putIntVolatile(word, 1);
            waiting.wake(word);
            sleeper.join();
            assertThat(Memory.getIntVolatile(word)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void pagesAreZeroOrRefused(PlatformServices platform) {
        PageCalls pages = platform.pages();
        long size = pages.size();
        assertThat(Long.bitCount(size)).isEqualTo(1);
        long at = pages.map(3 * size);
        if (at != 0) {
            assertThat(at % size).isZero();
            assertThat(Memory.getLong(at + 3 * size - 8)).isZero();
            assertThat(pages.readable(at, at + 3 * size)).isTrue();
            int rc = pages.lock(at, size);
            assertThat(rc).isLessThanOrEqualTo(0);
            if (rc == 0) {
                assertThat(pages.unlock(at, size)).isZero();
            }
            pages.unmap(at, 3 * size);
        } else {
            assertThat(pages.lock(0, size)).isEqualTo(-ENOSYS);
            assertThatThrownBy(() -> pages.unmap(size, size))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    /** Who cannot join has no barrier that silently does nothing. */
    @ParameterizedTest
    @MethodSource("platforms")
    void barriersAreThereOrRefused(PlatformServices platform) {
        Waiting waiting = platform.waiting();
        if (waiting.joinBarriers()) {
            waiting.barrier();
        } else if (platform instanceof PortableServices) {
            assertThatThrownBy(waiting::barrier).isInstanceOf(IllegalStateException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void longCopiesMayOverlap(PlatformServices platform) {
        PageCalls pages = platform.pages();
        int bytes = 100_000;
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, bytes + 8, 8);
            for (int i = 0; i < bytes; i++) {
                Memory.putByte(at + i, (byte) (i * 31));
            }
            pages.copyLong(at, at + 8, bytes);
            for (int i = 0; i < bytes; i++) {
                assertThat(Memory.getByte(at + 8 + i)).isEqualTo((byte) (i * 31));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void peersMemoryIsCopiedOrRefused(PlatformServices platform) {
        try (Arena arena = Arena.ofConfined()) {
            PeerMemory peer = platform.peerMemory(arena);
            long from = Memory.allocate(arena, 16, 8);
            long to = Memory.allocate(arena, 16, 8);
            Memory.putLong(from, 42);
            int self = (int) ProcessHandle.current().pid();
            long rc = peer.read(self, from, to, 8);
            assertThat(rc).isIn(8L, (long) -ENOSYS, -1L);
            assertThat(Memory.getLong(to)).isEqualTo(rc == 8 ? 42 : 0);
            assertThat(peer.writeInOrder(self, to, from, 8)).isEqualTo(rc);
        }
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void threadsRunSomewhere(PlatformServices platform) {
        ThreadCalls threads = platform.threads();
        long[] mask = threads.affinity(0);
        assertThat(BitSet.valueOf(mask).cardinality())
                .isGreaterThanOrEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(threads.bindCaller(mask)).isIn(0, -ENOSYS);
        assertThat(threads.bind(0, mask)).isEqualTo(threads.bindCaller(mask) == 0);
    }

    /** A signal that a platform cannot send by its meaning must not become another one. */
    @ParameterizedTest
    @MethodSource("platforms")
    void processesEndWhenTheyAreTold(PlatformServices platform) throws Exception {
        ProcessCalls calls = platform.processes();
        Process process = new ProcessBuilder("sleep", "600").start();
        int pid = (int) process.pid();
        int stopped = calls.kill(pid, 19);
        assertThat(stopped).isIn(0, -ENOSYS);
        assertThat(process.isAlive()).isTrue();
        assertThat(calls.kill(pid, 9)).isZero();
        assertThat(process.waitFor()).isEqualTo(128 + 9);
        assertThat(calls.kill(pid, 15)).isEqualTo(-3);
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void failuresOfFilesHaveTheirErrno(PlatformServices platform) throws Exception {
        FileCalls files = platform.files();
        String missing = directory.resolve("missing").toString();
        assertThat(files.open(missing, FileCalls.O_RDWR)).isEqualTo(-2);
        assertThat(files.unlink(missing)).isEqualTo(-2);
        Path file = Files.createFile(directory.resolve("file"));
        assertThat(files.open(file + "/x", FileCalls.O_RDWR | FileCalls.O_CREAT)).isEqualTo(-20);
        int exclusive = FileCalls.O_RDWR | FileCalls.O_CREAT | FileCalls.O_EXCL;
        assertThat(files.open(file.toString(), exclusive)).isEqualTo(-17);
        assertThat(files.open(directory.toString(), FileCalls.O_WRONLY)).isEqualTo(-21);
        assertThat(files.unlink(directory.toString())).isEqualTo(-21);
        assertThat(files.length(1 << 30)).isEqualTo(-9);
        assertThat(files.text(2)).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void bytesLieWhereTheyWereWritten(PlatformServices platform) throws Exception {
        FileCalls files = platform.files();
        Path path = directory.resolve("data");
        int fd = files.open(path.toString(), FileCalls.O_RDWR | FileCalls.O_CREAT);
        assertThat(fd).isPositive();
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, 64, 8);
            Memory.putLong(at, 0x0102030405060708L);
            // The interrupt of a thread neither ends the call nor closes the file, and is kept.
            Thread.currentThread().interrupt();
            assertThat(files.write(fd, at, 8, 5)).isEqualTo(8);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(files.length(fd)).isEqualTo(13);
            assertThat(files.read(fd, at + 8, 16, 5)).isEqualTo(8);
            assertThat(Memory.getLong(at + 8)).isEqualTo(0x0102030405060708L);
            assertThat(files.read(fd, at, 8, 13)).isZero();
            assertThat(files.truncate(fd, 100)).isZero();
            assertThat(files.length(fd)).isEqualTo(100);
            assertThat(files.allocate(fd, 3000)).isZero();
            assertThat(files.length(fd)).isEqualTo(3000);
            assertThat(files.truncate(fd, 6)).isZero();
            assertThat(files.sync(fd)).isZero();
            assertThat(files.close(fd)).isZero();
            assertThat(files.read(fd, at, 8, 0)).isEqualTo(-9);
        }
        assertThat(Files.size(path)).isEqualTo(6);
    }

    /** What the flags do not allow is refused, and a descriptor ends once. */
    @ParameterizedTest
    @MethodSource("platforms")
    void accessIsWhatWasAskedFor(PlatformServices platform) throws Exception {
        FileCalls files = platform.files();
        String path = directory.resolve("access").toString();
        assertThat(files.open(path, FileCalls.O_WRONLY)).as("without O_CREAT").isEqualTo(-2);
        int writer = files.open(path, FileCalls.O_WRONLY | FileCalls.O_CREAT);
        int reader = files.open(path, FileCalls.O_RDONLY);
        assertThat(files.open(path, FileCalls.O_RDONLY | FileCalls.O_CREAT)).isPositive();
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, 64, 8);
            assertThat(files.write(reader, at, 8, 0)).isEqualTo(-9);
            assertThat(files.write(writer, at, 8, 0)).isEqualTo(8);
            assertThat(files.read(writer, at, 8, 0)).isEqualTo(-9);
            assertThat(files.read(reader, at, 64, 0)).isEqualTo(8);
            assertThat(files.read(reader, at, 0, 0)).isZero();
            assertThat(files.read(reader, at, 8, -1)).as("EINVAL").isEqualTo(-22);
        }
        assertThat(reader).isNotEqualTo(writer);
        assertThat(files.close(writer)).isZero();
        assertThat(files.close(writer)).isEqualTo(-9);
        assertThat(files.length(reader)).isEqualTo(8);
        assertThat(files.unlink(path)).isZero();
        assertThat(Path.of(path)).doesNotExist();
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
        assertThat(files.unlink(link.toString())).as("a link, not what it leads to").isZero();
        assertThat(files.close(reader)).isZero();
    }

    /** A file keeps what it has, and what is new in it reads as zeros. */
    @ParameterizedTest
    @MethodSource("platforms")
    void lengthsGrowByZeros(PlatformServices platform) {
        FileCalls files = platform.files();
        String path = directory.resolve("length").toString();
        int fd = files.open(path, FileCalls.O_RDWR | FileCalls.O_CREAT);
        int large = (3 << 20) + 5;
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, 16, 8);
            Memory.putLong(at, -1);
            assertThat(files.write(fd, at, 8, 0)).isEqualTo(8);
            assertThat(files.truncate(fd, 8)).isZero();
            assertThat(files.allocate(fd, 4)).isZero();
            assertThat(files.length(fd)).as("never shorter").isEqualTo(8);
            assertThat(files.truncate(fd, 9)).isZero();
            assertThat(files.allocate(fd, large)).isZero();
            assertThat(files.length(fd)).isEqualTo(large);
            assertThat(files.read(fd, at, 8, 0)).isEqualTo(8);
            assertThat(Memory.getLong(at)).isEqualTo(-1);
            for (long place : new long[] {8, 1 << 20, 2 << 20, large - 8}) {
                Memory.putLong(at, -1);
                assertThat(files.read(fd, at, 8, place)).isEqualTo(8);
                assertThat(Memory.getLong(at)).as("at %d", place).isZero();
            }
            assertThat(files.truncate(fd, -1)).as("EINVAL").isEqualTo(-22);
        }
        assertThat(files.close(fd)).isZero();
    }

    /** A process that would signal itself by the JDK gets a refusal; no pipe is waited at. */
    @Test
    void thePortableOneRefusesWhatWouldHang() throws Exception {
        PlatformServices portable = new PortableServices();
        assertThat(portable.processes().kill((int) ProcessHandle.current().pid(), 15))
                .isEqualTo(-1);
        Path pipe = directory.resolve("pipe");
        int made = new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
        Assumptions.assumeTrue(made == 0, "no mkfifo");
        assertThat(portable.files().open(pipe.toString(), FileCalls.O_RDWR)).isEqualTo(-29);
        assertThat(portable.files().open("\0", FileCalls.O_RDWR)).isEqualTo(-22);
        assertThat(portable.files().unlink("\0")).isEqualTo(-22);
    }

    /** Locks of two open files of one process exclude each other, too. */
    @ParameterizedTest
    @MethodSource("platforms")
    void aLockWaitsForTheOtherOpenFile(PlatformServices platform) throws InterruptedException {
        FileCalls files = platform.files();
        String path = directory.resolve("locked").toString();
        int one = files.open(path, FileCalls.O_RDWR | FileCalls.O_CREAT);
        int other = files.open(path, FileCalls.O_RDWR);
        assertThat(files.lock(one, FileCalls.Lock.EXCLUSIVE, 10, 10)).isZero();
        assertThat(files.lock(other, FileCalls.Lock.EXCLUSIVE, 20, 10)).isZero();
        AtomicBoolean released = new AtomicBoolean();
        AtomicBoolean early = new AtomicBoolean();
        Thread waiter =
                Thread.ofPlatform()
                        .start(() -> {
                            files.lock(other, FileCalls.Lock.EXCLUSIVE, 15, 2);
                            early.set(!released.get());
                        });
        // Long enough for a lock that does not wait to be seen.
        waiter.join(50);
        released.set(true);
        assertThat(files.lock(one, FileCalls.Lock.NONE, 10, 10)).isZero();
        waiter.join();
        assertThat(early).isFalse();
        assertThat(files.close(one)).isZero();
        assertThat(files.close(other)).isZero();
    }

    /** The program may lock the file itself, by the JDK: that refuses a second lock. */
    @ParameterizedTest
    @MethodSource("platforms")
    void aLockWaitsForOneOfTheProgram(PlatformServices platform) throws Exception {
        FileCalls files = platform.files();
        Path path = directory.resolve("own");
        int fd = files.open(path.toString(), FileCalls.O_RDWR | FileCalls.O_CREAT);
        AtomicBoolean released = new AtomicBoolean();
        AtomicBoolean early = new AtomicBoolean();
        try (FileChannel own = FileChannel.open(path, StandardOpenOption.WRITE);
                FileLock lock = own.lock(0, 10, false)) {
            Thread waiter =
                    Thread.ofPlatform()
                            .start(() -> {
                                early.set(files.lock(fd, FileCalls.Lock.EXCLUSIVE, 5, 1) != 0);
                                early.compareAndSet(false, !released.get());
                            });
            // Long enough for a lock that does not wait to be seen.
            waiter.join(50);
            released.set(true);
            lock.release();
            waiter.join();
        }
        assertThat(early).isFalse();
        assertThat(files.close(fd)).isZero();
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void hostFilesCanBeAskedFor(PlatformServices platform) {
        KernelFiles files = platform.kernelFiles();
        assertThat(files.nothing()).exists();
        assertThat(files.temporary()).isDirectory();
        assertThat(files.sharedMemory("/dev/shm")).isEqualTo(files.sharedMemory());
        assertThat(files.sharedMemory("/elsewhere")).isEqualTo(Path.of("/elsewhere"));
        boolean linux = platform instanceof LinuxServices;
        assertThat(Files.exists(files.process("self/status"))).isEqualTo(linux);
        assertThat(Files.exists(files.system("class"))).isEqualTo(linux);
    }
}
