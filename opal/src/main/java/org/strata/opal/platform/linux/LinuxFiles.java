package org.strata.opal.platform.linux;

import org.strata.opal.platform.FileCalls;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Calls on files by descriptor, most of them by the stub that a rank has anyway; the others are
 * linked on first use.
 *
 * <p>Why not the JDK's FileChannel: it reports failures as texts in the user's language instead of
 * errno, closes the file when a thread that uses it is interrupted, locks for the whole process
 * instead of for one open file (here F_OFD_SETLKW), and reads and writes ByteBuffers instead of
 * addresses.
 */
final class LinuxFiles implements FileCalls {
    /** Most bytes that one read or write of Linux transfers. */
    private static final long MOST = 0x7ffff000L;

    private static final int EINTR = 4;
    private static final int SEEK_END = 2;
    private static final int SET_LOCK = 38; // F_OFD_SETLKW
    private static final int RIGHTS = 0666;

    /** AT_FDCWD: paths are relative to the working directory, as those of open are. */
    private static final int HERE = -100;

    private static final long OPEN = SystemCall.number(257, 56, 286, 288); // openat
    private static final long UNLINK = SystemCall.number(263, 35, 292, 294); // unlinkat
    private static final long READ = SystemCall.number(17, 67, 179, 180); // pread64
    private static final long WRITE = SystemCall.number(18, 68, 180, 181); // pwrite64
    private static final long CLOSE = SystemCall.number(3, 57, 6, 6);
    private static final long SYNC = SystemCall.number(74, 82, 118, 118); // fsync
    private static final long SEEK = SystemCall.number(8, 62, 19, 19); // lseek
    private static final long TRUNCATE = SystemCall.number(77, 46, 93, 93); // ftruncate
    private static final long CONTROL = SystemCall.number(72, 25, 55, 55); // fcntl
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private static MethodHandle link(String name, FunctionDescriptor type) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
    }

    // libc's function calls the file system's writes where the kernel cannot allocate.
    private static final class AllocateHolder {
        private static final MethodHandle ALLOCATE =
                link("posix_fallocate", FunctionDescriptor.of(INT, INT, LONG, LONG));
    }

    private static final class TextHolder {
        private static final MethodHandle STRERROR =
                link("strerror", FunctionDescriptor.of(LONG, INT));
    }

    /** Makes a call, again if a signal has interrupted it; returns its result, or minus errno. */
    private static long repeat(Arena arena, long number, long a, long b, long c, long d) {
        MemorySegment state = Errno.state(arena);
        long result;
        do {
            result = SystemCall.result(state, number, a, b, c, d, 0);
        } while (result == -EINTR);
        return result;
    }

    private static long repeat(long number, long a, long b, long c, long d) {
        try (Arena arena = Arena.ofConfined()) {
            return repeat(arena, number, a, b, c, d);
        }
    }

    @Override
    public int open(String path, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            long name = arena.allocateFrom(path).address();
            return (int) repeat(arena, OPEN, HERE, name, flags, RIGHTS);
        }
    }

    @Override
    public int unlink(String path) {
        try (Arena arena = Arena.ofConfined()) {
            return (int) repeat(arena, UNLINK, HERE, arena.allocateFrom(path).address(), 0, 0);
        }
    }

    /** Is not made again: the kernel has closed the file when a signal interrupts it. */
    @Override
    public int close(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            int rc = (int) SystemCall.result(Errno.state(arena), CLOSE, fd, 0, 0, 0, 0);
            return rc == -EINTR ? 0 : rc;
        }
    }

    @Override
    public long read(int fd, long address, long length, long offset) {
        return repeat(READ, fd, address, Math.min(length, MOST), offset);
    }

    @Override
    public long write(int fd, long address, long length, long offset) {
        return repeat(WRITE, fd, address, Math.min(length, MOST), offset);
    }

    @Override
    public int sync(int fd) {
        return (int) repeat(SYNC, fd, 0, 0, 0);
    }

    @Override
    public long length(int fd) {
        return repeat(SEEK, fd, 0, SEEK_END, 0);
    }

    @Override
    public int truncate(int fd, long length) {
        return (int) repeat(TRUNCATE, fd, length, 0, 0);
    }

    @Override
    public int allocate(int fd, long length) {
        int errno;
        try {
            do {
                // This call returns errno, and does not set it.
                errno = (int) AllocateHolder.ALLOCATE.invokeExact(fd, 0L, length);
            } while (errno == EINTR);
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
        return -errno;
    }

    @Override
    public int lock(int fd, Lock kind, long offset, long length) {
        try (Arena arena = Arena.ofConfined()) {
            // struct flock of 64-bit Linux: type, whence (SEEK_SET), start, length, pid (0).
            MemorySegment range = arena.allocate(32, Long.BYTES);
            range.set(ValueLayout.JAVA_SHORT, 0, (short) kind.ordinal());
            range.set(LONG, 8, offset);
            range.set(LONG, 16, length);
            return (int) repeat(arena, CONTROL, fd, SET_LOCK, range.address(), 0);
        }
    }

    @Override
    public String text(int errno) {
        try {
            long text = (long) TextHolder.STRERROR.invokeExact(errno);
            return MemorySegment.ofAddress(text).reinterpret(256).getString(0);
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }
}
