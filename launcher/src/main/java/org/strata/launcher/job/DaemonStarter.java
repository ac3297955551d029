package org.strata.launcher.job;

import java.util.List;

/** Starts the daemons of a job by one method. One thread uses it. */
interface DaemonStarter {
    /** Starts the daemons that wait for no other. */
    void start();

    /** A daemon is connected: it may start others. */
    void connected(int node);

    /**
     * What ran a daemon has ended.
     *
     * @return the lines of the failure, or null when the daemon will be started again
     */
    List<String> ended(int node, int status, String output);

    /** Starts those daemons again whose time has come. */
    void repeat();

    /** Returns the milliseconds until {@link #repeat} has something to do; a second at most. */
    long pauseMillis();

    /** Returns how long ago the start of a daemon was begun, in nanoseconds; 0 before. */
    long age(int node);

    /** Returns the lines about a daemon that does not connect. */
    List<String> silent(int node, int seconds);
}
