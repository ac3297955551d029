package org.strata.verbs.soft;

/**
 * Results of an attempt to execute a request that has not finished it; results from 0 are a {@link
 * org.strata.verbs.WcStatus}.
 */
final class Outcome {
    /** No answer; counts against the transport retries. */
    static final int NO_ANSWER = -1;

    /** The peer has no receive posted; counts against the RNR retries. */
    static final int NOT_READY = -2;

    /** Retry later; counts against no limit. */
    static final int AGAIN = -3;

    private Outcome() {}
}
