package org.strata.btl.tcp;

/** A socket that accepts connections: polled rarely, or watched once there is a selector. */
interface ListeningSocket extends Selected {
    /** Has the selector watch the socket. */
    void watch();

    /** Closes the socket. */
    void close();
}
