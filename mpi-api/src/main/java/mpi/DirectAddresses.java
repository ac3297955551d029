package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.Buffer;

/**
 * Addresses of direct buffers. The JDK tells one only through a new segment, which the JIT removes
 * in some compilations and not in others; so the addresses of the buffers in use are remembered,
 * without keeping a buffer alive. Tier 1: nothing is allocated for a buffer that is known.
 *
 * <p>Threads: entries are immutable and a lost entry is found again, so races do no harm.
 */
final class DirectAddresses {
    private static final int SLOTS = 256;

    private final Known[] table = new Known[SLOTS];

    /** A buffer's address, for as long as the buffer lives. */
    private static final class Known extends WeakReference<Buffer> {
        final long address;

        Known(Buffer buffer, long address) {
            super(buffer);
            this.address = address;
        }
    }

    /**
     * Returns the address of a direct buffer's element 0.
     *
     * @param shift log2 of the buffer's element size
     */
    long of(Buffer direct, int shift) {
        int slot = System.identityHashCode(direct) & (SLOTS - 1);
        Known known = table[slot];
        return known != null && known.refersTo(direct) ? known.address : learn(direct, shift, slot);
    }

    private long learn(Buffer direct, int shift, int slot) {
        long here = MemorySegment.ofBuffer(direct).address();
        long address = here - ((long) direct.position() << shift);
        table[slot] = new Known(direct, address);
        return address;
    }
}
