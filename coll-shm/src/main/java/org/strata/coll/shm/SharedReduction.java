package org.strata.coll.shm;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Reduces the contributions of all members, each a run of packed bytes, in rank order: whoever
 * computes an element gets the same bits. Works block by block, so that results stay in the
 * first-level cache until they are complete. Tier 1 for elements without gaps.
 */
final class SharedReduction {
    private static final int BLOCK = 8 * 1024;

    private final MemorySegment memory = Arena.ofAuto().allocate(BLOCK, 64);

    /** Copies of the input of functions that may write to it; grows to the largest element. */
    private MemorySegment copies = memory.asSlice(0, 0);

    /**
     * Reduces elements into a buffer that none of the contributions overlaps.
     *
     * @param sources where each member's contribution begins
     * @param from the first element to reduce
     * @param elements number of elements, which are the first ones of {@code target}
     */
    void into(Buf target, ReduceOp op, long[] sources, long from, long elements) {
        DataLayout layout = target.layout();
        if (!layout.contiguous()) {
            gapped(layout, op, sources, from, elements, target, null);
            return;
        }
        long size = layout.size();
        long block = Math.max(1, BLOCK / size);
        for (long done = 0; done < elements; done += block) {
            long now = Math.min(block, elements - done);
            long offset = target.offset() + done * size;
            reduce(op, sources, (from + done) * size, target.base(), offset, now, now * size);
        }
    }

    /**
     * Reduces elements into memory of several members, which contributions may overlap.
     *
     * @param targets where the elements' packed results begin in each; 0 for none
     */
    void into(
            long[] targets,
            DataLayout layout,
            ReduceOp op,
            long[] sources,
            long from,
            long elements) {
        long size = layout.size();
        if (!layout.contiguous() || size > BLOCK) {
            gapped(layout, op, sources, from, elements, null, targets);
            return;
        }
        long block = BLOCK / size;
        long result = memory.address();
        for (long done = 0; done < elements; done += block) {
            long now = Math.min(block, elements - done);
            long at = (from + done) * size;
            reduce(op, sources, at, null, result, now, now * size);
            store(result, targets, at, now * size);
        }
    }

    /** Reduces a block: the last member's data first, then lower ranks from the left. */
    private void reduce(
            ReduceOp op,
            long[] sources,
            long at,
            Object base,
            long offset,
            long elements,
            long bytes) {
        int member = sources.length - 1;
        Memory.copyIn(sources[member] + at, base, offset, bytes);
        for (member--; member >= 0; member--) {
            long in = sources[member] + at;
            op.apply(null, op.writesInput() ? copy(in, bytes) : in, base, offset, elements);
        }
    }

    /** Copies what other members read, too, to memory that an operation may write to. */
    private long copy(long from, long bytes) {
        if (copies.byteSize() < bytes) {
            copies = Arena.ofAuto().allocate(Math.max(bytes, BLOCK), 64);
        }
        Memory.copy(from, copies.address(), bytes);
        return copies.address();
    }

    private static void store(long result, long[] targets, long at, long bytes) {
        for (long target : targets) {
            if (target != 0) {
                Memory.copy(result, target + at, bytes);
            }
        }
    }

    /** Elements with gaps: unpacked to memory of their layout, where the operation expects them. */
    private void gapped(
            DataLayout layout,
            ReduceOp op,
            long[] sources,
            long from,
            long elements,
            Buf target,
            long[] targets) {
        long size = layout.size();
        long block = Math.max(1, BLOCK / Math.max(size, Math.abs(layout.extent())));
        try (Arena arena = Arena.ofConfined()) {
            long in = origin(arena, layout, block);
            long inout = origin(arena, layout, block);
            long packed = Memory.allocate(arena, block * size, 64);
            for (long done = 0; done < elements; done += block) {
                long now = Math.min(block, elements - done);
                long at = (from + done) * size;
                int member = sources.length - 1;
                layout.unpack(sources[member] + at, null, inout, 0, now * size);
                for (member--; member >= 0; member--) {
                    layout.unpack(sources[member] + at, null, in, 0, now * size);
                    op.apply(null, in, null, inout, now);
                }
                layout.pack(null, inout, 0, packed, now * size);
                if (target != null) {
                    target.unpack(packed, done * size, now * size);
                } else {
                    store(packed, targets, at, now * size);
                }
            }
        }
    }

    /** Allocates memory for elements with the gaps and bounds of their layout. */
    private static long origin(Arena arena, DataLayout layout, long count) {
        long all = count * layout.extent();
        long first = Math.min(0, Math.min(layout.touchedStart(count), layout.lowerBound()));
        first = Math.min(first, layout.lowerBound() + all);
        long end = Math.max(layout.touchedEnd(count), layout.lowerBound() + Math.max(all, 0));
        return Memory.allocate(arena, Math.max(end, all) - first, 64) - first;
    }
}
