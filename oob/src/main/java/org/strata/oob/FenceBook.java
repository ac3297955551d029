package org.strata.oob;

/** Counts who has entered which fence of a world, by rank in it. */
final class FenceBook {
    private final int[] entered;
    private int complete;

    FenceBook(int size) {
        entered = new int[size];
    }

    /**
     * Notes that a rank has entered its {@code count}-th fence.
     *
     * @return whether a fence has become complete by this
     */
    boolean enter(int rank, int count) {
        entered[rank] = Math.max(entered[rank], count);
        int least = Integer.MAX_VALUE;
        for (int each : entered) {
            least = Math.min(least, each);
        }
        boolean progressed = least > complete;
        complete = Math.max(complete, least);
        return progressed;
    }

    /** Returns how many fences are complete. */
    int complete() {
        return complete;
    }
}
