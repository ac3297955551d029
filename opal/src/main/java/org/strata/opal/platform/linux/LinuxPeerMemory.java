package org.strata.opal.platform.linux;

import org.strata.opal.memory.Memory;
import org.strata.opal.platform.PeerMemory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Copies between this process's native memory and another's in one system call per copy
 * (process_vm_readv, process_vm_writev). One thread at a time uses an instance: it contains the
 * memory of the call's arguments, so that a copy allocates nothing.
 *
 * <p>The kernel requires ptrace rights over the other process; containers and hardened systems
 * refuse with EPERM.
 */
class LinuxPeerMemory implements PeerMemory {
    private static final long READV = SystemCall.number(310, 270, 351, 340);
    private static final long WRITEV = SystemCall.number(311, 271, 352, 341);

    /** Bad address. */
    private static final int EFAULT = 14;

    private static final int VECTOR_BYTES = 16;

    /** Two vectors of two pieces each. */
    private static final int REMOTE = 2 * VECTOR_BYTES;

    private final long vectors;
    private final MemorySegment state;

    /**
     * @param arena owns the 70-odd bytes of call arguments
     */
    LinuxPeerMemory(Arena arena) {
        vectors = Memory.allocate(arena, 2 * REMOTE, 8);
        state = Errno.state(arena);
    }

    @Override
    public long read(int pid, long remote, long local, long length) {
        return copy(READV, pid, remote, local, length);
    }

    @Override
    public long write(int pid, long remote, long local, long length) {
        return copy(WRITEV, pid, remote, local, length);
    }

    /** Repeats the call for the rest, since the kernel may copy less than asked, at most 2 GiB. */
    private long copy(long call, int pid, long remote, long local, long length) {
        long done = 0;
        while (done < length) {
            long part = once(call, pid, remote + done, local + done, length - done);
            if (part <= 0) {
                return part < 0 ? part : -EFAULT;
            }
            done += part;
        }
        return done;
    }

    private long once(long call, int pid, long remote, long local, long length) {
        piece(0, remote, local, length);
        return call(call, pid, 1);
    }

    /**
     * Writes another process's memory so that its last byte is seen last: in every call it is a
     * piece of its own, and the kernel copies pieces one after the other. Between two pieces it
     * releases and acquires the other process's memory lock, which orders its stores on Arm, too;
     * within a piece it stores in any order. Otherwise as {@link #read}.
     */
    @Override
    public long writeInOrder(int pid, long remote, long local, long length) {
        long done = 0;
        while (done < length) {
            long before = length - done - 1;
            int pieces = 0;
            if (before > 0) {
                piece(pieces++, remote + done, local + done, before);
            }
            piece(pieces++, remote + length - 1, local + length - 1, 1);
            long part = writePieces(pid, pieces);
            if (part <= 0) {
                return part < 0 ? part : -EFAULT;
            }
            done += part;
        }
        return done;
    }

    /**
     * Writes the first pieces; returns as {@link #read}, or less: the kernel writes at most 2 GiB.
     * A test overrides it, since it can make the kernel write less in no other way.
     */
    long writePieces(int pid, int pieces) {
        return call(WRITEV, pid, pieces);
    }

    /** Returns where a piece is written to. */
    long remote(int piece) {
        return Memory.getLong(vectors + (long) piece * VECTOR_BYTES + REMOTE);
    }

    /** Returns the bytes of a piece. */
    long length(int piece) {
        return Memory.getLong(vectors + (long) piece * VECTOR_BYTES + REMOTE + 8);
    }

    private void piece(int index, long remote, long local, long length) {
        long vector = vectors + (long) index * VECTOR_BYTES;
        Memory.putLong(vector, local);
        Memory.putLong(vector + 8, length);
        Memory.putLong(vector + REMOTE, remote);
        Memory.putLong(vector + REMOTE + 8, length);
    }

    /** A number that is not known here is refused by the kernel (ENOSYS). */
    private long call(long number, int pid, long pieces) {
        return SystemCall.result(state, number, pid, vectors, pieces, vectors + REMOTE, pieces);
    }
}
