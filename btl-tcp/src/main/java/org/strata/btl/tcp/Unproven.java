package org.strata.btl.tcp;

/** An accepted connection whose initiator has not authenticated itself yet. */
interface Unproven extends Timed {
    /** Returns whether the initiator knows the job's secret. */
    boolean greeted();
}
