package org.strata.btl.shm;

import org.strata.mca.btl.Btl;
import org.strata.opal.jit.CompiledInto;
import org.strata.opal.memory.Memory;

/**
 * The sender's end of a fast box: a ring of slots with one writer and one reader. Tier 1.
 *
 * <p>Two slots make a cache line. Messages of one slot are stored back to back, two per line;
 * longer ones start at a line, so that a message touches as few lines as possible. When the reader
 * finds no message in the second slot of a line, it therefore looks at the next line, too.
 *
 * <p>The word of a message's first slot carries the slot's number since the box was made, modulo
 * 2^32, so that the reader never confuses an old message with a new one, and neither side clears
 * slots in the common case. The writer reads the reader's position only when the ring seems full.
 *
 * <p>What a slot contains besides the words of the last lap must not look like the next message:
 *
 * <ul>
 *   <li>Payload of an earlier, longer message might look like a word. The writer remembers which
 *       slots contain such payload ({@link StaleSlots}), and clears those where the next message
 *       may start.
 *   <li>A second slot that is skipped keeps the word of an older message. A stream of equal
 *       messages skips the same slots in every lap, until the reader waits for this word's number
 *       again: after 2^32 slots. So the writer clears each skipped slot once per 2^30 slots ({@link
 *       #skipped}), and no word is older than that and a lap.
 * </ul>
 *
 * <p>{@code docs/design/012-numbers-that-wrap.md} has what else was weighed.
 *
 * <p>Use: {@link #claim}, write the message, {@link #publish}. A claim without a publication has no
 * effect.
 */
final class BoxWriter {
    /** Most payload of a message of one slot, with a header of two words. */
    static final int SLOT_PAYLOAD = Cell.SLOT_MAX - Btl.SHORT_HEADER;

    /** Most payload of a message of two slots. */
    static final int LINE_PAYLOAD = Cell.INLINE_MAX - Btl.SHORT_HEADER;

    /**
     * Skipped slots are cleared in one lap per so many slots: a power of two, greater than any box
     * and less than half of the numbers, so that the age of a word is never a multiple of 2^32.
     */
    private static final int CLEARING_PERIOD = 1 << 30;

    private final long consumedWord;
    private final long slots;
    private final int capacity;

    /** Slots used so far; wraps. */
    private int position;

    /** The reader's position when it was last read. */
    private int consumed;

    /** Slots of the last message. */
    private int used;

    private final StaleSlots stale;

    /** The position for which {@link #prefetchNext} has been done. */
    private int prefetched;

    /**
     * @param base address of the box in this process
     * @param cells number of cells, a power of two from 2 on
     * @param first number of the first slot; tests start close to where the numbers wrap
     */
    BoxWriter(long base, int cells, int first) {
        this.position = first;
        this.consumed = first;
        this.consumedWord = base + BoxLayout.CONSUMED;
        this.slots = base + BoxLayout.CELLS;
        this.capacity = BoxLayout.slots(cells);
        this.stale = new StaleSlots(capacity);
    }

    /** Returns the longest message that fits an empty box, whatever the writer's position. */
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

    /** Returns whether {@code wanted} slots from {@code at} on are free; all before them are. */
    private boolean hasRoom(int at, int wanted) {
        if (at + wanted - consumed > capacity) {
            consumed = acquireConsumed();
        }
        return at + wanted - consumed <= capacity;
    }

    /**
     * Returns the address of as many adjacent slots as a longer message needs, or 0 when there is
     * no room. Skips the last slots of the ring where they are too few.
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

    /**
     * Sends a message of one slot; returns whether there was room. The shortest messages have this
     * method of their own because their time is that of the instructions. The stores to the line
     * follow each other as closely as they can: the reader, which polls the line, would else move
     * it to its own core between two of them.
     *
     * @param payload bytes of payload, at most {@link #SLOT_PAYLOAD}
     */
    @CompiledInto(
            "At the limit of what the JIT inlines by itself; the call costs more than its work.")
    boolean sendSlot(int tag, long header0, long header1, Object base, long offset, int payload) {
        int at = position;
        if (at - consumed == capacity && !hasRoom(at, 1)) {
            return false;
        }
        long slot = slot(at);
        long word = Cell.word(at + 1, Btl.SHORT_HEADER + payload, tag, Cell.MESSAGE);
        advance(at, 1);
        if (payload == Long.BYTES && base == null) {
            Memory.putWord(slot + Cell.BODY + Btl.SHORT_HEADER, Memory.getLong(offset));
        } else {
            Memory.copyOut(base, offset, slot + Cell.BODY + Btl.SHORT_HEADER, payload);
        }
        Memory.putWords(slot + Cell.BODY, header0, header1);
        // Pairs with BoxReader.ready and receiveShort: guards the message and the cleared words.
        Memory.putLongRelease(slot, word);
        return true;
    }

