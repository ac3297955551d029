package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.Buffer;

/**
 * A cache of the addresses of direct buffers. The JDK returns an address only through a new
 * segment, whose allocation the JIT removes in some compilations and not in others. Entries do not
 * keep a buffer alive. Tier 1: a hit allocates nothing.
 *
 * <p>The table is also searched by address: which buffer over the same memory reaches further.
 * Entries are overwritten; a caller must cope with a miss.
 *
 * <p>Threads: what races store is equal, and an entry lost in a race is made again, so no lock is
 * needed.
 */
final class DirectAddresses {
    private static final int SLOTS = 1024;

    /** Places that a buffer may take: with few, some hundred buffers would replace each other. */
    private static final int WAYS = 8;

    private final Known[] table = new Known[SLOTS];

    /** A buffer's address, for as long as the buffer lives. */
    private static final class Known extends WeakReference<Buffer> {
        final long address;
        final long bytes;

        /**
         * One more than the bytes that {@link #known} vouches for; 0 before the second use. Threads
         * that compute it at the same time store the same.
         */
        long lasting;

        /** As {@link #lasting}, to write to. */
        long writable;

        private boolean examined;

        Known(Buffer buffer, long address, long bytes) {
            super(buffer);
            this.address = address;
            this.bytes = bytes;
        }

        /**
         * Finds out what the memory's owner is; not at the first use, which may be the only one.
         */
        void examine(Buffer buffer) {
            if (!examined) {
                examined = true;
                if (Buffers.staysAllocated(buffer)) {
                    lasting = bytes + 1;
                    writable = buffer.isReadOnly() ? 0 : bytes + 1;
                }
            }
        }

        boolean holds(long from, long length) {
            return address <= from && from + length <= address + bytes;
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
        if (known == null || !known.refersTo(direct)) {
            return elsewhere(direct, shift, slot).address;
        }
        known.examine(direct);
        return known.address;
    }

    /**
     * Returns the address of a direct buffer that is known by now, has so many bytes and keeps its
     * memory; else 0. Looks in the first of a buffer's places only.
     *
     * @param direct a buffer
     * @param write whether it must be writable
     */
    long known(Buffer direct, long bytes, boolean write) {
        Known known = table[System.identityHashCode(direct) & (SLOTS - 1)];
        return known != null
                        && bytes < (write ? known.writable : known.lasting)
                        && known.refersTo(direct)
                ? known.address
                : 0;
    }

    /**
     * Returns whether a direct buffer's memory may be freed before the buffer: by its arena. What
     * is not known yet may.
     */
    boolean maySeeAnEnd(Buffer direct) {
        int slot = System.identityHashCode(direct) & (SLOTS - 1);
        for (int i = 0; i < WAYS; i++) {
            Known known = table[slot ^ i];
            if (known != null && known.refersTo(direct) && known.examined) {
                return known.lasting == 0;
            }
        }
        return Buffers.hasArena(direct);
    }

    /** Looks in the other places of a buffer; on a miss, makes an entry. */
    private Known elsewhere(Buffer direct, int shift, int slot) {
        for (int i = 1; i < WAYS; i++) {
            Known other = table[slot ^ i];
            if (other != null && other.refersTo(direct)) {
                return other;
            }
        }
        long here = MemorySegment.ofBuffer(direct).address();
        long address = here - ((long) direct.position() << shift);
        Known known = new Known(direct, address, (long) direct.capacity() << shift);
        table[place(slot)] = known;
        return known;
    }

    /** Returns the first free one of a buffer's places, or else the second one. */
    private int place(int slot) {
        for (int i = 0; i < WAYS; i++) {
            Known known = table[slot ^ i];
            if (known == null || known.refersTo(null)) {
                return slot ^ i;
            }
        }
        return slot ^ 1;
    }

    /**
     * Returns how many bytes of a buffer's memory lie before a range of it in another buffer that
     * is known; 0 when none is.
     *
     * @param scope the buffer's scope
     * @param from address of the range
     * @param to address of its end
     */
    long before(MemorySegment.Scope scope, long from, long to) {
        long most = 0;
        for (Known known : table) {
            if (known != null && known.holds(from, to - from) && from - known.address > most) {
                Buffer buffer = known.get();
                if (buffer != null && MemorySegment.ofBuffer(buffer).scope().equals(scope)) {
                    most = from - known.address;
                }
            }
        }
        return most;
    }
}
