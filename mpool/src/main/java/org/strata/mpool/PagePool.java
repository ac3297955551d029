package org.strata.mpool;

import org.strata.mca.mpool.MemoryPool;
import org.strata.opal.sys.Pages;

import java.util.Map;
import java.util.TreeMap;

/**
 * Allocates memory in whole pages, mapped from the kernel and unmapped when freed: no other memory
 * shares the pages, so a registration pins nothing else. Thread-safe.
 */
public final class PagePool implements MemoryPool {
    private final String name;
    private final PageSource source;
    private final PagePoolConfig config;
    private final TreeMap<Long, Pieces> pieces = new TreeMap<>();
    private long mapped;

    PagePool(String name, PageSource source, PagePoolConfig config) {
        this.name = name;
        this.source = source;
        this.config = config;
    }

    /** One allocation. */
    private final class Pieces implements Block {
        private final long address;
        private final long length;
        private final long taken;

        Pieces(long address, long length, long taken) {
            this.address = address;
            this.length = length;
            this.taken = taken;
        }

        @Override
        public long address() {
            return address;
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public void release() {
            synchronized (PagePool.this) {
                if (pieces.remove(address, this)) {
                    mapped -= taken;
                    Pages.unmap(address, taken);
                }
            }
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized Block allocate(long bytes) {
        long taken = (Math.max(bytes, 1) + source.unit() - 1) & -source.unit();
        if (bytes < config.minSize() || mapped + taken > config.maxSize()) {
            return null;
        }
        long address = source.map(taken);
        if (address == 0) {
            return null;
        }
        mapped += taken;
        Pieces made = new Pieces(address, bytes, taken);
        pieces.put(address, made);
        return made;
    }

    @Override
    public synchronized Block find(long address) {
        Map.Entry<Long, Pieces> piece = pieces.floorEntry(address);
        boolean inside =
                piece != null && address < piece.getKey() + Math.max(piece.getValue().length(), 1);
        return inside ? piece.getValue() : null;
    }

    /** Returns the bytes that are mapped now. */
    synchronized long mapped() {
        return mapped;
    }
}
