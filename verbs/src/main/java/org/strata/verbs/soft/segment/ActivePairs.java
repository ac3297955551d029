package org.strata.verbs.soft.segment;

import org.strata.opal.memory.Memory;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * One bit for each queue pair of a device, and for each visit line, that has executed a request or
 * was visited lately: a deregistration waits for these only, instead of looking at every pair.
 *
 * <p>A thread first enters (the pair's latch, the visit word: a full fence), then sets the bit
 * unless it is set, then looks keys up. An owner makes a key invalid, then reads the bits: of a bit
 * that is not set, the thread sets it later, and finds the key invalid. Bits are cleared now and
 * then, and set again where the pair is in use at that moment; so a pair in steady use costs one
 * load.
 */
public final class ActivePairs {
    private static final int WORDS = (Table.QP.capacity() + Table.VISITOR.capacity()) / Long.SIZE;

    /** Bytes of the bits. */
    static final int BYTES = WORDS * Long.BYTES;

    /** Scans between two clearings. */
    private static final int CLEAR_MASK = (1 << 6) - 1;

    private final long header;
    private final Latch clearing = new Latch();

    /**
     * Odd while bits are cleared, and perhaps set again: readers wait. Pairs with ActivePairs.read:
     * a reader sees no half of a clearing.
     */
    private final AtomicInteger clearings = new AtomicInteger();

    /** Pairs with itself: counts for every thread. */
    private final AtomicInteger scans = new AtomicInteger();

    public ActivePairs(long header) {
        this.header = header;
    }

    /** Returns the index of a visit line's bit. */
    public static int line(int line) {
        return Table.QP.capacity() + line;
    }

    /** Marks a pair or line as active; its caller has entered it. Tier 1. */
    public static void mark(long header, int index) {
        long word = word(header, index >>> 6);
        long bit = 1L << index;
        // Pairs with ActivePairs.clear: a bit that is seen here is set again while the pair is
        // entered.
        if ((Memory.getLongVolatile(word) & bit) == 0) {
            set(word, bit);
        }
    }

    private static void set(long word, long bit) {
        // Pairs with ActivePairs.read and itself: other threads set other bits of the word.
        long now = Memory.getLongVolatile(word);
        while (!Memory.compareAndSetLong(word, now, now | bit)) {
            now = Memory.getLongVolatile(word);
        }
        // The bit comes before the look-up of keys. Pairs with MrRecord.close and read.
        Memory.fullFence();
    }

    private static long word(long header, int index) {
        return header + SegmentHeader.ACTIVE_PAIRS + (long) index * Long.BYTES;
    }

    /**
     * Passes the index of every active pair and line.
     *
     * @param inUse whether a pair or line is entered at this moment
     */
    public void forEach(IntConsumer action, IntPredicate inUse) {
        for (int i = 0; i < WORDS; i++) {
            forEachOf(i, read(word(header, i)), action);
        }
        if ((scans.incrementAndGet() & CLEAR_MASK) == 0 && clearing.tryLock()) {
            clearings.incrementAndGet();
            for (int i = 0; i < WORDS; i++) {
                clear(i, inUse);
            }
            clearings.incrementAndGet();
            clearing.unlock();
        }
    }

    private static void forEachOf(int word, long bits, IntConsumer action) {
        for (long left = bits; left != 0; left &= left - 1) {
            action.accept(word * Long.SIZE + Long.numberOfTrailingZeros(left));
        }
    }

    private long read(long word) {
        while (true) {
            int before = clearings.get();
            // Pairs with ActivePairs.set: who sets a bit later finds the key invalid.
            long bits = Memory.getLongVolatile(word);
            if ((before & 1) == 0 && clearings.get() == before) {
                return bits;
            }
            Thread.onSpinWait();
        }
    }

    private void clear(int index, IntPredicate inUse) {
        long word = word(header, index);
        // Pairs with ActivePairs.mark: the bits are cleared before the look at who is in use.
        long bits = Memory.getLongVolatile(word);
        while (bits != 0 && !Memory.compareAndSetLong(word, bits, 0)) {
            bits = Memory.getLongVolatile(word);
        }
        IntConsumer restore =
                bit -> {
                    if (inUse.test(bit)) {
                        set(word, 1L << bit);
                    }
                };
        forEachOf(index, bits, restore);
    }
}
