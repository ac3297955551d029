package org.strata.benchmarks.scaling;

import org.strata.mca.pml.Pml;

/**
 * One way to fill the matching queues and to empty them again.
 *
 * @param queue which queue has many entries
 * @param manySources whether the messages come from up to {@link #MANY} sources, or from one
 * @param wanted what the receives name
 * @param order in which order the second side arrives
 */
record QueueShape(Queue queue, boolean manySources, Wanted wanted, Order order) {
    /** Sources of the messages where there are many. */
    static final int MANY = 1000;

    /** The tag of all messages in {@link Order#ONE_TAG}. */
    private static final int TAG = 7;

    /** Which side waits in the queue. */
    enum Queue {
        /** Receives are posted, then the messages arrive. */
        POSTED,
        /** The messages arrive, then the receives are posted. */
        UNEXPECTED
    }

    /** What a receive names. */
    enum Wanted {
        SOURCE_AND_TAG(false, false),
        TAG(true, false),
        SOURCE(false, true),
        NOTHING(true, true);

        private final boolean anySource;
        private final boolean anyTag;

        Wanted(boolean anySource, boolean anyTag) {
            this.anySource = anySource;
            this.anyTag = anyTag;
        }

        /** Returns the source that a receive names for a message. */
        int source(int source) {
            return anySource ? Pml.ANY_SOURCE : source;
        }

        /** Returns the tag that a receive names for a message. */
        int tag(int tag) {
            return anyTag ? Pml.ANY_TAG : tag;
        }
    }

    /** In which order entries leave the queue. */
    enum Order {
        /** Each entry has a tag of its own; the oldest leaves first. */
        FORWARD,
        /** Each entry has a tag of its own; the youngest leaves first. */
        BACKWARD,
        /** All entries have one tag; the oldest leaves first. */
        ONE_TAG
    }

    /** Returns the number of sources. */
    int sources(int entries) {
        return manySources ? Math.min(entries, MANY) : 1;
    }

    /** Returns the source of an entry's message. */
    int source(int entry, int entries) {
        return entry % sources(entries);
    }

    /** Returns the tag of an entry's message. */
    int tag(int entry) {
        return order == Order.ONE_TAG ? TAG : entry;
    }

    /** Returns the entry that leaves as the given one from the first. */
    int leaving(int place, int entries) {
        return order == Order.BACKWARD ? entries - 1 - place : place;
    }
}
