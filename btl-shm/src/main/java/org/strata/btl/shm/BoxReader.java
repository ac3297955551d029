package org.strata.btl.shm;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.opal.jit.CompiledInto;
import org.strata.opal.memory.Memory;

/** The receiver's end of a fast box, see {@link BoxWriter}. Tier 1. */
final class BoxReader {
    /** Bound on the messages handled per poll. */
    private static final int MAX_PER_POLL = 32;

    private final WakeableEndpoint from;
    private final long consumedWord;
    private final long slots;
    private final int mask;
    private final int quarterShift;
    private final long segment;
    private int position;

    /** The position that the sender may have seen last. */
    private int published;

    /**
     * @param from the sender
     * @param segment address of the sender's segment in this process
     * @param place where the box lies in it
     * @param first number of the first slot
     */
    BoxReader(WakeableEndpoint from, long segment, long place, int cells, int first) {
        this.position = first;
        this.published = first;
        this.from = from;
        this.segment = segment;
        this.consumedWord = segment + place + BoxLayout.CONSUMED;
        this.slots = segment + place + BoxLayout.CELLS;
        int capacity = BoxLayout.slots(cells);
        this.mask = capacity - 1;
        this.quarterShift = Math.max(0, Integer.numberOfTrailingZeros(capacity) - 2);
    }

    /**
     * Handles what has arrived; returns the number of messages.
     *
     * <p>A method apart from {@link #handle}: a rank that waits polls thousands of times per
     * message, and the compiler would treat the code that handles a message as rarely run.
     */
    int poll(Btl btl, ActiveMessages handlers) {
        long word = ready();
        return word == 0 ? 0 : handle(btl, handlers, word);
    }

    /**
     * Consumes the next message if it is the wanted one, as {@link Btl#receiveShort}. A wanted
     * message of one line takes the shortest way: from the arrival of its word to the return every
     * instruction counts.
     */
    int receiveShort(
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            long capacity,
            int polls) {
        int at = position;
        long slot = slot(at);
        long word = (at & 1) == 0 ? awaitAt(at, slot, polls) : awaitInLines(at, slot, polls);
        int length = Cell.detail(word);
        if (length > Cell.INLINE_MAX || !Cell.isMessage(word, at + 1, tag)) {
            return word == 0
                    ? Btl.NOTHING
                    : receiveOther(word, tag, header0, header1, base, offset, capacity);
        }
        int payload = length - Btl.SHORT_HEADER;
        if (Memory.getWord(slot + Cell.BODY) != header0
                || Memory.getWord(slot + Cell.BODY + Long.BYTES) != header1
                || payload < 0
                || payload > capacity) {
            return Btl.OTHER;
        }
        if (payload == Long.BYTES && base == null) {
            Memory.putLong(offset, Memory.getWord(slot + Cell.BODY + Btl.SHORT_HEADER));
        } else {
            Memory.copyIn(slot + Cell.BODY + Btl.SHORT_HEADER, base, offset, payload);
        }
        position = length <= Cell.SLOT_MAX ? at + 1 : at + 2;
        publishConsumed(false);
        return payload;
    }

    /**
     * Returns the word of the next message, as {@link #ready}, which it looks for so many times, at
     * the first slot of a line, where there is no other place to look at.
     *
     * <p>The loop keeps the slot's address in a register: a look at it is a load and a comparison.
     */
    private long awaitAt(int at, long slot, int polls) {
        for (int i = 0; i < polls; i++) {
            // Pairs with BoxWriter.sendSlot, sendLine and publish: guards the message.
            long word = Memory.getLongAcquire(slot);
            if (isMessage(word, at)) {
                return word;
            }
            if (reloadOwnWord()) {
                break;
            }
        }
        return 0;
    }

    /** As {@link #awaitAt}, in the second slot of a line: the message may be in the next line. */
    private long awaitInLines(int at, long slot, int polls) {
        long behind = slot(at + 1);
        for (int i = 0; i < polls; i++) {
            // Pairs with BoxWriter.publish, both: a message in the next line is seen with the slot
            // before.
            long word = Memory.getLongAcquire(slot);
            if (isMessage(word, at)) {
                return word;
            }
            long next = Memory.getLongAcquire(behind);
            if (Cell.sequence(next) == at + 2) {
                return readyInEither(at, next);
            }
            if (reloadOwnWord()) {
                break;
            }
        }
        return 0;
    }

    /**
     * Loads a word that this rank alone stores, and returns false: it is what this rank stored
     * last. A wait that looks at nothing but the sender's line has so many loads of it under way
     * when the line is taken away that it comes back later: messages of 8 to 40 bytes took half as
     * long again. The result is tested so that the compiler keeps the load; if it ever were true,
     * the caller would look for the message the general way.
     */
    private boolean reloadOwnWord() {
        // Pairs with BoxReader.publishConsumed, of this thread: an acquire is made every time.
        return Memory.getIntAcquire(consumedWord) != published;
    }

