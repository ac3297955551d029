package org.strata.mca.oob;

import java.util.concurrent.TimeoutException;

/**
 * One rank's out-of-band channel. All methods are thread-safe. Blocking methods fail with {@link
 * OobException} when the job is being aborted or the channel is lost, so nothing waits for ever.
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

    /** Returns what a rank published under a key if it is known to exist by now, else null. */
    byte[] getIfPresent(int rank, String key);

    /** Waits until every rank of the job has called fence as often as this one. */
    void fence();

    /**
     * Sends a message to a rank. Messages from one rank to another with one tag arrive in order,
     * and none is lost while both live. Returns once the message is queued.
     *
     * @param tag selects the receiver, see {@link #listen}
     */
    void send(int rank, int tag, byte[] message);

    /**
     * Sets who receives the messages of a tag. The listener runs on the channel's own thread: it
     * must hand over (queue and {@code ProgressEngine.wake}) and return. Messages that came before
     * are kept and delivered first.
     */
    void listen(int tag, Listener listener);

    /** Receives out-of-band messages. */
    @FunctionalInterface
    interface Listener {
        /** Handles one message; {@code source} is the sender's rank. */
        void onMessage(int source, byte[] message);
    }

    /** The channel is lost or the job is being aborted. */
    final class OobException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /**
         * @param message what was lost and what follows
         */
        public OobException(String message) {
            super(message);
        }
    }
}
