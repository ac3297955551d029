package org.strata.testkit.memory;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.invoke.MethodHandle;

/** Linux calls that tests need and the product does not. Each returns -1 for any error. */
final class Libc {
    private static final Linker LINKER = Linker.nativeLinker();

    private static final MethodHandle MMAP =
            link("mmap", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle MUNMAP = link("munmap", JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle PIPE = link("pipe", JAVA_INT, JAVA_LONG);
    private static final MethodHandle CLOSE = link("close", JAVA_INT, JAVA_INT);
    private static final MethodHandle READ =
            link("read", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle VMSPLICE =
            link("vmsplice", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
    private static final MethodHandle TEE =
            link("tee", JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT);
    private static final MethodHandle FCNTL =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("fcntl"),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT),
                    Linker.Option.firstVariadicArg(2));

    private Libc() {}

    private static MethodHandle link(String name, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments));
    }

    static long mmap(long address, long bytes, int access, int flags) {
        try {
            return (long) MMAP.invokeExact(address, bytes, access, flags, -1, 0L);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static void munmap(long address, long bytes) {
        try {
            int _ = (int) MUNMAP.invokeExact(address, bytes);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Makes a pipe; its two descriptors are written to an address. */
    static int pipe(long descriptors) {
        try {
            return (int) PIPE.invokeExact(descriptors);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static int fcntl(int descriptor, int command, int argument) {
        try {
            return (int) FCNTL.invokeExact(descriptor, command, argument);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static void close(int descriptor) {
        try {
            int _ = (int) CLOSE.invokeExact(descriptor);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static long read(int descriptor, long address, long bytes) {
        try {
            return (long) READ.invokeExact(descriptor, address, bytes);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static long vmsplice(int descriptor, long vector, int flags) {
        try {
            return (long) VMSPLICE.invokeExact(descriptor, vector, 1L, flags);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static long tee(int from, int to, long bytes) {
        try {
            return (long) TEE.invokeExact(from, to, bytes, 0);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
