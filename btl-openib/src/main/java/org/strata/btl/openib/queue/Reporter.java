package org.strata.btl.openib.queue;

/** Something with results whose callbacks have not run. */
abstract class Reporter {
    /** Whether it is listed for the next round of callbacks. */
    boolean listed;

    /**
     * Runs the callbacks of the results that there are now; those of results that the callbacks
     * themselves bring about run in the next round.
     *
     * @return how many
     */
    abstract int report();
}
