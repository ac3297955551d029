package org.strata.verbs.ibverbs;

import org.strata.opal.platform.linux.Errno;
import org.strata.opal.platform.linux.NativeFailure;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/**
 * Calls functions by address. The function is an argument of the handles, so they are constants for
 * every library and driver; pointers are plain numbers.
 */
final class Native {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    /** Number of arguments of the one stub for all set-up calls. */
    private static final int WORDS = 6;

    private Native() {}

    /**
     * Linked on first use. The calling conventions of x86-64 and aarch64 pass integers and pointers
     * alike in registers, and a caller may fill more registers than the function reads.
     */
    private static final class Setup {
        private static final MethodHandle CALL =
                LINKER.downcallHandle(
                        FunctionDescriptor.of(LONG, LONG, LONG, LONG, LONG, LONG, LONG),
                        Errno.CAPTURE);
    }

    /**
     * Linked on first use. Polling only reads memory, so its call omits the thread's state
     * transition.
     */
    private static final class DataPath {
        private static final MethodHandle POLL =
                LINKER.downcallHandle(
                        FunctionDescriptor.of(INT, LONG, INT, LONG), Linker.Option.critical(false));
        private static final MethodHandle POST =
                LINKER.downcallHandle(FunctionDescriptor.of(INT, LONG, LONG, LONG));
        private static final MethodHandle ARM =
                LINKER.downcallHandle(FunctionDescriptor.of(INT, LONG, INT));
    }

    /** Calls a function that returns a pointer; returns the pointer, or negative errno for null. */
    static long pointer(MemorySegment function, long... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = Errno.state(arena);
            long result = call(function, state, arguments);
            return result != 0 ? result : -Errno.get(state);
        }
    }

    /**
     * Calls a function that returns 0 or an error, in any of the library's conventions (errno,
     * negative errno, -1 and errno); returns 0, or errno.
     */
    static int status(MemorySegment function, long... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = Errno.state(arena);
            int result = (int) call(function, state, arguments);
            return result == -1 ? Errno.get(state) : Math.abs(result);
        }
    }

    /** Calls a function that returns a number, or -1; returns the number, or negative errno. */
    static int number(MemorySegment function, long... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = Errno.state(arena);
            int result = (int) call(function, state, arguments);
            return result == -1 ? -Errno.get(state) : result;
        }
    }

    private static long call(MemorySegment function, MemorySegment state, long[] arguments) {
        long[] words = Arrays.copyOf(arguments, WORDS);
        try {
            return (long)
                    Setup.CALL.invokeExact(
                            function, state, words[0], words[1], words[2], words[3], words[4],
                            words[5]);
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }

    /** Tier 1: {@code poll_cq}. */
    static int poll(MemorySegment function, long cq, int max, long completions) {
        try {
            return (int) DataPath.POLL.invokeExact(function, cq, max, completions);
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }

    /** Tier 1: {@code post_send}, {@code post_recv}, {@code post_srq_recv}. */
    static int post(MemorySegment function, long queue, long wr, long rejected) {
        try {
            return (int) DataPath.POST.invokeExact(function, queue, wr, rejected);
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }

    /** Tier 1: {@code req_notify_cq}. */
    static int arm(MemorySegment function, long cq, int solicitedOnly) {
        try {
            return (int) DataPath.ARM.invokeExact(function, cq, solicitedOnly);
        } catch (Throwable e) {
            throw NativeFailure.of(e);
        }
    }

    /** Finds a function of libc. */
    static MemorySegment libc(String name) {
        return LINKER.defaultLookup().find(name).orElseThrow();
    }
}
