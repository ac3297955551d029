package org.strata.oob;

/**
 * Receives what daemons send to mpirun. Called on the event loop: an implementation queues the
 * event and returns.
 */
public interface DaemonEvents {
    /** The daemon of a node has connected and proved itself. */
    void connected(int node);

    /** The daemon of a node has sent a message. */
    void received(int node, byte[] message);

    /** The connection to the daemon of a node has ended. */
    void lost(int node, String reason);
}
