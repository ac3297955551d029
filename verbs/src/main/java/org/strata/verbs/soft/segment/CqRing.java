package org.strata.verbs.soft.segment;

import org.strata.opal.memory.Memory;
import org.strata.verbs.WorkCompletions;

/**
 * A completion ring in a segment: many producers in many processes, one consumer process. Also used
 * for asynchronous events and the events of completion channels.
 *
 * <p>Every entry has a state word: {@code turn ≪ 22 | claimer ≪ 2 | phase}. A producer claims an
 * entry by CAS, fills it and publishes it; a producer that finds the entry at the tail claimed
 * advances the tail. So a producer that dies in between blocks no other one, and the consumer finds
 * in the entry which it was. Tier 1; stateless: base and record address are arguments.
 *
 * <p>Head and tail count completions in 64 bits; a state word has the turn's low 42. Words are
 * compared with turns by their difference, which is right as long as they are less than 2^41 turns
 * apart: an entry's word belongs to this lap or to the one before. A producer that sleeps for 2^42
 * completions between its look at the tail and its CAS claims the turn of the present lap that has
 * the same word, which is the right one.
 */
public final class CqRing {
    /** Size of the record. */
    static final int BYTES = 192;

    /** Claimer of entries that the owner's own queue pairs make. */
    public static final int OWNER = 0xfffff;

    static final int NOT_ARMED = 0;
    static final int ARMED_SOLICITED = 1;
    static final int ARMED_ANY = 2;

    private static final int SLOTS = 0;
    private static final int DEPTH = 4;
    private static final int ENTRIES = 8;
    private static final int OVERFLOWN = 16;
    private static final int ARMED = 20;
    private static final int CHANNEL = 24;
    private static final int TAIL = 64;
    private static final int HEAD = 128;

    private static final int ENTRY_SHIFT = 6;
    private static final int WC = 8;
    private static final int TURN_SHIFT = 22;
    private static final int CLAIMER_SHIFT = 2;
    private static final int FREE = 0;
    private static final int CLAIMED = 1;
    private static final int FULL_PHASE = 2;

    private CqRing() {}

    /** Returns the bytes of the entries for a depth. */
    public static long entryBytes(int depth) {
        return (long) slots(depth) << ENTRY_SHIFT;
    }

    private static int slots(int depth) {
        return depth <= 1 ? 1 : Integer.highestOneBit(depth - 1) << 1;
    }

    /** Writes an empty ring. */
    public static void open(long base, long ring, int depth, long entries, int channel) {
        open(base, ring, depth, entries, channel, 0);
    }

    /**
     * Writes an empty ring.
     *
     * @param first the turn of the first completion
     */
    static void open(long base, long ring, int depth, long entries, int channel, long first) {
        int slots = slots(depth);
        Memory.putInt(ring + SLOTS, slots);
        Memory.putInt(ring + DEPTH, depth);
        Memory.putInt(ring + OVERFLOWN, 0);
        Memory.putInt(ring + ARMED, NOT_ARMED);
        Memory.putInt(ring + CHANNEL, channel);
        Memory.putLong(ring + TAIL, first);
        Memory.putLong(ring + HEAD, first);
        for (long turn = first; turn < first + slots; turn++) {
            Memory.putLong(entries + ((turn & (slots - 1)) << ENTRY_SHIFT), word(turn, FREE));
        }
        // Pairs with Table.find or QpRecord.number, by which peers find the ring: it is empty.
        Memory.putLongRelease(ring + ENTRIES, entries - base);
    }

