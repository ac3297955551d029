package org.strata.launcher.job;

import org.strata.launcher.wire.NodeFacts;

import java.util.List;

/** What the daemons of other hosts report; nodes are counted from 1, as 0 is this host. */
interface NodeEvents {
    /** A daemon has connected, and waits for orders. */
    void ready(int node, NodeFacts facts);

    /** A daemon cannot do what it was told. */
    void failed(int node, List<String> lines);

    /** The connection to a daemon has ended. */
    void lost(int node, String reason);

    /** The remote shell that runs a daemon has ended. */
    void agentEnded(int node, int status, String output);

    /** A rank's process has ended. */
    void exited(int rank, int status);

    /**
     * A rank has left numbers for the report of the job; before its process is said to have ended.
     */
    void measured(int node, int rank, byte[] numbers);

    /** A rank has left events for the timeline; before its process is said to have ended. */
    void traced(int node, int rank, byte[] events);

    /** A daemon has something to tell the user. */
    void warned(int node, String line);
}
