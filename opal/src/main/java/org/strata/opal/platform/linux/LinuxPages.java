package org.strata.opal.platform.linux;

import org.strata.opal.platform.PageCalls;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Pages by mmap and its kin, pinned by mlock; long copies by memmove. */
final class LinuxPages implements PageCalls {
    private static final long READ_WRITE = 3;
    private static final long PRIVATE_ANONYMOUS = 0x22;

    /** MAP_HUGETLB, with the page size in its high bits: a kernel's default may be another one. */
    private static final long HUGE = 0x40000 | 21L << 26;

    private static final long ADVICE_HUGE = 14;

    private static final long MMAP = SystemCall.number(9, 222, 90, -1);
    private static final long MUNMAP = SystemCall.number(11, 215, 91, 91);
    private static final long MADVISE = SystemCall.number(28, 233, 205, 219);

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private static final long SIZE = askSize();

    /** Linked on first use, as the next ones: to link a call takes milliseconds. */
    private static final class Locking {
        private static final FunctionDescriptor TYPE =
                FunctionDescriptor.of(ValueLayout.JAVA_INT, LONG, LONG);
        private static final MethodHandle LOCK = link("mlock");
        private static final MethodHandle UNLOCK = link("munlock");

        private static MethodHandle link(String name) {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(
                    linker.defaultLookup().findOrThrow(name), TYPE, Errno.CAPTURE);
        }
    }

    /** Not a critical call: a long copy must not delay garbage collection. */
    private static final class Copying {
        private static final MethodHandle MEMMOVE = link();

        private static MethodHandle link() {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("memmove"),
                    FunctionDescriptor.of(LONG, LONG, LONG, LONG));
        }
    }

    @Override
    public long size() {
        return SIZE;
    }

    /** The processors with one size only are not asked. */
    private static long askSize() {
        return switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64", "s390x", "riscv64" -> 4096;
            default -> {
                Linker linker = Linker.nativeLinker();
                var type = FunctionDescriptor.of(ValueLayout.JAVA_INT);
                var call =
                        linker.downcallHandle(
                                linker.defaultLookup().findOrThrow("getpagesize"), type);
                try {
                    yield (int) call.invokeExact();
                } catch (Throwable e) {
                    throw NativeFailure.of(e);
                }
            }
        };
    }

    @Override
    public long map(long bytes) {
        return map(bytes, PRIVATE_ANONYMOUS);
    }

    @Override
    public long mapHuge(long bytes) {
        return map(bytes, PRIVATE_ANONYMOUS | HUGE);
    }

    private static long map(long bytes, long flags) {
        if (MMAP < 0) {
            return 0;
        }
        long address = SystemCall.call(MMAP, 0, bytes, READ_WRITE, flags);
        return address == -1 ? 0 : address;
    }

    @Override
    public boolean adviseHuge(long address, long bytes) {
        return MADVISE >= 0 && SystemCall.call(MADVISE, address, bytes, ADVICE_HUGE, 0) == 0;
    }

    @Override
    public void unmap(long address, long bytes) {
        SystemCall.call(MUNMAP, address, bytes, 0, 0);
    }

    @Override
    public int lock(long address, long bytes) {
        return lockCall(Locking.LOCK, address, bytes);
    }

    @Override
    public int unlock(long address, long bytes) {
        return lockCall(Locking.UNLOCK, address, bytes);
    }

    private static int lockCall(MethodHandle call, long address, long length) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = Errno.state(arena);
            int rc = (int) call.invokeExact(state, address, length);
            return rc == 0 ? 0 : -Errno.get(state);
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }

    @Override
    public boolean readable(long from, long to) {
        return LinuxPageProbe.readable(from, to, SIZE);
    }

    @Override
    public void copyLong(long source, long target, long bytes) {
        try {
            long _ = (long) Copying.MEMMOVE.invokeExact(target, source, bytes);
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }
}
