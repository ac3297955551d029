package org.strata.pml.ob1.protocol;

/** How one message travels. */
public enum Protocol {
    /** One packet with all data, copied; complete at once. */
    EAGER,
    /** One packet with all data; complete when the receiver has matched it. */
    EAGER_SYNCHRONOUS,
    /** First part, ACK, fragments by copy. */
    RENDEZVOUS,
    /** Matching data only, then as {@link #RENDEZVOUS}: the receiver asked to hold back data. */
    RENDEZVOUS_EMPTY,
    /** Matching data and address: the receiver reads the data itself. */
    RGET
}
