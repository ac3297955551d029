package org.strata.btl.shm;

import org.strata.opal.memory.Memory;

import java.util.Arrays;

/**
 * The sender's end of a fast box: a ring of slots with one writer and one reader. Tier 1.
 *
 * <p>Two slots make a cache line. Messages of one slot lie one behind the other, two in a line;
 * longer ones start with a line, so that a message takes no more lines than it must. The reader
 * knows: when the next message is not in the rest of a line, it may be in the next.
 *
 * <p>The word of a message's first slot carries the number of the slot in the ring's whole history,
 * so that an old message is never taken for a new one. Neither side clears anything in the common
 * case. The reader's position is looked at only when the ring seems full.
 *
 * <p>Where the next message may start, the reader must not find payload of an earlier, longer one
 * that might look like a word: {@link #publish} clears it then. Which slots hold such payload is
 * remembered here.
 *
 * <p>Use: {@link #claim}, fill in, {@link #publish}. What was claimed and not published was never
 * claimed.
 */
final class BoxWriter {
    private final long consumedWord;
    private final long slots;
    private final int capacity;

    /** Whether what was last written to a slot is the inside of a message. */
    private final boolean[] inside;

    /** Slots used so far; wraps. */
    private int position;

    /** What the reader was last seen to have consumed. */
    private int consumed;

    /**
     * @param base address of the box in this process
     * @param cells number of cells, a power of two from 2 on
     */
    BoxWriter(long base, int cells) {
        this(base, cells, 0);
    }

    /** As above; tests start close to where the numbers wrap. */
    BoxWriter(long base, int cells, int first) {
        this.position = first;
        this.consumed = first;
        this.consumedWord = base + BoxLayout.CONSUMED;
        this.slots = base + BoxLayout.CELLS;
        this.capacity = BoxLayout.slots(cells);
        this.inside = new boolean[capacity];
    }

    /** Returns the longest message that always finds room in an empty box, wherever it stands. */
    static int longest(int cells) {
        return cells / 2 * Cell.BYTES - Cell.BODY;
    }

    /** Returns the address of the slots for a message, or 0 when there is no room for it now. */
    long claim(int length) {
        return length <= Cell.SLOT_MAX ? claim() : claimLines(length);
    }

    /** Returns the address of one slot, or 0 when the box is full. */
    long claim() {
        if (position - consumed == capacity && !hasRoom(position, 1)) {
            return 0;
        }
        return slot(position);
    }

    private long slot(int at) {
        return slots + ((long) (at & (capacity - 1)) << Cell.SLOT_SHIFT);
    }

    /** Returns whether slots from {@code at} on are free, up to which all are. */
    private boolean hasRoom(int at, int wanted) {
        if (at + wanted - consumed > capacity) {
            consumed = acquireConsumed();
        }
        return at + wanted - consumed <= capacity;
    }

    /**
     * Returns the address of as many adjacent slots as a longer message takes, or 0 when there is
     * no room. The ring's last slots are skipped where they are too few.
     */
    private long claimLines(int length) {
        int wanted = Cell.slots(length);
        int at = lineUp(position);
        int toEnd = capacity - (at & (capacity - 1));
        if (wanted <= toEnd) {
            return hasRoom(at, wanted) ? slot(at) : 0;
        }
        if (!hasRoom(at, toEnd + wanted)) {
            return 0;
        }
        publish(at, slot(at), Cell.word(at + 1, 0, 0, Cell.SKIP), toEnd);
        return slot(position);
    }

    private static int lineUp(int at) {
        return (at + 1) & -2;
    }

    /** Makes the message visible that was written to claimed slots. */
    void publish(long slot, int tag, int length) {
        if (length <= Cell.SLOT_MAX) {
            int at = position;
            publish(at, slot, Cell.word(at + 1, length, tag, Cell.MESSAGE), 1);
        } else {
            publishLines(slot, tag, length);
        }
    }

    private void publishLines(long slot, int tag, int length) {
        int at = lineUp(position);
        int used = Cell.slots(length);
        int first = at & (capacity - 1);
        Arrays.fill(inside, first + 1, first + used, true);
        publish(at, slot, Cell.word(at + 1, length, tag, Cell.MESSAGE), used);
    }

    /** Makes the description of a fragment visible, which was written to a claimed slot. */
    void publishFragment(long slot, int tag) {
        int at = position;
        publish(at, slot, Cell.word(at + 1, 0, tag, Cell.FRAGMENT), 1);
    }

    private void publish(int at, long slot, long word, int used) {
        inside[at & (capacity - 1)] = false;
        int next = at + used;
        position = next;
        clear(next);
        if (next != lineUp(next)) {
            clear(next + 1);
        }
        // Release: the message, and the cleared words behind it, are there before this word.
        Memory.putLongRelease(slot, word);
    }

    /** Keeps payload from being taken for the message with number {@code at + 1}. */
    private void clear(int at) {
        int index = at & (capacity - 1);
        if (inside[index]) {
            inside[index] = false;
            // The slot's own number is not the sequence it will be awaited with.
            Memory.putLong(slot(at), Cell.word(at, 0, 0, 0));
        }
    }

    /** Returns the number of slots used so far; wraps. */
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
