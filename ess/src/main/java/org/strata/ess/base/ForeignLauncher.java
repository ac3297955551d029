package org.strata.ess.base;

import java.io.IOException;
import java.util.List;

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
     * Returns the host of each rank, by any name that is the same for all ranks of a host, or an
     * empty list where the launcher does not tell. Where it does, ranks join with one fence instead
     * of two, and are all of program 0.
     */
    default List<String> hosts() {
        return List.of();
    }

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

    /**
     * This process is a member of its job.
     *
     * @param jobId the job's name; files that its ranks share are {@code /dev/shm/strata.<jobId>.*}
     */
    default void joined(String jobId) {}

    /** Asks the launcher to end the job; it may or may not return. From any thread. */
    void abort(int code, String message);

    /**
     * Asks the launcher to end the job, because a rank has ended it: by an abort, or by leaving
     * without MPI.Finalize. As {@link #abort}, but that this process is not the cause unless it is
     * that rank.
     */
    default void ended(int rank, int code, String reason) {
        abort(code, reason);
    }

    /** Leaves the launcher's job: the process may end from now on. */
    void finish();
}