    /**
     * Moves the entries in the ring, all of them published, to other memory. No other thread or
     * process may access the ring meanwhile.
     */
    public static void move(long base, long ring, int depth, long entries) {
        int waiting = waiting(ring);
        for (int i = 0; i < waiting; i++) {
            long from = entry(base, ring, Memory.getLong(ring + HEAD) + i);
            long to = entries + ((long) i << ENTRY_SHIFT);
            Memory.copy(from + WC, to + WC, WorkCompletions.BYTES);
        }
        int armed = Memory.getInt(ring + ARMED);
        open(base, ring, depth, entries, channel(ring));
        for (int i = 0; i < waiting; i++) {
            Memory.putLong(entries + ((long) i << ENTRY_SHIFT), word(i, FULL_PHASE));
        }
        Memory.putInt(ring + ARMED, armed);
        // Pairs with Site.frozen: no peer is at the ring until Freeze.during ends.
        Memory.putLongVolatile(ring + TAIL, waiting);
    }

    /** Returns a state word without claimer. */
    private static long word(long turn, int phase) {
        return turn << TURN_SHIFT | phase;
    }

    /** Returns whether a state word is of a turn before this one. */
    private static boolean isBefore(long word, long turn) {
        return word - word(turn, 0) < 0;
    }

    public static int depth(long ring) {
        return Memory.getInt(ring + DEPTH);
    }

    public static long entries(long base, long ring) {
        return base + Memory.getLong(ring + ENTRIES);
    }

    /** Returns the index of its channel plus one; 0 for none. */
    static int channel(long ring) {
        return Memory.getInt(ring + CHANNEL);
    }

    public static boolean overflown(long ring) {
        // Pairs with CqRing.overflow.
        return Memory.getIntAcquire(ring + OVERFLOWN) != 0;
    }

    /** Marks the ring as overflown; returns whether this call did. */
    static boolean overflow(long ring) {
        // Pairs with itself: one producer reports it; and with CqRing.overflown.
        return Memory.compareAndSetInt(ring + OVERFLOWN, 0, 1);
    }

    /** Arms the ring; a full fence, before the poll of the entries that must follow. */
    public static void arm(long ring, boolean solicitedOnly) {
        // Pairs with CqRing.disarm: the consumer finds the entry, or its producer this arming.
        Memory.putIntRelease(ring + ARMED, solicitedOnly ? ARMED_SOLICITED : ARMED_ANY);
        Memory.fullFence();
    }

    /** Returns the entries that are stored or being stored. */
    public static int waiting(long ring) {
        // Pairs with CqRing.claim and pop.
        return (int) (Memory.getLongAcquire(ring + TAIL) - Memory.getLongAcquire(ring + HEAD));
    }

    /**
     * Stores an event: a few numbers in the place of a completion.
     *
     * @param claimer as of {@link #claim}
     * @return false when the ring is full
     */
    static boolean push(long base, long ring, int claimer, long id, int first, int second) {
        long turn = claim(base, ring, claimer);
        if (turn < 0) {
            return false;
        }
        WorkCompletions.write(completion(base, ring, turn), id, first, second, 0, 0, 0, 0);
        publish(base, ring, turn, true);
        return true;
    }

    /**
     * Publishes an entry that the caller has claimed and filled.
     *
     * @param solicited whether the entry ends the wait of a queue armed for solicited completions
     * @return whether the queue was armed for the entry: its channel must get an event
     */
    static boolean publish(long base, long ring, long turn, boolean solicited) {
        long entry = entry(base, ring, turn);
        long published = word(turn, FULL_PHASE);
        // Pairs with CqRing.peek, both: guards the completion.
        if (channel(ring) == 0) {
            Memory.putLongRelease(entry, published);
            return false;
        }
        // A full fence: an arming that does not see the entry is seen here.
        Memory.putLongVolatile(entry, published);
        return disarm(ring, solicited);
    }

    private static boolean disarm(long ring, boolean solicited) {
        // Pairs with CqRing.arm; the CAS with itself: one producer makes the event.
        int armed = Memory.getIntVolatile(ring + ARMED);
        boolean wants = armed == ARMED_ANY || (armed == ARMED_SOLICITED && solicited);
        return wants && Memory.compareAndSetInt(ring + ARMED, armed, NOT_ARMED);
    }

