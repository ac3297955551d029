package org.strata.pml.base.match;

/**
 * Bounds the memory of unexpected packets. When those of one process exceed a limit, this rank asks
 * that process to hold back data; when half of the limit has been received, it asks the process to
 * go on.
 */
public final class FlowControl {
    /** Bytes that an unexpected packet is counted with besides its own. */
    private static final int BOOKKEEPING = 64;

    private final long limit;
    private final Signal signal;

    /** Carries requests to hold back or to go on to the other process. */
    @FunctionalInterface
    public interface Signal {
        /**
         * Sends a request. Requests may arrive in another order than they are sent: the receiver
         * ignores one whose number is not above the last.
         *
         * @param hold true to hold back data, false to go on
         * @param number of the request among those to this process, from 1; wraps
         */
        void send(PeerProcess process, boolean hold, int number);
    }

    /**
     * @param limit bytes of unexpected packets kept per process
     * @param signal carries the requests
     */
    public FlowControl(long limit, Signal signal) {
        this.limit = limit;
        this.signal = signal;
    }

    /** Counts a kept packet. */
    void keep(PeerProcess process, int length) {
        process.unexpectedBytes += (long) length + BOOKKEEPING;
        if (process.unexpectedBytes > limit && !process.holding) {
            send(process, true);
        }
    }

    /** Counts a packet that is kept no longer. */
    void release(PeerProcess process, int length) {
        process.unexpectedBytes -= (long) length + BOOKKEEPING;
        if (process.holding && process.unexpectedBytes <= limit / 2) {
            send(process, false);
        }
    }

    private void send(PeerProcess process, boolean hold) {
        process.holding = hold;
        signal.send(process, hold, ++process.signals);
    }
}
