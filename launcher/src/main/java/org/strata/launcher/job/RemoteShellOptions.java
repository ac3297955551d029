package org.strata.launcher.job;

/**
 * How daemons are started through a remote shell.
 *
 * @param retries how often a host that cannot be reached is tried
 * @param tree whether daemons start others
 * @param radix daemons that one process starts at most
 */
record RemoteShellOptions(int retries, boolean tree, int radix) {
    /** What ssh returns when it has no connection, or has lost it. */
    static final int NO_CONNECTION = 255;
}
