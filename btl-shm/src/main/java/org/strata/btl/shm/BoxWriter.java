package org.strata.btl.shm;

import org.strata.opal.memory.Memory;

import java.util.Arrays;

/**
 * The sender's end of a fast box: a ring of cells with one writer and one reader. Tier 1.
 *
 * <p>The word of a message's first cell carries the number of the cell in the ring's whole history,
 * so that an old message is never taken for a new one. Neither side clears anything in the common
 * case, and a short message moves one cache line. The reader's position is looked at only when the
 * ring seems full.
 *
 * <p>Where the next message will start, the reader must not find payload of an earlier, longer one
 * that might look like a word: {@link #publish} clears it then. Which cells hold such payload is
 * remembered here.
 *
 * <p>Use: {@link #claim}, fill in, {@link #publish}. What was claimed and not published was never
 * claimed.
 */
final class BoxWriter {
    private final long consumedWord;
    private final long cells;
    private final int capacity;

    /** Whether what was last written to a cell is the inside of a message. */
    private final boolean[] inside;

    /** Cells written so far; wraps. */
    private int position;

    /** What the reader was last seen to have consumed. */
    private int consumed;

    /**
     * @param base address of the box in this process
     * @param cells number of cells, a power of two
     */
    BoxWriter(long base, int cells) {
        this(base, cells, 0);
    }

    /** As above; tests start close to where the numbers wrap. */
    BoxWriter(long base, int cells, int first) {
        this.position = first;
        this.consumed = first;
        this.consumedWord = base + BoxLayout.CONSUMED;
        this.cells = base + BoxLayout.CELLS;
        this.capacity = cells;
        this.inside = new boolean[cells];
    }

    /** Returns the longest message that always finds room in an empty box, wherever it stands. */
    static int longest(int cells) {
        return (cells + 1) / 2 * Cell.BYTES - Cell.BODY;
    }

    /** Returns the address of a cell for a short message, or 0 when the box is full. */
    long claim() {
        if (position - consumed == capacity && !hasRoom(1)) {
            return 0;
        }
        return cell(position);
    }

    private long cell(int at) {
        return cells + ((long) (at & (capacity - 1)) << Cell.SHIFT);
    }

    private boolean hasRoom(int wanted) {
        if (position - consumed > capacity - wanted) {
            consumed = acquireConsumed();
        }
        return position - consumed <= capacity - wanted;
    }

    /**
     * Returns the address of as many adjacent cells as a message takes, or 0 when there is no room.
     * The ring's last cells are skipped where they are too few.
     */
    long claim(int length) {
        int wanted = Cell.cells(length);
        int toEnd = capacity - (position & (capacity - 1));
        if (wanted <= toEnd) {
            return hasRoom(wanted) ? cell(position) : 0;
        }
        if (!hasRoom(toEnd + wanted)) {
            return 0;
        }
        publish(cell(position), 0, 0, Cell.SKIP, toEnd);
        return cell(position);
    }

    /** Makes a filled cell with a message of up to {@link Cell#INLINE_MAX} visible. */
    void publish(long cell, int tag, int length) {
        publish(cell, tag, length, Cell.MESSAGE, 1);
    }

    /** Makes a message visible, which may go over several cells. */
    void publishLong(long cell, int tag, int length) {
        int used = Cell.cells(length);
        int first = position & (capacity - 1);
        Arrays.fill(inside, first + 1, first + used, true);
        publish(cell, tag, length, Cell.MESSAGE, used);
    }

    /** Makes the description of a fragment visible. */
    void publishFragment(long cell, int tag) {
        publish(cell, tag, 0, Cell.FRAGMENT, 1);
    }

    private void publish(long cell, int tag, int length, int form, int used) {
        int sequence = position + 1;
        inside[position & (capacity - 1)] = false;
        position += used;
        int next = position & (capacity - 1);
        if (inside[next]) {
            inside[next] = false;
            // The next cell's own number is not the sequence it will be awaited with.
            Memory.putLong(cell(next), Cell.word(position, 0, 0, 0));
        }
        // Release: the message, and the cleared word behind it, are there before this word.
        Memory.putLongRelease(cell, Cell.word(sequence, length, tag, form));
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
