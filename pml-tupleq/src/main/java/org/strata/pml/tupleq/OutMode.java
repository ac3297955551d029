package org.strata.pml.tupleq;

/**
 * How messages go to a peer on a communicator. It follows what the receiver says; {@link
 * OutgoingPair#become} changes it. docs/protocol/tupleq.md has the events.
 */
enum OutMode {
    /** By the queues of their tuples. */
    TUPLE,

    /** The receiver has said PLAIN; the lanes have not completed all messages of the pair. */
    CHANGING,

    /** By the PML below. */
    PLAIN;

    /** Returns whether a pair may change from this mode to another one. */
    boolean mayBecome(OutMode next) {
        return switch (this) {
            case TUPLE -> next == CHANGING;
            case CHANGING -> next == PLAIN;
            case PLAIN -> next == TUPLE;
        };
    }
}
