package org.strata.osc.pt2pt;

/** What a message of a window asks for, or answers. */
enum RequestKind {
    /** Describes the datatype of the operations that follow. */
    LAYOUT,
    PUT,
    GET,
    ACCUMULATE,
    /** Get-accumulate and fetch-and-op. */
    GET_ACCUMULATE,
    COMPARE_AND_SWAP,
    /** Asks for an {@link #ACKNOWLEDGEMENT}. */
    FLUSH,
    LOCK_SHARED,
    LOCK_EXCLUSIVE,
    /** Releases the lock, and asks for an {@link #ACKNOWLEDGEMENT}. */
    UNLOCK,
    /** All earlier operations are complete; says which one was refused. */
    ACKNOWLEDGEMENT,
    /** The lock is held; or it is not, because a member that has it is lost. */
    GRANT,
    /** The sender's window is exposed to the receiver. */
    POST,
    /** The sender has completed its operations on the receiver's exposed window. */
    COMPLETE;

    private static final RequestKind[] ALL = values();

    /** Returns the kind with a number from the wire, or null. */
    static RequestKind of(int number) {
        return number >= 0 && number < ALL.length ? ALL[number] : null;
    }
}
