package org.strata.btl.openib.fast;

import org.strata.opal.memory.Memory;

/**
 * Words that show by themselves whether they have arrived: of each byte the highest bit is a mark,
 * and seven bits are payload. A place that was zeroed before has all eight marks only once all
 * eight bytes of the write have been stored, in whatever order an adapter stores them. A word
 * carries seven bytes of payload. Tier 1.
 */
final class MarkedWords {
    /** Bytes of payload in a word. */
    static final int PAYLOAD = 7;

    private static final long MARKS = 0x8080_8080_8080_8080L;

    private MarkedWords() {}

    /** Returns the word of seven bytes, the low ones of the argument. */
    static long of(long payload) {
        // Two groups of 28 bits, four of 14, eight of 7.
        long x = (payload & 0x0fff_ffffL) | ((payload & 0xff_ffff_f000_0000L) << 4);
        x = (x & 0x0000_3fff_0000_3fffL) | ((x & 0x0fff_c000_0fff_c000L) << 2);
        x = (x & 0x007f_007f_007f_007fL) | ((x & 0x3f80_3f80_3f80_3f80L) << 1);
        return x | MARKS;
    }

    /** Returns the seven bytes of a word. */
    static long payload(long word) {
        long x = (word & 0x007f_007f_007f_007fL) | ((word & 0x7f00_7f00_7f00_7f00L) >>> 1);
        x = (x & 0x0000_3fff_0000_3fffL) | ((x & 0x3fff_0000_3fff_0000L) >>> 2);
        return (x & 0x0fff_ffffL) | ((x & 0x0fff_ffff_0000_0000L) >>> 4);
    }

    /** Returns whether all bytes of a word have been stored. */
    static boolean isWhole(long word) {
        return (word & MARKS) == MARKS;
    }

    /** Returns the words that so many bytes need. */
    static int count(int bytes) {
        return (bytes + PAYLOAD - 1) / PAYLOAD;
    }

    /** Returns whether so many words have arrived, the last ones looked at first. */
    static boolean areWhole(long first, int words) {
        for (int i = words - 1; i >= 0; i--) {
            // Pairs with the write of FixedGuardedSend.compose: each word is its own guard.
            if (!isWhole(Memory.getLongAcquire(first + (long) i * Long.BYTES))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Stores the words of so many bytes.
     *
     * @param from may be read up to the next multiple of 8 and one word more
     */
    static void encode(long from, int bytes, long to) {
        long at = from;
        long word = to;
        int left = bytes;
        for (; left > PAYLOAD; left -= PAYLOAD) {
            Memory.putLong(word, of(Memory.getLong(at)));
            at += PAYLOAD;
            word += Long.BYTES;
        }
        // Nothing of what lies behind the packet leaves the process.
        long last = Memory.getLong(at) & (-1L >>> (Long.SIZE - left * Byte.SIZE));
        Memory.putLong(word, of(last));
    }

    /**
     * Stores the payload of words, seven bytes each, where the words are: what has not been read
     * yet lies behind what is written. Up to a byte behind the payload is written, too.
     */
    static void decodeInPlace(long first, int words) {
        long from = first;
        long to = first;
        for (int i = 0; i < words; i++) {
            Memory.putLong(to, payload(Memory.getLong(from)));
            from += Long.BYTES;
            to += PAYLOAD;
        }
    }
}
