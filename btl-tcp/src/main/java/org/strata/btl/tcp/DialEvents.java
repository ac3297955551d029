package org.strata.btl.tcp;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** What an attempt to connect reports to the endpoint for which it was made. */
interface DialEvents {
    /** The attempt has a connected socket, and begins the handshake. */
    void onSocketConnected();

    /** The attempt continues with another socket. */
    void onRetry(String why);

    /** The peer has admitted the connection: the attempt is over. */
    void onAdmitted(SocketChannel connected, SelectionKey connectedKey);

    /** The attempt pauses: the peer's own connection may be admitted meanwhile. */
    void onPause();

    /** No address of the peer works: the attempt is over. */
    void onUnreachable(String reason);
}
