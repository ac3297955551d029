package org.strata.mca.oob;

import java.util.concurrent.TimeoutException;

/**
 * One rank's out-of-band channel. Ranks are the processes' numbers in the job ({@link
 * org.strata.mca.proc.Proc#rank}). All methods are thread-safe. Blocking methods fail with {@link
 * OobException} when the job aborts or the channel is lost, so that nothing waits for ever.
 */
public interface Oob {
    /**
     * Publishes a value for other ranks to fetch; it can be fetched at once, no fence is needed.
     */
    void put(String key, byte[] value);

    /**
     * Fetches what another rank published under a key, waiting until it has; components fetch what
     * peers publish at start-up through {@link org.strata.mca.base.PeerCards}.
     *
     * @param rank the publisher's rank in MPI_COMM_WORLD
     * @param timeoutMillis how long to wait for it to appear
     * @throws TimeoutException when it has not appeared by then; the message names rank and key
     */
    byte[] get(int rank, String key, long timeoutMillis) throws TimeoutException;

    /**
     * Returns what a rank has published under a key, or null when nothing is known to be published
     * yet.
     */
    byte[] getIfPresent(int rank, String key);

    /** Waits until every rank of MPI_COMM_WORLD has called fence as often as this one. */
    void fence();

    /**
     * Sends a message to a rank. Messages from one rank to another with one tag arrive in order,
     * and none is lost while both live. Returns once the message is queued.
     *
     * @param tag selects the receiver, see {@link #listen}
     */
    void send(int rank, int tag, byte[] message);

    /**
     * Sets the listener of a tag. It runs on the channel's own thread: it must queue the message,
     * call {@code ProgressEngine.wake}, and return. Messages that arrived before are delivered
     * first.
     */
    void listen(int tag, Listener listener);

    /** Receives out-of-band messages. */
    @FunctionalInterface
    interface Listener {
        /** Handles one message; {@code source} is the sender's rank. */
        void onMessage(int source, byte[] message);
    }

    /** The channel is lost or the job aborts. */
    final class OobException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /**
         * @param message what is lost and what follows
         */
        public OobException(String message) {
            super(message);
        }
    }
}
