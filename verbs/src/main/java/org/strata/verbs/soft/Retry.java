package org.strata.verbs.soft;

import org.strata.verbs.RnrTimer;
import org.strata.verbs.WcStatus;

/**
 * Timers and retry counts of the request at the head of a send queue. Accessed under its pair's
 * latch.
 */
final class Retry {
    private static final int FOR_EVER = 7;

    /** With timeout 0 a request waits for ever, and is retried this often. */
    private static final long NO_TIMEOUT_NANOS = 10_000_000L;

    /** Time until a request is retried that waits for another thread, or for a peer's help. */
    private static final long AGAIN_NANOS = 5_000L;

    private int timeout;
    private int retries;
    private int rnrRetries;
    private int retriesLeft;
    private int rnrRetriesLeft;
    private long notBefore = Long.MIN_VALUE;

    void configure(int newTimeout, int newRetries, int newRnrRetries) {
        timeout = newTimeout;
        retries = newRetries;
        rnrRetries = newRnrRetries;
        start();
    }

    /** Begins a new request. */
    void start() {
        retriesLeft = retries;
        rnrRetriesLeft = rnrRetries;
        notBefore = Long.MIN_VALUE;
    }

    /** Returns when to try, or retry: MIN_VALUE for at once. */
    long notBefore() {
        return notBefore;
    }

    /** Delays the request. */
    void delay(long until) {
        notBefore = until;
    }

    /**
     * Decides when to retry after an attempt that did not finish.
     *
     * @param result a constant of {@link Outcome}
     * @param rnrTimer of the peer: a code
     * @return SUCCESS to wait until {@link #notBefore}, or the status with which the request fails
     */
    int postpone(int result, int rnrTimer, long now) {
        switch (result) {
            case Outcome.NOT_READY -> {
                if (rnrRetries != FOR_EVER && rnrRetriesLeft-- <= 0) {
                    return WcStatus.RNR_RETRY_EXC_ERR;
                }
                retriesLeft = retries;
                notBefore = now + RnrTimer.nanos(rnrTimer);
            }
            case Outcome.NO_ANSWER -> {
                if (timeout != 0 && retriesLeft-- <= 0) {
                    return WcStatus.RETRY_EXC_ERR;
                }
                notBefore = now + (timeout == 0 ? NO_TIMEOUT_NANOS : 4096L << timeout);
            }
            default -> notBefore = now + AGAIN_NANOS;
        }
        return WcStatus.SUCCESS;
    }
}
