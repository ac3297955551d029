package org.strata.pml.ob1.protocol;

/** The protocols by which ob1 sends a message. */
public enum Protocol {
    /** One packet with all data, copied; complete at once. */
    EAGER,
    /** One packet with all data; complete when the receiver has matched it. */
    EAGER_SYNCHRONOUS,
    /** First part, ACK, fragments by copy. */
    RENDEZVOUS,
    /** Matching data only, then as {@link #RENDEZVOUS}: the receiver asked to hold back data. */
    RENDEZVOUS_EMPTY,
    /** Matching data and addresses: the receiver reads the data itself. */
    RGET,
    /**
     * Matching data; the receiver answers with the address of its buffer, and the sender writes all
     * of it.
     */
    RPUT,
    /** As {@link #RPUT}; both sides register whole buffers and keep the registrations. */
    LEAVE_PINNED,
    /** First part, fragments while the receiver registers, then one write per registered piece. */
    PIPELINE,
    /** As {@link #PIPELINE}; pieces are aligned to segments, and their registrations are kept. */
    PIPELINE_LEAVE_PINNED;

    /** Returns whether the sender writes the data into the receiver's memory. */
    public boolean writes() {
        return ordinal() >= RPUT.ordinal();
    }

    /** Returns whether the first packet carries data, and RDMA moves the rest in pieces. */
    public boolean pipelined() {
        return this == PIPELINE || this == PIPELINE_LEAVE_PINNED;
    }
}
