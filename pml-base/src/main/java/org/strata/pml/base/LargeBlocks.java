package org.strata.pml.base;

import org.strata.opal.sys.Pages;

import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;

/**
 * Blocks that are longer than any size class of {@link PayloadPool}, each with pages of its own:
 * the C library, from which arenas have their memory, keeps long blocks once some have been freed.
 */
final class LargeBlocks implements AutoCloseable {
    /** What an allocation takes besides its bytes, at most: alignment, zeroing, pages. */
    private static final long ROUNDING = 4096;

    /** Blocks by their addresses; those of pages have no arena. */
    private final Map<Long, Block> blocks = new HashMap<>();

    private long mapped;

    /**
     * @param arena that it lies in, where the platform maps no pages; else null
     */
    private record Block(long address, long bytes, Arena arena) {
        static Block of(long bytes) {
            long pages = Pages.map(bytes);
            if (pages != 0) {
                return new Block(pages, bytes, null);
            }
            Arena own = Arena.ofShared();
            return new Block(own.allocate(bytes, 64).address(), bytes, own);
        }

        void free() {
            if (arena == null) {
                Pages.unmap(address, bytes);
            } else {
                arena.close();
            }
        }
    }

    long allocate(long bytes) {
        Block made = Block.of(bytes);
        blocks.put(made.address, made);
        mapped += taken(bytes);
        return made.address;
    }

    void free(long address, long bytes) {
        blocks.remove(address).free();
        mapped -= taken(bytes);
    }

    static long taken(long bytes) {
        return bytes + ROUNDING;
    }

    long mapped() {
        return mapped;
    }

    @Override
    public void close() {
        blocks.values().forEach(Block::free);
        blocks.clear();
        mapped = 0;
    }
}
