package org.strata.mca.pml;

import org.strata.opal.Rc;

/** The outcome of a receive or probe. Its owner reuses it; plain fields, tier 1. */
public class PmlStatus {
    /** Rank of the sender in the communicator. */
    public int source;

    /** Tag of the message. */
    public int tag;

    /** {@link Rc} code of the operation. */
    public int error;

    /** Bytes received, packed size; at most the buffer's. */
    public long bytes;

    /**
     * Bytes of the whole message, where {@link #error} is {@link Rc#TRUNCATED}; 0 if the PML does
     * not know them. Anything in other cases: no receive that succeeds writes it.
     */
    public long messageBytes;

    /** Whether the operation was cancelled. */
    public boolean cancelled;

    /** Copies all fields from another status. */
    public final void copyFrom(PmlStatus other) {
        source = other.source;
        tag = other.tag;
        error = other.error;
        bytes = other.bytes;
        messageBytes = other.messageBytes;
        cancelled = other.cancelled;
    }

    /** Sets the fields of a message that was received without an error. */
    public final void set(int from, int messageTag, long received) {
        source = from;
        tag = messageTag;
        error = Rc.OK;
        bytes = received;
        cancelled = false;
    }

    /**
     * Sets the fields of an empty status (MPI 3.1 §3.7.3): any source, any tag, success, 0 bytes.
     */
    public final void setEmpty() {
        source = Pml.ANY_SOURCE;
        tag = Pml.ANY_TAG;
        error = Rc.OK;
        bytes = 0;
        messageBytes = 0;
        cancelled = false;
    }
}
