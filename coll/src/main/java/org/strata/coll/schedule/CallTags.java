package org.strata.coll.schedule;

import org.strata.mca.pml.ReservedTags;
import org.strata.mca.pml.TagTurns;

/** The tags of one recorded collective on one communicator. Inside the bracket. */
interface CallTags {
    /**
     * Returns the tag of a number.
     *
     * @param number among those of the collective, from 0
     */
    int tag(int number);

    /** Returns whether messages with these tags may be exchanged. */
    boolean mayBegin();

    /** No message has these tags any more, and the collective exchanges none from now on. */
    void end();

    /** The tags of a non-blocking collective. */
    record Turned(TagTurns.Turn turn) implements CallTags {
        @Override
        public int tag(int number) {
            return turn.tag(number);
        }

        @Override
        public boolean mayBegin() {
            return turn.mayBegin();
        }

        @Override
        public void end() {
            turn.end();
        }
    }

    /**
     * The tags of a persistent collective.
     *
     * @param numbers all of the communicator
     * @param first the first one
     * @param count how many they are
     */
    record Held(HeldNumbers numbers, int first, int count) implements CallTags {
        @Override
        public int tag(int number) {
            return ReservedTags.PERSISTENT.tag(first + number);
        }

        @Override
        public boolean mayBegin() {
            return true;
        }

        @Override
        public void end() {
            numbers.free(first, count);
        }
    }
}
