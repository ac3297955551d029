package org.strata.pml.tupleq;

/**
 * How messages come from a peer on a communicator. The receiver decides it; {@link
 * IncomingPair#become} changes it. docs/protocol/tupleq.md has the events.
 */
enum InMode {
    /** By the queues of their tuples. */
    TUPLE,

    /** The peer is halted. Receives of the communicator are held until nothing lands any more. */
    CHANGING,

    /** By the PML below. */
    PLAIN,

    /** By the PML below; the peer is asked to use queues again, and receives from it are held. */
    RETURNING;

    /** Returns whether a pair may change from this mode to another one. */
    boolean mayBecome(InMode next) {
        return switch (this) {
            case TUPLE -> next == CHANGING || next == PLAIN;
            case CHANGING -> next == PLAIN;
            case PLAIN -> next == TUPLE || next == RETURNING;
            case RETURNING -> next == TUPLE || next == PLAIN;
        };
    }
}
