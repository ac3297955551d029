package org.strata.mca.pml;

/** The communication modes of MPI 3.1 §3.4. */
public enum SendMode {
    /** May complete before the receive is posted. */
    STANDARD,
    /** Completes by copying to the attached buffer. */
    BUFFERED,
    /** Completes only after the receive has matched. */
    SYNCHRONOUS,
    /** The receive is already posted; treated as standard. */
    READY
}
