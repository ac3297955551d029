package org.strata.mca.pml;

import java.util.Objects;

/**
 * The tags of the library's own messages. They are negative: no receive of the program matches
 * them, not even one of any tag ({@link Pml#ANY_TAG} is -1). Each kind of message has a range; the
 * ranges do not overlap, so that a message of one kind never matches a receive of another on the
 * same communicator.
 */
public enum ReservedTags {
    /** The collectives with a choice of algorithms, a tag for each. */
    COLLECTIVES(-100, 100),

    /** Leaders of an inter-communicator's groups that make another communicator of it. */
    LEADERS(-1100, 1),

    /** The name of a new communicator of some members of this one. */
    CREATIONS(-1101, 1),

    /** Data of messages that a PML has matched by other means and another one carries. */
    DETOURS(-1200, 1),

    /**
     * Collectives in which every pair of processes exchanges messages of its own: a tag for each
     * channel between two processes.
     */
    PAIRWISE(-2000, (1 << 19) - 2000),

    /** Leaders of two groups that make an inter-communicator, by the program's tag. */
    BRIDGES(-(1 << 19), 1 << 19),

    /** Non-blocking duplications under way on a communicator, by turns. */
    DUPLICATIONS(-(1 << 20), 1 << 20),

    /** Non-blocking and persistent collectives of a communicator, by turns. */
    NON_BLOCKING(-(1 << 21), 1 << 21),

    /**
     * MPI_Comm_create_group, by the program's tag. There are 2^31 of those, as many as negative
     * ints: the last 2^22 share their tags with the first.
     */
    GROUPS(-(1 << 22), Integer.MAX_VALUE - (1 << 22) + 2);

    private final int first;
    private final int count;

    /**
     * @param first the highest tag; the range goes down from it
     */
    ReservedTags(int first, int count) {
        this.first = first;
        this.count = count;
    }

    /** Returns the number of tags. */
    public int count() {
        return count;
    }

    /** Returns a tag of the range, by its index from 0. */
    public int tag(int index) {
        return first - Objects.checkIndex(index, count);
    }

    /** Returns a tag for a number from 0 on; numbers beyond the range begin again at its start. */
    public int tagByTurns(int number) {
        return first - number % count;
    }
}
