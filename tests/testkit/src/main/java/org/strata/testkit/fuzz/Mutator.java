package org.strata.testkit.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Makes inputs near valid ones, which get deeper into a parser than noise does: flips, cuts,
 * inserts, repeats and splices pieces, and stores values into fields that lengths, counts and
 * offsets fail at.
 */
final class Mutator {
    /** Longest result; longer ones are cut. */
    static final int LONGEST = 64 << 10;

    private static final int MOST_STEPS = 4;
    private static final int MOST_REPEATS = 256;
    private static final int KINDS = 9;

    private static final long[] VALUES = {
        0,
        1,
        2,
        3,
        7,
        8,
        16,
        127,
        128,
        255,
        256,
        4095,
        4096,
        0x7fff,
        0x8000,
        0xffff,
        0x10000,
        1 << 20,
        64 << 20,
        Integer.MAX_VALUE - 8,
        Integer.MAX_VALUE,
        0x8000_0000L,
        0xffff_ffffL,
        1L << 40,
        1L << 60,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        -1,
        -2,
        -8
    };

    private final Random random;
    private final List<byte[]> words;

    /**
     * @param words pieces that mean something to the parser: keywords, separators, tags
     */
    Mutator(Random random, List<byte[]> words) {
        this.random = random;
        this.words = words;
    }

    /** Returns a changed copy of an input, with pieces of another one. */
    byte[] mutate(byte[] valid, byte[] other) {
        byte[] result = valid;
        for (int step = random.nextInt(MOST_STEPS); step >= 0; step--) {
            result = change(result, other);
        }
        return result.length > LONGEST ? Arrays.copyOf(result, LONGEST) : result;
    }

    private byte[] change(byte[] in, byte[] other) {
        int from = random.nextInt(in.length + 1);
        int to = from + random.nextInt(Math.min(in.length - from, 64) + 1);
        return switch (random.nextInt(KINDS)) {
            case 0 -> flipped(in);
            case 1 -> Arrays.copyOf(in, from);
            case 2 -> replaced(in, from, to, new byte[0]);
            case 3 -> replaced(in, from, from, noise());
            case 4 -> replaced(in, from, to, piece(other));
            case 5 -> replaced(in, from, from, repeated(Arrays.copyOfRange(in, from, to)));
            case 6 -> replaced(in, from, random.nextBoolean() ? to : from, word());
            default -> stored(in);
        };
    }

    private byte[] flipped(byte[] in) {
        byte[] out = in.clone();
        if (out.length > 0) {
            out[random.nextInt(out.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return out;
    }

    private byte[] noise() {
        byte[] bytes = new byte[1 + random.nextInt(8)];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] word() {
        return words.isEmpty() ? noise() : words.get(random.nextInt(words.size()));
    }

    private byte[] piece(byte[] other) {
        int from = random.nextInt(other.length + 1);
        return Arrays.copyOfRange(other, from, from + random.nextInt(other.length - from + 1));
    }

    private byte[] repeated(byte[] piece) {
        int times = 1 + random.nextInt(random.nextInt(MOST_REPEATS) + 1);
        byte[] out = new byte[times * piece.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = piece[i % piece.length];
        }
        return out;
    }

    /** Stores a value into a field of 1 to 8 bytes, in either order, aligned or not. */
    private byte[] stored(byte[] in) {
        byte[] out = in.clone();
        int size = 1 << random.nextInt(4);
        if (out.length < size) {
            return out;
        }
        int at = random.nextInt(out.length - size + 1);
        at = random.nextBoolean() ? at : at & -size;
        long value = value(in.length - at);
        boolean big = random.nextBoolean();
        for (int i = 0; i < size; i++) {
            out[at + (big ? size - 1 - i : i)] = (byte) (value >>> (8 * i));
        }
        return out;
    }

    /** Returns a value that matters somewhere, or one near the number of bytes that are left. */
    private long value(int left) {
        return switch (random.nextInt(4)) {
            case 0 -> left - 8 + random.nextInt(12);
            case 1 -> random.nextInt(300);
            default -> VALUES[random.nextInt(VALUES.length)];
        };
    }

    private static byte[] replaced(byte[] in, int from, int to, byte[] piece) {
        byte[] out = new byte[in.length - (to - from) + piece.length];
        System.arraycopy(in, 0, out, 0, from);
        System.arraycopy(piece, 0, out, from, piece.length);
        System.arraycopy(in, to, out, from + piece.length, in.length - to);
        return out;
    }
}
