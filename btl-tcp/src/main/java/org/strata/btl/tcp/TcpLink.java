package org.strata.btl.tcp;

import org.strata.mca.proc.Proc;

/** What an endpoint sees of its link. */
interface TcpLink {
    /** Returns this process's rank. */
    int rank();

    /** Returns the link's name, for messages. */
    String name();

    /** Returns the selector and deadlines that the links of the rank share. */
    Reactor reactor();

    /** Returns the link's route to a peer; null, with a line on the verbose stream, for none. */
    Route findRoute(Proc peer);

    /** Makes an attempt to connect an endpoint, which is not started yet. */
    OutgoingConnection dial(TcpEndpoint endpoint);

    /** From now on sends are gathered. */
    void beginGather();

    /** Writes what was gathered; from now on sends are written at once. */
    void endGather();

    /** Returns whether sends are gathered instead of written at once. */
    boolean gathers();

    /** Returns the gathered bytes to one peer that are written without waiting for more. */
    int gatherSize();

    /** Adds an endpoint to the list of those to flush; returns the next in the list. */
    TcpEndpoint gather(TcpEndpoint endpoint);

    /** Passes a received message to the upper layer. */
    void dispatch(TcpEndpoint from, int tag, long address, int length);

    /** An endpoint's socket is connected: it is polled from now on. */
    void onConnected(TcpEndpoint endpoint);

    /** An endpoint's socket is closed. */
    void onDisconnected(TcpEndpoint endpoint);

    /** An endpoint has failed for good: the upper layer is notified by the next progress. */
    void onFailed(TcpEndpoint endpoint, String reason);

    /** Prints a change of an endpoint's state on the verbose stream. */
    void trace(TcpEndpoint endpoint, EndpointState from, EndpointState to, String why);

    /** Prints a line on the verbose stream. */
    void verbose(String line);
}