    /**
     * Claims the next entry; the caller fills its {@link #completion} and calls {@link #publish}.
     *
     * @param claimer index of the owner's queue pair for which a peer stores the entry, or {@link
     *     #OWNER}
     * @return the entry's turn, or -1 when the ring is full
     */
    static long claim(long base, long ring, int claimer) {
        while (true) {
            // Pairs with itself at other producers: the entry is at least as new as the tail.
            long turn = Memory.getLongAcquire(ring + TAIL);
            long entry = entry(base, ring, turn);
            // Pairs with CqRing.pop: the completion of the lap before has been read.
            if (isFull(ring, turn, Memory.getLongAcquire(entry))) {
                return -1;
            }
            long claimed = word(turn, CLAIMED) | (long) claimer << CLAIMER_SHIFT;
            // Pairs with itself: one producer per entry.
            boolean mine = Memory.compareAndSetLong(entry, word(turn, FREE), claimed);
            // The entry is claimed, by this producer or another one: the tail is past it.
            if (mine || !isBefore(Memory.getLongAcquire(entry), turn)) {
                Memory.compareAndSetLong(ring + TAIL, turn, turn + 1);
            }
            if (mine) {
                return turn;
            }
        }
    }

    /**
     * Returns whether there is no room for a turn. The entry tells, where all entries may be used;
     * the head's line belongs to the consumer, which has written it after each completion.
     */
    private static boolean isFull(long ring, long turn, long word) {
        // Pairs with CqRing.pop.
        return isBefore(word, turn)
                || (Memory.getInt(ring + DEPTH) < Memory.getInt(ring + SLOTS)
                        && turn - Memory.getLongAcquire(ring + HEAD)
                                >= Memory.getInt(ring + DEPTH));
    }

    /** Returns the address of a claimed entry's completion. */
    static long completion(long base, long ring, long turn) {
        return entry(base, ring, turn) + WC;
    }

    private static long entry(long base, long ring, long turn) {
        long index = turn & (Memory.getInt(ring + SLOTS) - 1);
        return base + Memory.getLong(ring + ENTRIES) + (index << ENTRY_SHIFT);
    }

    /**
     * Returns the address of the oldest entry's completion, or 0 when there is none. Consumer only,
     * one thread at a time.
     */
    public static long peek(long base, long ring) {
        long turn = Memory.getLong(ring + HEAD);
        long entry = entry(base, ring, turn);
        // Pairs with CqRing.publish: guards the completion.
        return Memory.getLongAcquire(entry) == word(turn, FULL_PHASE) ? entry + WC : 0;
    }

    /** Returns the turn of the oldest entry. */
    public static long head(long ring) {
        // Pairs with CqRing.pop of another consuming thread.
        return Memory.getLongAcquire(ring + HEAD);
    }

    /** Frees the oldest entry. */
    public static void pop(long base, long ring) {
        long turn = Memory.getLong(ring + HEAD);
        long next = turn + Memory.getInt(ring + SLOTS);
        // Pairs with CqRing.claim, both: the completion has been read.
        Memory.putLongRelease(entry(base, ring, turn), word(next, FREE));
        Memory.putLongRelease(ring + HEAD, turn + 1);
    }

    /**
     * Returns the claimer of the oldest entry if that is claimed and not published yet, else -1.
     */
    public static int stuckClaimer(long base, long ring) {
        long turn = Memory.getLong(ring + HEAD);
        // Pairs with CqRing.claim, for the claimer only.
        long word = Memory.getLongAcquire(entry(base, ring, turn));
        boolean claimed = word >>> TURN_SHIFT == word(turn, 0) >>> TURN_SHIFT;
        claimed &= (word & 3) == CLAIMED;
        return claimed ? (int) (word >>> CLAIMER_SHIFT) & OWNER : -1;
    }
}
