package org.strata.opal.sys;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The calls of libc that the stack needs. Every method returns the call's result, or the negative
 * errno when it fails, so no caller looks at errno itself. Stateless; handles are linked on first
 * use of the holder class, so a rank that needs none pays for none.
 */
public final class Posix {
    /** Operation not permitted. */
    public static final int EPERM = 1;

    /** Try again: memory is short just now. */
    public static final int EAGAIN = 11;

    /** Cannot allocate memory, over the memlock limit, or not mapped. */
    public static final int ENOMEM = 12;

    /** No such process. */
    public static final int ESRCH = 3;

    /** Interrupted by a signal. */
    public static final int EINTR = 4;

    /** Bad address. */
    public static final int EFAULT = 14;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private Posix() {}

    private static MethodHandle link(String name, FunctionDescriptor type) {
        MemorySegment symbol = LINKER.defaultLookup().find(name).orElseThrow();
        return LINKER.downcallHandle(symbol, type, Errno.CAPTURE);
    }

    /** Calls that pin memory. */
    private static final class LockHolder {
        private static final FunctionDescriptor TYPE = FunctionDescriptor.of(INT, LONG, LONG);
        private static final MethodHandle MLOCK = link("mlock", TYPE);
        private static final MethodHandle MUNLOCK = link("munlock", TYPE);
    }

    private static final class AffinityHolder {
        private static final FunctionDescriptor TYPE = FunctionDescriptor.of(INT, INT, LONG, LONG);
        private static final MethodHandle SET = link("sched_setaffinity", TYPE);
        private static final MethodHandle GET = link("sched_getaffinity", TYPE);
    }

    private static final class KillHolder {
        private static final MethodHandle KILL = link("kill", FunctionDescriptor.of(INT, INT, INT));
    }

    private static final class SignalHolder {
        private static final FunctionDescriptor TYPE = FunctionDescriptor.of(LONG, INT, LONG);
        private static final MethodHandle SIGNAL = link("signal", TYPE);
    }

    private static final class StreamHolder {
        private static final FunctionDescriptor TYPE =
                FunctionDescriptor.of(LONG, INT, ValueLayout.ADDRESS, LONG);
        private static final MethodHandle READ = link("read", TYPE);
        private static final MethodHandle WRITE = link("write", TYPE);
    }

    /**
     * Reads from a file descriptor that this process has inherited (read).
     *
     * @return the number of bytes, 0 at the end, or negative errno
     */
    public static int read(int fd, byte[] bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(bytes.length);
            MemorySegment state = Errno.state(arena);
            long rc = (long) StreamHolder.READ.invokeExact(state, fd, copy, (long) bytes.length);
            if (rc > 0) {
                MemorySegment.copy(copy, ValueLayout.JAVA_BYTE, 0, bytes, 0, (int) rc);
            }
            return rc < 0 ? -Errno.get(state) : (int) rc;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Writes to a file descriptor that this process has inherited (write).
     *
     * @return the number of bytes, or negative errno
     */
    public static int write(int fd, byte[] bytes, int from) {
        int length = bytes.length - from;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(length);
            MemorySegment.copy(bytes, from, copy, ValueLayout.JAVA_BYTE, 0, length);
            MemorySegment state = Errno.state(arena);
            long rc = (long) StreamHolder.WRITE.invokeExact(state, fd, copy, (long) length);
            return rc < 0 ? -Errno.get(state) : (int) rc;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Locks pages in memory (mlock): 0, or negative errno (ENOMEM, EPERM over the limit; ENOMEM
     * also where pages are not mapped; EAGAIN when memory is short).
     */
    public static int lockPages(long address, long length) {
        return lockCall(LockHolder.MLOCK, address, length);
    }

    /** Unlocks pages (munlock): 0, or negative errno. */
    public static int unlockPages(long address, long length) {
        return lockCall(LockHolder.MUNLOCK, address, length);
    }

    private static int lockCall(MethodHandle call, long address, long length) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = Errno.state(arena);
            int rc = (int) call.invokeExact(state, address, length);
            return rc == 0 ? 0 : -Errno.get(state);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Binds the calling thread (and what it starts from now on) to processors.
     *
     * @param mask bit {@code i} of word {@code i / 64} stands for processor {@code i}
     * @return 0, or negative errno
     */
    public static int setAffinity(long[] mask) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment words = arena.allocateFrom(LONG, mask);
            MemorySegment state = Errno.state(arena);
            int rc =
                    (int)
                            AffinityHolder.SET.invokeExact(
                                    state, 0, words.byteSize(), words.address());
            return rc == 0 ? 0 : -Errno.get(state);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the processors the calling thread may run on, as {@link #setAffinity}'s mask. */
    public static long[] getAffinity() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment words = arena.allocate(128, 8);
            MemorySegment state = Errno.state(arena);
            int rc =
                    (int)
                            AffinityHolder.GET.invokeExact(
                                    state, 0, words.byteSize(), words.address());
            return rc < 0 ? new long[0] : words.toArray(LONG);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Sends a signal (kill): 0, or negative errno. */
    public static int kill(int pid, int signal) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = Errno.state(arena);
            int rc = (int) KillHolder.KILL.invokeExact(state, pid, signal);
            return rc == 0 ? 0 : -Errno.get(state);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Gives a signal its default action (signal with SIG_DFL): 0, or negative errno. */
    public static int defaultAction(int signal) {
        return setAction(signal, 0L);
    }

    /**
     * Has a signal start the process's alarm clock: SIGALRM follows after as many seconds as the
     * signal's number. For SIGQUIT, which the JVM keeps for itself: no Java code can handle it, and
     * of what the C library has for signal handlers only alarm, which the kernel's argument suits,
     * leads back to Java.
     *
     * @return 0, or negative errno
     */
    public static int alarmOn(int signal) {
        MemorySegment alarm = Linker.nativeLinker().defaultLookup().find("alarm").orElseThrow();
        return setAction(signal, alarm.address());
    }

    private static int setAction(int signal, long handler) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = Errno.state(arena);
            long before = (long) SignalHolder.SIGNAL.invokeExact(state, signal, handler);
            return before == -1 ? -Errno.get(state) : 0;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
