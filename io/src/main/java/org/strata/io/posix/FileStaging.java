package org.strata.io.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Native memory for data on their way between the program's buffers and a file. Blocks are kept for
 * the next access: the kernel clears the pages of new ones. Threads may use it at the same time.
 */
final class FileStaging {
    private static final long LEAST = 64 << 10;
    private static final int KEPT = 4;

    /** The most recently used last. */
    private final List<MemorySegment> spare = new ArrayList<>();

    /** A block in use, until it is closed. */
    final class Block implements AutoCloseable {
        private final MemorySegment memory;

        private Block(MemorySegment memory) {
            this.memory = memory;
        }

        long address() {
            return memory.address();
        }

        @Override
        public void close() {
            keep(memory);
        }
    }

    /** Returns a block of at least this many bytes. Its contents are undefined. */
    Block take(long bytes) {
        long size = Math.max(LEAST, bytes);
        MemorySegment kept = smallest(size);
        return new Block(kept != null ? kept : Arena.ofAuto().allocate(size, Long.BYTES));
    }

    private synchronized MemorySegment smallest(long bytes) {
        MemorySegment best = null;
        for (MemorySegment each : spare) {
            boolean fits = each.byteSize() >= bytes;
            if (fits && (best == null || each.byteSize() < best.byteSize())) {
                best = each;
            }
        }
        spare.remove(best);
        return best;
    }

    private synchronized void keep(MemorySegment memory) {
        spare.add(memory);
        if (spare.size() > KEPT) {
            spare.removeFirst();
        }
    }
}
