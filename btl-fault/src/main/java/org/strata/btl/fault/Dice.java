package org.strata.btl.fault;

import java.util.Random;

/** The random numbers of one process. */
final class Dice {
    private final Random random;

    Dice(int seed, int rank) {
        random = new Random(seed * 1_000_003L + rank);
    }

    /** Returns true in a share of the calls. */
    boolean rolls(double rate) {
        return rate > 0 && random.nextDouble() < rate;
    }

    /** Returns a number from 1 to {@code most}. */
    long upTo(long most) {
        return 1 + random.nextLong(most);
    }
}
