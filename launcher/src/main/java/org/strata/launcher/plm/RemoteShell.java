package org.strata.launcher.plm;

/**
 * Daemons are started one by one through a remote shell.
 *
 * @param agent what starts a daemon
 * @param retries how often a host that cannot be reached is tried
 * @param tree whether daemons start others
 * @param radix daemons that one process starts at most
 */
public record RemoteShell(AgentCommand agent, int retries, boolean tree, int radix)
        implements StartMethod {
    /** What ssh returns when it has no connection, or has lost it. */
    public static final int NO_CONNECTION = 255;
}
