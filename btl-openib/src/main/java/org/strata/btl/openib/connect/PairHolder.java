package org.strata.btl.openib.connect;

/**
 * One end of a connection as the budget of queue pairs sees it: it wants queue pairs, or has some.
 */
public interface PairHolder {
    /** Returns how many queue pairs it has when it is connected. */
    int pairs();

    /** Makes its queue pairs; throws when the adapter has none, or no memory for receives. */
    void openPairs();

    /** Its queue pairs have been made. */
    void onGranted();

    /**
     * Its queue pairs could not be made, and nobody else has any that could be closed. It tries
     * again soon; returns whether that has gone on for too long.
     */
    boolean onRefused(String why);

    /** Returns where its connection stands. */
    ConnectionState state();

    /** Returns when it was used last, as a number that grows. */
    long lastUsed();

    /** Returns whether it is closed before all that are not, because nothing waits for it. */
    boolean isSpare();

    /** Closes its connection, since others need the queue pairs. */
    void evict();

    /** Queue pairs may be had. */
    void resume();
}
