package org.strata.pml.ob1.wire;

/**
 * The receiving half of reliable delivery: which packets have arrived. Numbers wrap. The sender
 * waits at the end of its window, so that one further ahead is no new packet: it is one of 2^31 or
 * more packets ago, which a link that failed has brought late.
 */
final class Window {
    /** Packets that may be under way unacknowledged; a power of two. */
    static final int SIZE = 256;

    private final boolean[] seen = new boolean[SIZE];
    private int expected;

    /**
     * @param first number of the first packet
     */
    Window(int first) {
        expected = first;
    }

    /** Returns the first number that has not arrived. */
    int expected() {
        return expected;
    }

    /** Records a number; returns false when it had arrived before. */
    boolean accept(int number) {
        int ahead = number - expected;
        if (ahead < 0 || ahead >= SIZE || seen[number & (SIZE - 1)]) {
            return false;
        }
        seen[number & (SIZE - 1)] = true;
        while (seen[expected & (SIZE - 1)]) {
            seen[expected & (SIZE - 1)] = false;
            expected++;
        }
        return true;
    }
}
