package org.strata.coll.base;

/**
 * Reduces a number of ranks to a power of two: of the first {@code 2 * surplus} ranks the even ones
 * send their data to their upper neighbours and wait for the result. The others are numbered in
 * rank order, so that a run of places always stands for a run of ranks.
 *
 * @param power number of ranks that stay, a power of two
 * @param surplus number of ranks that wait
 * @param place this rank's number among those that stay, -1 for one that waits
 */
public record Fold(int power, int surplus, int place) {
    /** Returns a rank's part in the fold. */
    public static Fold of(int rank, int size) {
        int power = Integer.highestOneBit(size);
        int surplus = size - power;
        return new Fold(power, surplus, placeOf(rank, surplus));
    }

    private static int placeOf(int rank, int surplus) {
        if (rank >= 2 * surplus) {
            return rank - surplus;
        }
        return rank % 2 == 0 ? -1 : rank / 2;
    }

    /**
     * Returns the place that stands for a rank: its own, or that of the neighbour with its data.
     */
    public int standIn(int rank) {
        return rank < 2 * surplus ? rank / 2 : rank - surplus;
    }

    /** Returns the rank at a place. */
    public int rank(int at) {
        return at < surplus ? 2 * at + 1 : at + surplus;
    }

    /** Returns whether this rank waits. */
    public boolean waits() {
        return place < 0;
    }

    /** Returns whether this rank has its lower neighbour's data, too. */
    public boolean standsForTwo() {
        return place >= 0 && place < surplus;
    }
}
