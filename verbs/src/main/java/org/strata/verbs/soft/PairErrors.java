package org.strata.verbs.soft;

/** Changes a queue pair to ERR when one of its requests has failed. Call under its latch. */
interface PairErrors {
    /**
     * Changes the state to ERR, before the completion that reports the error; {@link
     * #enterErrorAndFlush} must follow.
     */
    void enterError();

    /** Changes the state to ERR and flushes, once. */
    void enterErrorAndFlush();
}
