package org.strata.opal.sys;

import org.strata.opal.platform.PeerMemory;
import org.strata.opal.platform.Platform;

import java.lang.foreign.Arena;

/**
 * Copies between this process's native memory and another's in one call per copy, where the
 * platform can. One thread at a time uses an instance.
 *
 * <p>Linux requires ptrace rights over the other process; containers and hardened systems refuse
 * with EPERM.
 */
public final class ProcessMemory {
    private final PeerMemory calls;

    /**
     * @param arena owns the 70-odd bytes of call arguments
     */
    public ProcessMemory(Arena arena) {
        calls = Platform.services().peerMemory(arena);
    }

    /**
     * Reads another process's memory.
     *
     * @return {@code length}, or negative errno (EPERM when ptrace is refused, ESRCH when the
     *     process is gone, EFAULT when the memory is not there)
     */
    public long read(int pid, long remote, long local, long length) {
        return calls.read(pid, remote, local, length);
    }

    /** Writes another process's memory; otherwise as {@link #read}. */
    public long write(int pid, long remote, long local, long length) {
        return calls.write(pid, remote, local, length);
    }

    /**
     * Writes another process's memory so that its last byte is seen last; otherwise as {@link
     * #read}.
     */
    public long writeInOrder(int pid, long remote, long local, long length) {
        return calls.writeInOrder(pid, remote, local, length);
    }
}
