package org.strata.mca.pml;

import org.strata.opal.progress.Completion;

/**
 * An operation under way in the PML; pooled. The status fields are valid once {@link #isDone}.
 *
 * <p>Ownership: the caller that got it from the Pml owns it until {@link #release}, whether
 * complete or not; an incomplete released request finishes by itself. Persistent requests start
 * inactive, are activated by {@link Pml#start} and stay owned across completions.
 */
public abstract class PmlRequest extends PmlStatus implements Completion {
    /**
     * Returns whether the operation is complete in MPI's sense (the buffer may be reused). Inactive
     * persistent requests are done.
     */
    @Override
    public abstract boolean isDone();

    /** Tries to cancel: only a receive that has not matched can be (MPI 3.1 §3.8.4). */
    public abstract void cancel();

    /** Gives the request back to the PML. */
    public abstract void release();
}
