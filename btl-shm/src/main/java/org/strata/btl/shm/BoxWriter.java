package org.strata.btl.shm;

import org.strata.opal.memory.Memory;

/**
 * The sender's end of a fast box: a ring of cells with one writer and one reader, and a ring of
 * bytes for messages that no cell can hold. Tier 1.
 *
 * <p>A cell's word carries the sequence number of its lap, so that an old cell is never taken for a
 * new one: neither side clears anything, and a short message moves one cache line. The reader's
 * position is looked at only when the ring seems full.
 *
 * <p>Use: {@link #claim}, then {@link #reserve} where needed, fill in, {@link #publish}. What was
 * claimed and not published was never claimed.
 */
final class BoxWriter {
    private final long consumedWord;
    private final long cells;
    private final int capacity;
    private final long payload;
    private final int payloadBytes;

    /** Cells written so far; wraps. */
    private int position;

    /** What the reader was last seen to have consumed. */
    private int consumed;

    /** Payload bytes handed out, ever; its place in the ring is the remainder. */
    private long payloadHead;

    /** Payload bytes known to be free again, ever. */
    private long payloadFreed;

    /** End of the reservation that the next publish makes good. */
    private long reservedEnd;

    /**
     * For each message in the payload ring, oldest first: its cell and where its bytes end. Each
     * takes at least a cache line, which bounds their number.
     */
    private final int[] payloadCells;

    private final long[] payloadEnds;
    private int oldest;
    private int newest;

    /**
     * @param base address of the box in this process
     * @param cells number of cells, a power of two
     * @param payloadBytes size of the payload ring, a power of two of at least a cache line
     */
    BoxWriter(long base, int cells, int payloadBytes) {
        this.consumedWord = base + BoxLayout.CONSUMED;
        this.cells = base + BoxLayout.CELLS;
        this.capacity = cells;
        this.payload = base + BoxLayout.payload(cells);
        this.payloadBytes = payloadBytes;
        this.payloadCells = new int[payloadBytes / Cell.BYTES];
        this.payloadEnds = new long[payloadBytes / Cell.BYTES];
    }

    /** Returns the address of the next cell, or 0 when the box is full. */
    long claim() {
        if (position - consumed == capacity) {
            consumed = acquireConsumed();
            if (position - consumed == capacity) {
                return 0;
            }
        }
        return cells + ((long) (position & (capacity - 1)) << Cell.SHIFT);
    }

    /** Makes a filled cell visible to the reader. */
    void publish(long cell, int tag, int form) {
        int next = position + 1;
        position = next;
        Memory.putLongRelease(cell, Cell.word(next, 0, tag, form));
    }

    /**
     * Finds {@code length} bytes in one piece for the claimed cell's message.
     *
     * @param length at most the ring's size
     * @return their address, or 0 when there is no room now
     */
    long reserve(int length) {
        long start = fit(length);
        if (start + length - payloadFreed > payloadBytes) {
            reclaim();
            start = fit(length);
            if (start + length - payloadFreed > payloadBytes) {
                return 0;
            }
        }
        reservedEnd = start + roundUp(length);
        return payload + (start & (payloadBytes - 1));
    }

    /** Publishes a cell whose message lies in the reserved bytes. */
    void publishReserved(long cell, int tag, long address, int length) {
        int entry = newest++ & (payloadCells.length - 1);
        payloadCells[entry] = position;
        payloadEnds[entry] = reservedEnd;
        payloadHead = reservedEnd;
        Memory.putLong(cell + Cell.PLACE, address - payload);
        Memory.putInt(cell + Cell.LENGTH, length);
        publish(cell, tag, Cell.FORM_BOX);
    }

    /** Returns where the next {@code length} bytes start: no message is cut by the ring's end. */
    private long fit(int length) {
        int offset = (int) (payloadHead & (payloadBytes - 1));
        return offset + length <= payloadBytes ? payloadHead : payloadHead + payloadBytes - offset;
    }

    /** Frees what the reader is through with; an empty ring starts over at its beginning. */
    private void reclaim() {
        consumed = acquireConsumed();
        int mask = payloadCells.length - 1;
        while (oldest != newest && consumed - payloadCells[oldest & mask] > 0) {
            payloadFreed = payloadEnds[oldest++ & mask];
        }
        if (oldest == newest) {
            payloadHead = (payloadHead + payloadBytes - 1) & -payloadBytes;
            payloadFreed = payloadHead;
        }
    }

    private static int roundUp(int length) {
        return (length + Cell.BYTES - 1) & -Cell.BYTES;
    }

    /** Returns the number of cells written so far; wraps. */
    int position() {
        return position;
    }

    /** Pairs with the reader's release: what it is through with may be overwritten. */
    int acquireConsumed() {
        return Memory.getIntAcquire(consumedWord);
    }

    /** Returns whether the reader is through with everything. */
    boolean drained() {
        return acquireConsumed() == position;
    }
}
