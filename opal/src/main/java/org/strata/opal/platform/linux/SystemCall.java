package org.strata.opal.platform.linux;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Linux system calls by number. One linked stub serves all whose errno nobody reads, and another
 * one those whose errno counts; functions of libc would need one for each kind of arguments, and to
 * link one takes the JDK 15 to 30 ms.
 */
final class SystemCall {
    private SystemCall() {}

    /** Links on first use. */
    private static final class Stub {
        private static final MethodHandle CALL = link();
    }

    /** Links on first use, too. A call of it takes longer. */
    private static final class Telling {
        private static final MethodHandle CALL = link(Errno.CAPTURE);
    }

    private static MethodHandle link(Linker.Option... options) {
        ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
        FunctionDescriptor type =
                FunctionDescriptor.of(word, word, word, word, word, word, word, word);
        Linker linker = Linker.nativeLinker();
        MemorySegment symbol = linker.defaultLookup().find("syscall").orElseThrow();
        return linker.downcallHandle(symbol, type, options);
    }

    /**
     * Returns the number of a call on this processor, or -1 where it is not known here.
     *
     * @param generic the number on architectures that Linux supports since 2011 or later
     */
    static long number(long amd64, long generic, long ppc64, long s390) {
        return switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> amd64;
            case "aarch64", "riscv64" -> generic;
            case "ppc64le" -> ppc64;
            case "s390x" -> s390;
            default -> -1;
        };
    }

    /** Returns what the call returns: -1 for any error. */
    static long call(long number, long a, long b, long c, long d) {
        return call(number, a, b, c, d, 0);
    }

    /** The same with one more argument. */
    static long call(long number, long a, long b, long c, long d, long e5) {
        try {
            return (long) Stub.CALL.invokeExact(number, a, b, c, d, e5, 0L);
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }

    /**
     * Returns what the call returns, or minus errno.
     *
     * @param state the caller's own, see {@link Errno}
     */
    static long result(MemorySegment state, long number, long a, long b, long c, long d, long e5) {
        try {
            long result = (long) Telling.CALL.invokeExact(state, number, a, b, c, d, e5, 0L);
            return result == -1 ? -Errno.get(state) : result;
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }
}
