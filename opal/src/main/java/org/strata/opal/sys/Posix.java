package org.strata.opal.sys;

import org.strata.opal.platform.PageCalls;
import org.strata.opal.platform.Platform;
import org.strata.opal.platform.ProcessCalls;
import org.strata.opal.platform.ThreadCalls;

/**
 * Calls on processes and memory. Every method returns the call's result, or the negative errno when
 * it fails, so no caller looks at errno itself; what the platform does not have fails with ENOSYS.
 * Stateless.
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

    /** The platform has no such call. */
    public static final int ENOSYS = 38;

    private Posix() {}

    private static final class OfPages {
        private static final PageCalls CALLS = Platform.services().pages();
    }

    private static final class OfThreads {
        private static final ThreadCalls CALLS = Platform.services().threads();
    }

    private static final class OfProcesses {
        private static final ProcessCalls CALLS = Platform.services().processes();
    }

    /**
     * Reads from a file descriptor that this process has inherited.
     *
     * @return the number of bytes, 0 at the end, or negative errno
     */
    public static int read(int fd, byte[] bytes) {
        return OfProcesses.CALLS.read(fd, bytes);
    }

    /**
     * Writes to a file descriptor that this process has inherited.
     *
     * @return the number of bytes, or negative errno
     */
    public static int write(int fd, byte[] bytes, int from) {
        return OfProcesses.CALLS.write(fd, bytes, from);
    }

    /**
     * Locks pages in memory: 0, or negative errno (ENOMEM, EPERM over the limit; ENOMEM also where
     * pages are not mapped; EAGAIN when memory is short).
     */
    public static int lockPages(long address, long length) {
        return OfPages.CALLS.lock(address, length);
    }

    /** Unlocks pages: 0, or negative errno. */
    public static int unlockPages(long address, long length) {
        return OfPages.CALLS.unlock(address, length);
    }

    /**
     * Binds the calling thread (and what it starts from now on) to processors.
     *
     * @param mask bit {@code i} of word {@code i / 64} stands for processor {@code i}
     * @return 0, or negative errno
     */
    public static int setAffinity(long[] mask) {
        return OfThreads.CALLS.bindCaller(mask);
    }

    /**
     * Sends a signal: 0, or negative errno.
     *
     * @param signal Linux's number of it; see {@link ProcessCalls#kill}
     */
    public static int kill(int pid, int signal) {
        return OfProcesses.CALLS.kill(pid, signal);
    }

    /** Gives a signal its default action: 0, or negative errno. */
    public static int defaultAction(int signal) {
        return OfProcesses.CALLS.defaultAction(signal);
    }

    /**
     * Has a signal start the process's alarm clock: SIGALRM follows after as many seconds as the
     * signal's number. For SIGQUIT, which the JVM keeps for itself.
     *
     * @return 0, or negative errno
     */
    public static int alarmOn(int signal) {
        return OfProcesses.CALLS.alarmOn(signal);
    }
}