    /**
     * Does the rest of {@link #receiveShort}: a message of several slots, one in the next line, and
     * what the upper layer does not wait for.
     */
    private int receiveOther(
            long word,
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            long capacity) {
        if (Cell.form(word) == Cell.SKIP) {
            // At the start of the ring the message may not have arrived: one look.
            position = (position | mask) + 1;
            return receiveShort(tag, header0, header1, base, offset, capacity, 1);
        }
        int at = position;
        long slot = slot(at);
        int length = Cell.detail(word);
        int payload = length - Btl.SHORT_HEADER;
        if (Cell.kind(word) != Cell.kind(tag)
                || Memory.getWord(slot + Cell.BODY) != header0
                || Memory.getWord(slot + Cell.BODY + Long.BYTES) != header1
                || payload < 0
                || payload > capacity) {
            return Btl.OTHER;
        }
        Memory.copyIn(slot + Cell.BODY + Btl.SHORT_HEADER, base, offset, payload);
        position = length <= Cell.SLOT_MAX ? at + 1 : at + Cell.slots(length);
        publishConsumed(length > Cell.INLINE_MAX);
        return payload;
    }

    /** Returns the word of the next message, which is never 0; 0 while it has not arrived. */
    private long ready() {
        int at = position;
        // Pairs with BoxWriter.sendSlot, sendLine and publish: guards the message.
        long word = Memory.getLongAcquire(slot(at));
        return isMessage(word, at) ? word : readyBehind(at);
    }

    /** Returns what {@link #ready} does when the slot {@code at} has no message. */
    private long readyBehind(int at) {
        return (at & 1) == 0 ? 0 : readyInNextLine(at);
    }

    /**
     * Looks for a message at the start of the next line. If one is there, the second slot of the
     * current line was either skipped, or filled after the first look.
     */
    private long readyInNextLine(int at) {
        // Pairs with BoxWriter.publish: what the writer did to the slot before is seen.
        long next = Memory.getLongAcquire(slot(at + 1));
        return Cell.sequence(next) == at + 2 ? readyInEither(at, next) : 0;
    }

    /** Reads the second slot of the current line once more; it comes before the next line. */
    private long readyInEither(int at, long next) {
        // Pairs with BoxWriter.publish; behind the look at the next line.
        long word = Memory.getLongAcquire(slot(at));
        if (isMessage(word, at)) {
            return word;
        }
        position = at + 1;
        return next;
    }

    /**
     * Excludes 0, the content of a slot never written: where numbers wrap, its sequence matches.
     */
    private static boolean isMessage(long word, int at) {
        return Cell.sequence(word) == at + 1 && word != 0;
    }

    private long slot(int at) {
        return slots + ((long) (at & mask) << Cell.SLOT_SHIFT);
    }

    /**
     * Handles the message that {@code first} announces, and those behind it.
     *
     * <p>A sender may sleep until there is room or until a fragment is consumed. The reader rings
     * it after a fragment or a long message, and whenever a quarter of the ring has been consumed:
     * a sender that found the ring full is rung before the ring is empty.
     */
    private int handle(Btl btl, ActiveMessages handlers, long first) {
        boolean senderWaits = false;
        long word = first;
        int events = 0;
        // The JVM may stop the thread at the end of a round. A condition there would make the
        // compiler compute the result of the 64-bit comparison for that case, in each round.
        while (true) {
            int at = position;
            long slot = slot(at);
            int form = Cell.form(word);
            if (form == Cell.MESSAGE) {
                int length = Cell.detail(word);
                position = length <= Cell.SLOT_MAX ? at + 1 : at + Cell.slots(length);
                handlers.dispatch(btl, from, Cell.tag(word), slot + Cell.BODY, length);
                senderWaits |= length > Cell.INLINE_MAX;
            } else if (form == Cell.SKIP) {
                position = (at | mask) + 1;
            } else {
                position = at + 1;
                handleFragment(btl, handlers, word, slot);
                senderWaits = true;
            }
            word = ready();
            if (++events >= MAX_PER_POLL || word == 0) {
                break;
            }
        }
        publishConsumed(senderWaits);
        return events;
    }

    private void handleFragment(Btl btl, ActiveMessages handlers, long word, long slot) {
        long address = segment + Memory.getLong(slot + Cell.PLACE);
        int length = Memory.getInt(slot + Cell.LENGTH);
        handlers.dispatch(btl, from, Cell.tag(word), address, length);
    }

    @CompiledInto(
            "At the limit of what the JIT inlines by itself; the call costs more than its work.")
    private void publishConsumed(boolean senderWaits) {
        // A wait may have skipped slots before this message: a quarter may end there.
        int crossed = position ^ published;
        published = position;
        // Pairs with BoxWriter.acquireConsumed: the handlers' reads come before the slots are
        // overwritten.
        Memory.putIntRelease(consumedWord, position);
        if (senderWaits || crossed >>> quarterShift != 0) {
            from.ringIfAsleep();
        }
    }
}
