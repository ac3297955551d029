package org.strata.verbs.soft.segment;

import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/** A segment for peers in this JVM: ordinary native memory, in chunks, freed by the collector. */
public final class LocalSegment extends DeviceSegment {
    private static final long CHUNK = 1 << 16;
    private static final long LINE = 64;

    private final Arena arena = Arena.ofAuto();
    private final long header;
    private final Runnable onClose;

    /**
     * @param onClose removes the segment's name
     */
    public LocalSegment(Runnable onClose) {
        this.onClose = onClose;
        header = allocate(SegmentHeader.BYTES, LINE);
    }

    @Override
    public long base() {
        return 0;
    }

    @Override
    public long header() {
        return header;
    }

    @Override
    public boolean holds(long address, long length) {
        // All peers are in this JVM, and reach all memory by a plain copy.
        return true;
    }

    @Override
    boolean grow(long bytes) {
        long length = Math.max(bytes, CHUNK);
        long at = Memory.allocate(arena, length, LINE);
        addMemory(at, length);
        return true;
    }

    @Override
    public void close() {
        onClose.run();
    }
}
