package org.strata.btl.shm;

import org.strata.opal.memory.Memory;

/**
 * A sender's view of a receiver's FIFO: a bounded ring of cells with many writers and one reader,
 * in the receiver's segment. It carries the first messages to a peer, and all messages to peers
 * without a fast box. Lock-free.
 *
 * <p>On lap {@code n} a cell's sequence is {@code 2n} while free and {@code 2n + 1} while full,
 * modulo 2^32. A writer claims a position by moving the tail over a free cell; the reader frees the
 * cell. Each lap stores both words of every cell, so that a word is never older than a lap; a
 * writer that was stopped for 2^31 laps between its two loads fails to move the tail, which has 64
 * bits.
 */
final class FifoWriter {
    private final long header;
    private final long cells;
    private final int mask;
    private final int lapShift;
    private final int source;

    /** The position last claimed; before the first one, less than any position. */
    private long claimed = Long.MIN_VALUE;

    /**
     * @param segment address of the receiver's segment in this process
     * @param capacity cells of the FIFO, a power of two
     * @param source the sender's index on the node
     */
    FifoWriter(long segment, int capacity, int source) {
        this.header = segment;
        this.cells = segment + SegmentLayout.FIFO;
        this.mask = capacity - 1;
        this.lapShift = Integer.numberOfTrailingZeros(capacity);
        this.source = source;
    }

    /** Returns the sequence of a position's cell while it is free; one more when it is full. */
    static int freeSequence(long position, int lapShift) {
        return (int) (position >>> lapShift) << 1;
    }

    /** Returns the address of a claimed cell, which must now be published, or 0 when full. */
    long claim() {
        while (true) {
            // Pairs with the CAS below, FifoWriter.claim at others: the cell is at least as new.
            long position = Memory.getLongAcquire(header + SegmentLayout.FIFO_TAIL);
            long cell = cells + ((position & mask) << Cell.SHIFT);
            // Pairs with FifoReader.release: the cell has been read.
            int sequence = Cell.sequence(Memory.getLongAcquire(cell));
            int ahead = sequence - freeSequence(position, lapShift);
            if (ahead < 0) {
                // Pairs with FifoReader.clearStarved.
                Memory.putIntVolatile(header + SegmentLayout.FIFO_STARVED, 1);
                return 0;
            }
            // Pairs with itself at other senders: one per cell.
            if (ahead == 0
                    && Memory.compareAndSetLong(
                            header + SegmentLayout.FIFO_TAIL, position, position + 1)) {
                claimed = position;
                return cell;
            }
        }
    }

    /**
     * Makes the claimed, filled cell visible to the reader.
     *
     * @param length of the message, up to {@link Cell#INLINE_MAX}; 0 for other forms
     */
    void publish(long cell, int tag, int length, int form) {
        int sequence = freeSequence(claimed, lapShift) + 1;
        // Pairs with FifoReader.poll: guards the message.
        Memory.putLongRelease(cell, Cell.fifoWord(sequence, source, tag, length, form));
    }

    /** Returns the position last claimed, less than any for none. */
    long claimed() {
        return claimed;
    }

    /** Returns how many cells the reader has consumed; pairs with FifoReader.release. */
    long acquireConsumed() {
        return Memory.getLongAcquire(header + SegmentLayout.FIFO_HEAD);
    }

    /** Returns whether the reader has consumed everything that was published here. */
    boolean drained() {
        return acquireConsumed() > claimed;
    }
}
