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
    private final long payload;
    private final long segment;
    private int position;

    /**
     * @param from the sender
     * @param segment address of the sender's segment in this process
     * @param place where the box lies in it
     */
    BoxReader(ShmEndpoint from, long segment, long place, int cells) {
        long base = segment + place;
        this.from = from;
        this.segment = segment;
        this.consumedWord = base + BoxLayout.CONSUMED;
        this.cells = base + BoxLayout.CELLS;
        this.mask = cells - 1;
        this.quarterShift = Math.max(0, Integer.numberOfTrailingZeros(cells) - 2);
        this.payload = base + BoxLayout.payload(cells);
    }

    /**
     * Handles what has arrived; returns the number of messages.
     *
     * <p>A sender may sleep until there is room or until a fragment is done with. It is rung after
     * anything but inline messages, and after each quarter of the ring: between a ring that is full
     * and one that is empty lie four quarters.
     */
    int poll(ShmBtl btl, ActiveMessages handlers) {
        int start = position;
        int next = start;
        boolean senderWaits = false;
        do {
            long cell = cells + ((long) (next & mask) << Cell.SHIFT);
            // Acquire: pairs with the writer's release of the same word.
            long word = Memory.getLongAcquire(cell);
            if (Cell.sequence(word) != next + 1) {
                break;
            }
            next++;
            position = next;
            int form = Cell.form(word);
            if (form <= Cell.INLINE_MAX) {
                handlers.dispatch(btl, from, Cell.tag(word), cell + Cell.BODY, form);
            } else {
                senderWaits = true;
                long place = form == Cell.FORM_BOX ? payload : segment;
                long address = place + Memory.getLong(cell + Cell.PLACE);
                int length = Memory.getInt(cell + Cell.LENGTH);
                handlers.dispatch(btl, from, Cell.tag(word), address, length);
            }
        } while (next - start < MAX_PER_POLL);
        if (next == start) {
            return 0;
        }
        // Release: the handlers' reads are over before the writer may overwrite.
        Memory.putIntRelease(consumedWord, next);
        if (senderWaits || (next ^ start) >>> quarterShift != 0) {
            from.ringIfAsleep();
        }
        return next - start;
    }
}
