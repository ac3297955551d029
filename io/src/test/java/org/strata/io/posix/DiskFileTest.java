package org.strata.io.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.mca.io.IoFailure;
import org.strata.opal.Rc;
import org.strata.opal.platform.FileCalls.Lock;
import org.strata.opal.sys.PosixFile;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

class DiskFileTest {
    @TempDir private Path directory;

    private static IoFailure failure(BlockingExchanges.Attempt attempt) {
        IoFailure failure = catchThrowableOfType(IoFailure.class, attempt::run);
        assertThat(failure).isNotNull();
        return failure;
    }

    @Test
    void failuresNameThePathAndTheReason() {
        String missing = directory.resolve("missing").toString();
        IoFailure failure = failure(() -> DiskFile.open(missing, PosixFile.O_RDONLY));
        assertThat(failure.rc()).isEqualTo(Rc.NO_SUCH_FILE);
        assertThat(failure.getMessage()).contains(missing, "No such file or directory", "errno 2");
        assertThat(failure(() -> DiskFile.delete(missing)).rc()).isEqualTo(Rc.NO_SUCH_FILE);
        String below = "/dev/null/x";
        assertThat(failure(() -> DiskFile.open(below, PosixFile.O_RDWR)).rc())
                .isEqualTo(Rc.BAD_FILE);
    }

    @Test
    void directoriesAndPipesAreNoFiles() throws Exception {
        String here = directory.toString();
        assertThat(failure(() -> DiskFile.open(here, PosixFile.O_RDONLY)).rc())
                .isEqualTo(Rc.BAD_FILE);
        String pipe = directory.resolve("pipe").toString();
        assertThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();
        assertThat(failure(() -> DiskFile.open(pipe, PosixFile.O_RDONLY)).rc())
                .isEqualTo(Rc.BAD_FILE);
        assertThat(failure(() -> DiskFile.open(pipe, PosixFile.O_WRONLY)).rc())
                .isEqualTo(Rc.BAD_FILE);
        assertThat(failure(() -> DiskFile.open("", PosixFile.O_WRONLY)).rc())
                .isEqualTo(Rc.BAD_FILE);
        assertThat(failure(() -> DiskFile.open("a\0b", PosixFile.O_WRONLY)).rc())
                .isEqualTo(Rc.BAD_FILE);
    }

    @Test
    void aFullDeviceIsReported() throws IoFailure {
        DiskFile full = DiskFile.open("/dev/full", PosixFile.O_RDWR);
        try (Arena arena = Arena.ofConfined()) {
            long address = arena.allocate(8192).address();
            IoFailure failure = failure(() -> full.write(address, 8192, 0));
            assertThat(failure.rc()).isEqualTo(Rc.NO_SPACE);
            assertThat(failure.getMessage()).contains("8192 bytes at byte 0 of /dev/full");
        }
        full.close();
        assertThat(failure(full::length).getMessage()).contains("closed");
    }

    @Test
    void lengthAndData() throws IoFailure, IOException {
        Path path = directory.resolve("file");
        DiskFile file = DiskFile.open(path.toString(), PosixFile.O_RDWR | PosixFile.O_CREAT);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocateFrom("some text");
            file.write(data.address(), 9, 3);
            assertThat(file.length()).isEqualTo(12);
            assertThat(Files.readString(path)).isEqualTo("\0\0\0some text");
            assertThat(file.read(data.address(), 9, 8)).isEqualTo(4);
            assertThat(file.read(data.address(), 9, 50)).isZero();
            file.resize(5);
            file.allocate(4);
            assertThat(file.length()).isEqualTo(5);
            file.allocate(7000);
            assertThat(Files.size(path)).isEqualTo(7000);
            file.sync();
        }
        file.close();
    }

    /** Locks belong to an open file: they also exclude other ones in the same process. */
    @Test
    void aLockExcludesOtherOpenFilesUntilItsOwnIsClosed() throws Exception {
        String path = directory.resolve("locked").toString();
        DiskFile one = DiskFile.open(path, PosixFile.O_RDWR | PosixFile.O_CREAT);
        DiskFile other = DiskFile.open(path, PosixFile.O_RDWR);
        one.lock(Lock.EXCLUSIVE, 10, 10);
        other.lock(Lock.EXCLUSIVE, 20, 5);
        AtomicBoolean closed = new AtomicBoolean();
        AtomicBoolean after = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        Thread waits =
                Thread.ofPlatform()
                        .start(() -> {
                            begun.countDown();
                            try {
                                other.lock(Lock.SHARED, 19, 1);
                                after.set(closed.get());
                            } catch (IoFailure e) {
                                throw new AssertionError(e);
                            }
                        });
        begun.await();
        closed.set(true);
        one.close();
        waits.join();
        assertThat(after).isTrue();
        other.close();
    }
}