    /**
     * Sends a message of two slots, as {@link #sendSlot}.
     *
     * @param payload bytes of payload, more than {@link #SLOT_PAYLOAD}, at most {@link
     *     #LINE_PAYLOAD}
     */
    @CompiledInto(
            "At the limit of what the JIT inlines by itself; the call costs more than its work.")
    boolean sendLine(int tag, long header0, long header1, Object base, long offset, int payload) {
        int at = lineUp(position);
        if (at + 2 - consumed > capacity && !hasRoom(at, 2)) {
            return false;
        }
        long slot = slot(at);
        long word = Cell.word(at + 1, Btl.SHORT_HEADER + payload, tag, Cell.MESSAGE);
        advance(at, 2);
        Memory.copyOut(base, offset, slot + Cell.BODY + Btl.SHORT_HEADER, payload);
        Memory.putWords(slot + Cell.BODY, header0, header1);
        // Pairs with BoxReader.ready and receiveShort, as in sendSlot.
        Memory.putLongRelease(slot, word);
        return true;
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
        int wanted = Cell.slots(length);
        publish(at, slot, Cell.word(at + 1, length, tag, Cell.MESSAGE), wanted);
    }

    /** Makes the description of a fragment visible, which was written to a claimed slot. */
    void publishFragment(long slot, int tag) {
        int at = position;
        publish(at, slot, Cell.word(at + 1, 0, tag, Cell.FRAGMENT), 1);
    }

    private void publish(int at, long slot, long word, int slotsUsed) {
        advance(at, slotsUsed);
        // Pairs with BoxReader.ready and receiveShort: guards the message and the cleared words.
        Memory.putLongRelease(slot, word);
    }

    /** Advances to the next message, and clears the words that could look like it. */
    private void advance(int at, int slotsUsed) {
        int before = position;
        used = slotsUsed;
        int next = at + slotsUsed;
        position = next;
        if (slotsUsed > 1) {
            if (before != at) {
                skipped(before);
            }
            stale.addLines(at, slotsUsed);
            clearStale(next);
        } else if (stale.any()) {
            stale.addSlot(at);
            clearStale(next);
        }
    }

    /**
     * A free slot, the second of a line, is left as it is. In the laps that begin at multiples of
     * {@link #CLEARING_PERIOD} its old word is cleared: rarely, because the store may have to wait
     * for the line, which the reader looks at. Whether a slot is skipped in such a lap, or written,
     * no word from before the lap is left in it afterwards.
     */
    private void skipped(int at) {
        if ((at & (CLEARING_PERIOD - 1)) <= capacity) {
            clearWord(at);
        }
    }

    /**
     * Clears payload that the reader could read as the message that comes next: where it starts in
     * the second slot of a line, the reader looks at the next line, too.
     */
    private void clearStale(int next) {
        clear(next);
        if (next != lineUp(next)) {
            clear(next + 1);
        }
    }

    private void clear(int at) {
        if (stale.remove(at)) {
            clearWord(at);
        }
    }

    /** Stores a word that never counts as a message: the reader waits for at + 1 here. */
    private void clearWord(int at) {
        Memory.putWord(slot(at), Cell.word(at, 0, 0, 0));
    }

    /**
     * Prepares the next message, while this rank waits for an answer: fetches the lines behind the
     * first, as many as the last message had. Its stores would else wait until the reader's
     * processor has released these lines, and the first one, which the reader polls, would move
     * back and forth meanwhile. A stream of messages gains nothing by it: nobody waits for its
     * stores.
     */
    void prefetchNext() {
        if (prefetched != position) {
            prefetched = position;
            if (used > 2) {
                prefetchLines(lineUp(position));
            }
        }
    }

    /** Stores to the end of free lines: behind any word, so that no reader mistakes it for one. */
    private void prefetchLines(int at) {
        for (int i = 2; i < used && at + i + 2 - consumed <= capacity; i += 2) {
            Memory.putLong(slot(at + i) + Cell.BYTES - Long.BYTES, 0);
        }
    }

    /** Returns the number of slots used so far; wraps. */
    int position() {
        return position;
    }

    /**
     * Returns the reader's position; pairs with BoxReader.publishConsumed: slots before it may be
     * overwritten.
     */
    int acquireConsumed() {
        return Memory.getIntAcquire(consumedWord);
    }

    /**
     * Returns whether the reader has consumed a message of any age.
     *
     * @param at the position of its first slot
     */
    boolean isConsumed(int at) {
        return Integer.compareUnsigned(position - at, position - acquireConsumed()) > 0;
    }

    /** Returns whether the reader has consumed everything. */
    boolean drained() {
        return acquireConsumed() == position;
    }
}
