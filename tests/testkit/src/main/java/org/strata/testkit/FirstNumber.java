package org.strata.testkit;

import java.util.Random;

/**
 * Where the counters of tests begin. A counter of 32 bits wraps after minutes or hours of traffic,
 * so tests that begin at 0 never see it: fixtures begin close below a wrap instead, with the words
 * of the lap before in the memory that peers read. {@code docs/design/012-numbers-that-wrap.md}
 * lists the counters.
 */
public final class FirstNumber {
    /** So many numbers before the wrap a test begins: more than any queue of a test is long. */
    public static final int DISTANCE = 1000;

    /** {@link #DISTANCE} before 2^32, where an int becomes 0. */
    public static final int BEFORE_ZERO = -DISTANCE;

    /** {@link #DISTANCE} before 2^31, where an int becomes negative. */
    public static final int BEFORE_SIGN = Integer.MIN_VALUE - DISTANCE;

    private FirstNumber() {}

    /** Returns 0 or a number that so many steps bring to a wrap. */
    public static int any(Random random, int steps) {
        int before = random.nextInt(steps);
        return switch (random.nextInt(5)) {
            case 0 -> 0;
            case 1, 2 -> Integer.MIN_VALUE - before;
            default -> -before;
        };
    }
}
