package org.strata.opal.shared;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * The files of peers that this process has mapped. A file is mapped when a place in it is needed
 * first, and stays mapped as long as this object is reachable. One that cannot be mapped is not
 * tried again. Tier 1 after the first use of a file; thread-safe.
 *
 * <p>Places come from peers: each is checked against the mapping here, and nowhere else.
 */
public final class PeerFiles {
    /**
     * A larger number of a file is an error of its owner: Linux lets a process map 65,530 areas
     * (vm.max_map_count) by default, of its own files, too.
     */
    static final long MOST_FILES = 1 << 16;

    private static final int FIRST_SLOTS = 16;
    private static final int HASH_SHIFT = 32;
    private static final long HASH = 0x9E3779B97F4A7C15L;

    /** Maps files. */
    public interface Source {
        /**
         * Maps a file whole, as long as the result is reachable.
         *
         * @param owner number of the process whose file it is
         * @param file its number among those of its owner
         * @throws IOException when it is gone, or cannot be mapped
         */
        MemorySegment map(int owner, int file) throws IOException;
    }

    /**
     * A file that has been used.
     *
     * @param bytes that are mapped; negative when the file cannot be mapped
     */
    private record Mapping(long key, MemorySegment memory, long address, long bytes) {}

    private final Source source;

    /**
     * Open addressing by owner and file; at most half of the slots are used. Slots are filled under
     * the lock, and read without it: a mapping's fields are final, and who finds an empty slot
     * looks again under the lock. Pairs with PeerFiles.reach.
     */
    private volatile Mapping[] slots = new Mapping[FIRST_SLOTS];

    private int used;

    /**
     * @param source maps a file at its first use
     */
    public PeerFiles(Source source) {
        this.source = source;
    }

    /**
     * Returns the address in this process of a range of a peer's file. All four numbers may come
     * from the peer.
     *
     * @param owner number of the process whose file it is
     * @param file its number among those of its owner
     * @param offset of the range in the file, in bytes
     * @param length of the range in bytes
     * @return 0 when the range does not lie in a file that can be mapped
     */
    public long reach(int owner, long file, long offset, long length) {
        if (file < 0 || file >= MOST_FILES || owner < 0) {
            return 0;
        }
        long key = key(owner, file);
        Mapping mapping = find(slots, key);
        if (mapping == null) {
            mapping = map(owner, (int) file);
        }
        // No sum of what a peer has said: it might overflow.
        boolean inside = offset >= 0 && length >= 0 && offset <= mapping.bytes - length;
        return inside ? mapping.address + offset : 0;
    }

    private static long key(int owner, long file) {
        return (long) owner << Integer.SIZE | file;
    }

    /**
     * Returns the mapping of a file, or null. Each slot is read once: an empty one may be filled
     * with another file meanwhile.
     */
    private static Mapping find(Mapping[] slots, long key) {
        int mask = slots.length - 1;
        int slot = home(slots, key);
        Mapping found = slots[slot];
        while (found != null && found.key != key) {
            slot = (slot + 1) & mask;
            found = slots[slot];
        }
        return found;
    }

    private static int home(Mapping[] slots, long key) {
        return (int) ((key * HASH) >>> HASH_SHIFT) & (slots.length - 1);
    }

    private synchronized Mapping map(int owner, int file) {
        long key = key(owner, file);
        Mapping known = find(slots, key);
        if (known != null) {
            return known;
        }
        Mapping mapping = open(owner, file, key);
        if (2 * (used + 1) > slots.length) {
            grow();
        }
        put(slots, mapping);
        used++;
        return mapping;
    }

    private static void put(Mapping[] slots, Mapping mapping) {
        int slot = home(slots, mapping.key);
        while (slots[slot] != null) {
            slot = (slot + 1) & (slots.length - 1);
        }
        slots[slot] = mapping;
    }

    private Mapping open(int owner, int file, long key) {
        try {
            MemorySegment memory = source.map(owner, file);
            return new Mapping(key, memory, memory.address(), memory.byteSize());
        } catch (IOException e) {
            // It is gone, or not ours to use: the caller reaches the memory in another way.
            return new Mapping(key, null, 0, -1);
        }
    }

    private void grow() {
        Mapping[] more = new Mapping[2 * slots.length];
        for (Mapping mapping : slots) {
            if (mapping != null) {
                put(more, mapping);
            }
        }
        slots = more;
    }
}
