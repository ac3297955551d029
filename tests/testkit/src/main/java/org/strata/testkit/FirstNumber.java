package org.strata.testkit;

import java.util.Random;

/**
 * Where the counters of tests begin. A counter of 32 bits wraps after minutes or hours of traffic,
 * so tests that begin at 0 never see it: fixtures begin close below a wrap instead, with the words
 * of the lap before in the memory that peers read. {@code docs/design/012-numbers-that-wrap.md}
 * lists the counters.
 */
public final class FirstNumber {
    /** So many numbers before a wrap a test begins that uses thousands of them. */
    public static final int DISTANCE = 1000;

    /** {@link #DISTANCE} before 2^32, where an int becomes 0. */
    public static final int BEFORE_ZERO = -DISTANCE;

    /** {@link #DISTANCE} before 2^31, where an int becomes negative. */
    public static final int BEFORE_SIGN = Integer.MIN_VALUE - DISTANCE;

    /** Most tests use more numbers than these. */
    private static final int FEW = 16;

    private FirstNumber() {}

    /**
     * Returns 0, or a number at most 1,000 before one of the wraps: mostly a few before, which a
     * test of some messages passes, too.
     */
    public static int any(Random random) {
        int few = random.nextInt(FEW);
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> BEFORE_ZERO;
            case 2 -> BEFORE_SIGN;
            case 3, 4 -> Integer.MIN_VALUE - few;
            default -> -few;
        };
    }
}
