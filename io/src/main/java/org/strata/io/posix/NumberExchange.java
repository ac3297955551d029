package org.strata.io.posix;

import org.strata.opal.datatype.Buf;

/**
 * Brings some numbers of every rank to all ranks, without blocking: Bruck's algorithm. In each step
 * a rank passes on all that it has, so that after the base-2 logarithm of the size, rounded up,
 * everybody has everything.
 */
final class NumberExchange {
    private final int rank;
    private final int size;
    private final int width;

    /** Block {@code i} is that of rank {@code rank + i}. */
    private final long[] blocks;

    private int known = 1;

    NumberExchange(int rank, int size, long... mine) {
        this.rank = rank;
        this.size = size;
        this.width = mine.length;
        this.blocks = new long[size * width];
        System.arraycopy(mine, 0, blocks, 0, width);
    }

    /** Returns whether all numbers are here; the messages of the last step are complete. */
    boolean isComplete() {
        return known >= size;
    }

    /** Posts the messages of the next step. */
    void step(MessageGroup messages) {
        int count = Math.min(known, size - known);
        messages.receive(part(known, count), (rank + known) % size);
        messages.send(part(0, count), (rank - known + size) % size);
        known += count;
    }

    private Buf part(int first, int count) {
        long offset = (long) first * width * Long.BYTES;
        return new Buf(blocks, offset, (long) count * width, BlockingExchanges.LONG);
    }

    /** Returns a number of a rank. */
    long of(int owner, int index) {
        return blocks[(owner - rank + size) % size * width + index];
    }
}
