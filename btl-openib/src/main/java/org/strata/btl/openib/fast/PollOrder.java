package org.strata.btl.openib.fast;

/** In what order a link polls its rings. */
public enum PollOrder {
    /** From the first to the last. */
    SEQUENTIAL,

    /** Begins behind the last ring that had a packet. */
    CIRCULAR,

    /** Rings that had packets lately each time, the others once in so many polls. */
    PRIORITISED
}
