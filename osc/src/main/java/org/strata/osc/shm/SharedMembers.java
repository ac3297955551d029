package org.strata.osc.shm;

import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.opal.shared.PeerBells;
import org.strata.osc.base.FixedMemory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The memory of a window's members in this process.
 *
 * @param controls by rank: control words
 * @param memories by rank: what operations may access
 * @param segments by rank: the same, for loads and stores of the program
 * @param whole the memory of all members of an allocated shared window; else null
 * @param arena of the segments
 * @param bells ring the other members; null where some member cannot ring some other one
 * @param own blocks of this member's pool, which the window releases
 */
record SharedMembers(
        ControlBlock[] controls,
        FixedMemory[] memories,
        MemorySegment[] segments,
        MemorySegment whole,
        Arena arena,
        PeerBells bells,
        List<MappableBlock> own) {

    /** Returns these of a window whose members cannot ring each other. */
    SharedMembers withoutBells() {
        return new SharedMembers(controls, memories, segments, whole, arena, null, own);
    }

    /** Releases everything; no member uses the window any more. */
    void close() {
        arena.close();
        own.forEach(MappableBlock::release);
    }
}
