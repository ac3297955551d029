package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/** A segment for peers in this JVM: ordinary native memory, in chunks, freed by the collector. */
final class LocalSegment extends DeviceSegment {
    private static final long CHUNK = 1 << 16;
    private static final long LINE = 64;

    private final Arena arena = Arena.ofAuto();
    private final long header;
    private final Runnable onClose;

    /**
     * @param onClose removes the segment's name
     */
    LocalSegment(Runnable onClose) {
        this.onClose = onClose;
        header = allocate(SegmentHeader.BYTES, LINE);
    }

    @Override
    long base() {
        return 0;
    }

    @Override
    long header() {
        return header;
    }

    @Override
    boolean holds(long address, long length) {
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
    void close() {
        onClose.run();
    }
}
