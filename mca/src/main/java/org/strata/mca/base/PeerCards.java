package org.strata.mca.base;

import org.strata.mca.oob.Oob;

import java.util.concurrent.TimeoutException;

/**
 * The exchange of business cards: what a component publishes of itself while its rank opens the
 * stack, and peers fetch when they need it.
 *
 * <p>A rank may be late by any time: the processors are busy, it is stopped, or in a debugger. So a
 * card is waited for as long as its rank is still opening; the launcher tells the user whom others
 * wait for.
 */
public final class PeerCards {
    /**
     * What every rank publishes once its stack is open: a card that is not there by then will never
     * be.
     */
    static final String OPENED = "mpi.opened";

    /** How long to wait before the first look at whether the rank is still opening. */
    private static final long FIRST_MILLIS = 20;

    /** How long to wait between two looks at most: each takes twice as long as the one before. */
    private static final long PATIENCE_MILLIS = 2_000;

    /** How long to wait at most, should the rank have failed unnoticed. */
    private static final long TIMEOUT_MILLIS = 600_000;

    private PeerCards() {}

    /** Publishes that this rank's stack is open. */
    static void opened(Oob oob) {
        oob.put(OPENED, new byte[0]);
    }

    /**
     * Fetches a card of another rank, waiting until it is published.
     *
     * @param rank the publisher's rank in MPI_COMM_WORLD
     * @param key the card's key
     * @throws TimeoutException when the rank has opened its stack without publishing it
     */
    public static byte[] fetch(Oob oob, int rank, String key) throws TimeoutException {
        return fetch(oob, rank, key, TIMEOUT_MILLIS);
    }

    /** As above, and waits no longer than a time in milliseconds. */
    public static byte[] fetch(Oob oob, int rank, String key, long mostMillis)
            throws TimeoutException {
        return fetch(oob, rank, key, FIRST_MILLIS, PATIENCE_MILLIS, mostMillis);
    }

    /** As above, with times of the caller's. */
    static byte[] fetch(
            Oob oob, int rank, String key, long firstMillis, long patienceMillis, long mostMillis)
            throws TimeoutException {
        long left = mostMillis;
        for (long step = firstMillis; ; step = Math.min(2 * step, patienceMillis)) {
            long wait = Math.min(step, left);
            left -= wait;
            try {
                return oob.get(rank, key, wait);
            } catch (TimeoutException e) {
                if (oob.getIfPresent(rank, OPENED) != null || left == 0) {
                    // The card may have come between the two looks.
                    byte[] late = oob.getIfPresent(rank, key);
                    if (late == null) {
                        throw e;
                    }
                    return late;
                }
            }
        }
    }
}
