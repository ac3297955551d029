package org.strata.btl.shm;

import org.strata.mca.btl.ActiveMessages;
import org.strata.opal.memory.Memory;

/** The receiver's end of a fast box, see {@link BoxWriter}. Tier 1. */
final class BoxReader {
    /** Bound on the messages handled per poll. */
    private static final int MAX_PER_POLL = 32;

    private final ShmEndpoint from;
    private final long consumedWord;
    private final long cells;
    private final int mask;
    private final int quarterShift;
    private final long segment;
    private int position;

    /**
     * @param from the sender
     * @param segment address of the sender's segment in this process
     * @param place where the box lies in it
     */
    BoxReader(ShmEndpoint from, long segment, long place, int cells) {
        this(from, segment, place, cells, 0);
    }

    /** As above; tests start close to where the numbers wrap. */
    BoxReader(ShmEndpoint from, long segment, long place, int cells, int first) {
        this.position = first;
        this.from = from;
        this.segment = segment;
        this.consumedWord = segment + place + BoxLayout.CONSUMED;
        this.cells = segment + place + BoxLayout.CELLS;
        this.mask = cells - 1;
        this.quarterShift = Math.max(0, Integer.numberOfTrailingZeros(cells) - 2);
    }

    /**
     * Handles what has arrived; returns the number of messages.
     *
     * <p>Kept apart from {@link #take}: a rank that waits polls thousands of times for a message,
     * and the compiler treats what follows a message in the same method as rarely run.
     */
    int poll(ShmBtl btl, ActiveMessages handlers) {
        // Acquire: pairs with the writer's release of the same word.
        long word = Memory.getLongAcquire(cell(position));
        return Cell.sequence(word) == position + 1 ? take(btl, handlers, word) : 0;
    }

    private long cell(int at) {
        return cells + ((long) (at & mask) << Cell.SHIFT);
    }

    /**
     * Handles the message of a word and those behind it.
     *
     * <p>A sender may sleep until there is room or until a fragment is done with. It is rung after
     * a fragment or long message, and after each quarter of the ring: between a ring that is full
     * for a short message and one that is empty lie four quarters.
     */
    private int take(ShmBtl btl, ActiveMessages handlers, long first) {
        int start = position;
        int events = 0;
        boolean senderWaits = false;
        long word = first;
        do {
            int at = position;
            long cell = cell(at);
            int form = Cell.form(word);
            if (form == Cell.MESSAGE) {
                int length = Cell.detail(word);
                position = at + Cell.cells(length);
                handlers.dispatch(btl, from, Cell.tag(word), cell + Cell.BODY, length);
                senderWaits |= length > Cell.INLINE_MAX;
            } else if (form == Cell.SKIP) {
                position = (at | mask) + 1;
            } else {
                position = at + 1;
                long address = segment + Memory.getLong(cell + Cell.PLACE);
                int length = Memory.getInt(cell + Cell.LENGTH);
                handlers.dispatch(btl, from, Cell.tag(word), address, length);
                senderWaits = true;
            }
            word = Memory.getLongAcquire(cell(position));
        } while (++events < MAX_PER_POLL && Cell.sequence(word) == position + 1);
        giveBack(start, senderWaits);
        return events;
    }

    private void giveBack(int start, boolean senderWaits) {
        // Release: the handlers' reads are over before the writer may overwrite.
        Memory.putIntRelease(consumedWord, position);
        if (senderWaits || (position ^ start) >>> quarterShift != 0) {
            from.ringIfAsleep();
        }
    }
}
