package org.strata.ess.base;

import java.io.IOException;

/**
 * A launcher that is not ours, as one of its processes sees it: who the process is, and a key-value
 * space that all processes share. Used by one thread, but for {@link #abort}.
 */
public interface ForeignLauncher {
    /** Returns this process's rank. */
    int rank();

    /** Returns the number of processes. */
    int size();

    /** Returns the number of slots, or a number below 1 where the launcher does not tell. */
    int universeSize();

    /** Returns the index of this process's program. */
    int appNum();

    /**
     * Publishes a value, which others see after the next fence.
     *
     * @param key letters and digits; each rank has its own keys
     * @param value letters, digits, - and _ (base64url)
     */
    void put(String key, String value) throws IOException;

    /** Waits until all processes have called it. */
    void fence() throws IOException;

    /** Returns the value that a rank has published before the last fence. */
    String get(int rank, String key) throws IOException;

    /** Asks the launcher to end the job; it may or may not return. From any thread. */
    void abort(int code, String message);

    /** Leaves the launcher's job: the process may end from now on. */
    void finish();
}
