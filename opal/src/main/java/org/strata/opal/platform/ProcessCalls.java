package org.strata.opal.platform;

/** Signals between processes, and descriptors that a process has inherited. Stateless. */
public interface ProcessCalls {
    /**
     * Sends a signal.
     *
     * @param signal Linux's number of it. Other systems number signals otherwise: a platform that
     *     cannot send this one by its meaning sends none
     * @return 0, or negative errno; ENOSYS for a signal that cannot be sent here
     */
    int kill(int pid, int signal);

    /** Gives a signal its default action: 0, or negative errno. */
    int defaultAction(int signal);

    /**
     * Has a signal start the process's alarm clock: SIGALRM follows after as many seconds as the
     * signal's number. For SIGQUIT, which the JVM keeps for itself.
     *
     * @return 0, or negative errno
     */
    int alarmOn(int signal);

    /** Reads from an inherited descriptor: the number of bytes, 0 at the end; negative errno. */
    int read(int descriptor, byte[] bytes);

    /** Writes to an inherited descriptor from an index on: the number of bytes; negative errno. */
    int write(int descriptor, byte[] bytes, int from);
}
