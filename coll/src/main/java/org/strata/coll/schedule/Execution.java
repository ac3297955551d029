package org.strata.coll.schedule;

import org.strata.mca.pml.Pml;

/** What a step sees of the schedule that executes it. */
interface Execution {
    /** Returns the PML that carries the messages. */
    Pml pml();

    /** Keeps the first failure, an Rc code. */
    void note(int result);

    /** Keeps what a function of the program has thrown; null for nothing. */
    void noteThrown(Throwable failure);
}
