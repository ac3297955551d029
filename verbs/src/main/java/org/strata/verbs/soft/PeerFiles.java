package org.strata.verbs.soft;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The files of one owner's {@link SharedMemory} in this process. A file is mapped when it is used
 * first, and stays mapped. Tier 1 after that; thread-safe.
 */
final class PeerFiles {
    private final SharedMemory shared;
    private final int owner;

    /** Pairs with PeerFiles.find. */
    private volatile MemorySegment[] files = {};

    PeerFiles(SharedMemory shared, int owner) {
        this.shared = shared;
        this.owner = owner;
    }

    /** Returns the address of a file's range in this process, or 0 when it cannot be mapped. */
    long find(int file, long offset, long length) {
        MemorySegment[] known = files;
        MemorySegment memory = file < known.length ? known[file] : null;
        if (memory == null) {
            memory = map(file);
        }
        boolean inside = offset >= 0 && offset + length <= memory.byteSize();
        return inside ? memory.address() + offset : 0;
    }

    /**
     * Maps a file. One that cannot be mapped is recorded as empty, so that not every message tries
     * again.
     */
    private synchronized MemorySegment map(int file) {
        MemorySegment[] known = files;
        if (file < known.length && known[file] != null) {
            return known[file];
        }
        MemorySegment mapped = owner < 0 ? null : shared.map(owner, file);
        MemorySegment found = mapped == null ? MemorySegment.NULL : mapped;
        MemorySegment[] more = Arrays.copyOf(known, Math.max(known.length, file + 1));
        more[file] = found;
        files = more;
        return found;
    }
}
