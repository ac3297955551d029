package org.strata.pml.ob1.wire;

/**
 * The receiving half of reliable delivery: which packets have arrived. Numbers wrap; one more than
 * a window ahead cannot arrive, because the sender waits.
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
        if (ahead < 0 || seen[number & (SIZE - 1)]) {
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
