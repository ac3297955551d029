package org.strata.coll.base;

import java.lang.foreign.MemorySegment;

/** A piece of temporary memory; its user may link it into a list. */
final class ScratchBlock {
    final MemorySegment memory;
    final int kind;
    ScratchBlock next;

    /**
     * @param kind index of the list of free blocks that it returns to
     */
    ScratchBlock(MemorySegment memory, int kind) {
        this.memory = memory;
        this.kind = kind;
    }

    long address() {
        return memory.address();
    }
}
