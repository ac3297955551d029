package org.strata.btl.shm;

import org.strata.opal.memory.Memory;

/** The receiver's end of its FIFO, see {@link FifoWriter}. */
final class FifoReader {
    private final long header;
    private final long cells;
    private final int mask;
    private final int lapShift;
    private long position;

    /**
     * @param segment address of this rank's own segment
     * @param capacity cells of the FIFO, a power of two
     * @param first number of the first cell; tests start close to where the numbers wrap
     */
    FifoReader(long segment, int capacity, long first) {
        this.header = segment;
        this.cells = segment + SegmentLayout.FIFO;
        this.mask = capacity - 1;
        this.lapShift = Integer.numberOfTrailingZeros(capacity);
        this.position = first;
        if (first != 0) {
            begin(first, capacity);
        }
    }

    /**
     * Makes the cells free for their first lap, as zeros are for lap 0; no sender sees them yet.
     */
    private void begin(long first, int capacity) {
        for (long at = first; at < first + capacity; at++) {
            int sequence = FifoWriter.freeSequence(at, lapShift);
            Memory.putLong(cell(at), Cell.fifoWord(sequence, 0, 0, 0, 0));
        }
        Memory.putLong(header + SegmentLayout.FIFO_TAIL, first);
        Memory.putLong(header + SegmentLayout.FIFO_HEAD, first);
    }

    private long cell(long at) {
        return cells + ((at & mask) << Cell.SHIFT);
    }

    /** Removes the next full cell from the queue: returns its address, or 0 when there is none. */
    long poll() {
        long cell = cell(position);
        // Pairs with FifoWriter.publish: guards the message.
        int sequence = Cell.sequence(Memory.getLongAcquire(cell));
        if (sequence != FifoWriter.freeSequence(position, lapShift) + 1) {
            return 0;
        }
        position++;
        return cell;
    }

    /** Frees the cell that {@link #poll} returned last, for the next lap. */
    void release(long cell) {
        int sequence = FifoWriter.freeSequence(position - 1, lapShift) + 2;
        // Pairs with FifoWriter.claim and, for fragments, acquireConsumed: the reads are over.
        Memory.putLongRelease(cell, Cell.fifoWord(sequence, 0, 0, 0, 0));
        Memory.putLongRelease(header + SegmentLayout.FIFO_HEAD, position);
    }

    /** Returns, once, whether a sender has found the FIFO full since the last call. */
    boolean clearStarved() {
        long starved = header + SegmentLayout.FIFO_STARVED;
        // Pairs with FifoWriter.claim: a sender that finds no cell sets the word before it sleeps.
        if (Memory.getIntAcquire(starved) == 0) {
            return false;
        }
        Memory.putIntVolatile(starved, 0);
        return true;
    }
}
