package org.strata.osc.pt2pt;

import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.LayoutCodec;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/** Memory for the description of a datatype that is longer than a request. Tier 3. */
final class DescriptionMemory implements AutoCloseable {
    /** Longer descriptions are refused: a million blocks at any places take less. */
    static final long MOST_BYTES = 64 << 20;

    private final Arena arena = Arena.ofShared();
    private final long address;
    private final long bytes;

    DescriptionMemory(long bytes) {
        this.bytes = bytes;
        this.address = Memory.allocate(arena, Math.max(1, bytes), Long.BYTES);
    }

    static DescriptionMemory of(DataLayout layout) {
        DescriptionMemory memory = new DescriptionMemory(LayoutCodec.bytes(layout));
        LayoutCodec.write(layout, memory.address);
        return memory;
    }

    long address() {
        return address;
    }

    long bytes() {
        return bytes;
    }

    /** Returns the layout that was received, or null. */
    DataLayout layout() {
        return LayoutCodec.read(address, bytes);
    }

    @Override
    public void close() {
        arena.close();
    }
}
