package org.strata.opal.platform.linux;

import org.strata.opal.platform.FileCalls;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * libc's calls on files by descriptor; handles are linked on first use.
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
    private static final Linker LINKER = Linker.nativeLinker();
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private static MethodHandle link(String name, FunctionDescriptor type, Linker.Option... more) {
        MemorySegment symbol = LINKER.defaultLookup().find(name).orElseThrow();
        Linker.Option[] options = new Linker.Option[more.length + 1];
        options[0] = Errno.CAPTURE;
        System.arraycopy(more, 0, options, 1, more.length);
        return LINKER.downcallHandle(symbol, type, options);
    }

    /** Calls on paths. */
    private static final class PathHolder {
        private static final Linker.Option VARIADIC = Linker.Option.firstVariadicArg(2);
        private static final MethodHandle OPEN =
                link("open", FunctionDescriptor.of(INT, ValueLayout.ADDRESS, INT, INT), VARIADIC);
        private static final MethodHandle UNLINK =
                link("unlink", FunctionDescriptor.of(INT, ValueLayout.ADDRESS));
    }

    /** Calls that transfer bytes. */
    private static final class TransferHolder {
        private static final FunctionDescriptor TYPE =
                FunctionDescriptor.of(LONG, INT, LONG, LONG, LONG);
        private static final MethodHandle READ = link("pread", TYPE);
        private static final MethodHandle WRITE = link("pwrite", TYPE);
    }

    /** Calls on a descriptor alone. */
    private static final class DescriptorHolder {
        private static final FunctionDescriptor TYPE = FunctionDescriptor.of(INT, INT);
        private static final MethodHandle CLOSE = link("close", TYPE);
        private static final MethodHandle SYNC = link("fsync", TYPE);
    }

    /** Calls on the length of a file. */
    private static final class LengthHolder {
        private static final MethodHandle SEEK =
                link("lseek", FunctionDescriptor.of(LONG, INT, LONG, INT));
        private static final MethodHandle TRUNCATE =
                link("ftruncate", FunctionDescriptor.of(INT, INT, LONG));
        private static final MethodHandle ALLOCATE =
                link("posix_fallocate", FunctionDescriptor.of(INT, INT, LONG, LONG));
    }

    private static final class LockHolder {
        private static final MethodHandle CONTROL =
                link(
                        "fcntl",
                        FunctionDescriptor.of(INT, INT, INT, ValueLayout.ADDRESS),
                        Linker.Option.firstVariadicArg(2));
    }

    private static final class TextHolder {
        private static final MethodHandle STRERROR =
                link("strerror", FunctionDescriptor.of(LONG, INT));
    }

    /** A call that may be interrupted by a signal; it is made again then. */
    @FunctionalInterface
    private interface Call {
        long run(MemorySegment state) throws Throwable;
    }

    private static long repeat(Arena arena, Call call) {
        MemorySegment state = Errno.state(arena);
        try {
            while (true) {
                long result = call.run(state);
                if (result >= 0) {
                    return result;
                }
                int errno = Errno.get(state);
                if (errno != EINTR) {
                    return -errno;
                }
            }
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }

    private static long repeat(Call call) {
        try (Arena arena = Arena.ofConfined()) {
            return repeat(arena, call);
        }
    }

    @Override
    public int open(String path, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path);
            return (int)
                    repeat(arena, s -> (int) PathHolder.OPEN.invokeExact(s, name, flags, 0666));
        }
    }

    @Override
    public int unlink(String path) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path);
            return (int) repeat(arena, s -> (int) PathHolder.UNLINK.invokeExact(s, name));
        }
    }

    @Override
    public int close(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = Errno.state(arena);
            int rc = (int) DescriptorHolder.CLOSE.invokeExact(state, fd);
            int errno = rc == 0 ? 0 : Errno.get(state);
            return errno == EINTR ? 0 : -errno;
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }

    @Override
    public long read(int fd, long address, long length, long offset) {
        long most = Math.min(length, MOST);
        return repeat(s -> (long) TransferHolder.READ.invokeExact(s, fd, address, most, offset));
    }

    @Override
    public long write(int fd, long address, long length, long offset) {
        long most = Math.min(length, MOST);
        return repeat(s -> (long) TransferHolder.WRITE.invokeExact(s, fd, address, most, offset));
    }

    @Override
    public int sync(int fd) {
        return (int) repeat(s -> (int) DescriptorHolder.SYNC.invokeExact(s, fd));
    }

    @Override
    public long length(int fd) {
        return repeat(s -> (long) LengthHolder.SEEK.invokeExact(s, fd, 0L, SEEK_END));
    }

    @Override
    public int truncate(int fd, long length) {
        return (int) repeat(s -> (int) LengthHolder.TRUNCATE.invokeExact(s, fd, length));
    }

    @Override
    public int allocate(int fd, long length) {
        int errno = EINTR;
        while (errno == EINTR) {
            // This call returns errno, and does not set it.
            errno = (int) repeat(s -> (int) LengthHolder.ALLOCATE.invokeExact(s, fd, 0L, length));
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
            return (int)
                    repeat(
                            arena,
                            s -> (int) LockHolder.CONTROL.invokeExact(s, fd, SET_LOCK, range));
        }
    }

    @Override
    public String text(int errno) {
        try (Arena arena = Arena.ofConfined()) {
            long text = (long) TextHolder.STRERROR.invokeExact(Errno.state(arena), errno);
            return MemorySegment.ofAddress(text).reinterpret(256).getString(0);
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }
}
