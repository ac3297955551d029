package org.strata.opal.progress;

/**
 * Is told of waits that find nothing to do, by the thread that waits: it may take as long as a
 * pause. A wait that ends while it is hot is not told of, so the paths of short messages pay
 * nothing for an observer.
 */
public interface WaitObserver {
    /**
     * The thread has polled in vain, and is about to pause.
     *
     * @param what what it waits for
     * @param first whether the wait has just gone cold
     */
    void resting(Completion what, boolean first);

    /** The pause is over; the thread polls again. */
    void rested();
}
