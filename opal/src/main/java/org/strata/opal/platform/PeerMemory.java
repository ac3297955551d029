package org.strata.opal.platform;

/**
 * Copies between this process's native memory and that of another one on this host, by one call
 * each. One thread at a time uses an instance.
 */
public interface PeerMemory {
    /**
     * Reads another process's memory.
     *
     * @return {@code length}, or negative errno (EPERM when the right is refused, ESRCH when the
     *     process is gone, EFAULT when the memory is not there, ENOSYS where there is no such call)
     */
    long read(int pid, long remote, long local, long length);

    /** Writes another process's memory; otherwise as {@link #read}. */
    long write(int pid, long remote, long local, long length);

    /** Writes so that the last byte is seen last; otherwise as {@link #read}. */
    long writeInOrder(int pid, long remote, long local, long length);
}
