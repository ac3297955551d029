package org.strata.opal.platform;

/**
 * Calls on threads by the numbers that the kernel gives them: 0 is the calling one, a process'
 * number its first. Masks have bit {@code i} of word {@code i / 64} for processor {@code i}.
 * Stateless.
 */
public interface ThreadCalls {
    /** Binds a thread of this process to processors; returns whether it is bound now. */
    boolean bind(int thread, long[] mask);

    /**
     * Binds the calling thread, and what it starts from now on, to processors: 0, or negative
     * errno.
     */
    int bindCaller(long[] mask);

    /**
     * Returns the mask of the processors that a thread may run on, of any process; empty if there
     * is no such thread. Where threads cannot be bound it is as many as the JVM uses.
     */
    long[] affinity(int thread);

    /**
     * Sets the priority of a thread of this process: 0, the usual, to 19.
     *
     * @return whether it has it now
     */
    boolean setNice(int thread, int nice);

    /** Returns the group of a process: 0 for the kernel's own threads, -1 if it is not known. */
    long groupOf(int pid);
}
