package org.strata.opal.platform;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * The algorithm by which the system limits how much of a TCP connection is under way. The JDK has
 * no option for it. Tier 3. Stateless.
 */
public interface SocketCalls {
    /** Returns the algorithm of new sockets; empty where the system does not say. */
    String defaultCongestion();

    /**
     * Sets the algorithm of a TCP socket that is bound and not connected: a connection may keep
     * what a former algorithm has set up, such as pacing. A listening socket's is inherited by the
     * connections that it accepts.
     *
     * @param local the socket's address
     * @return whether the system has accepted it; it knows only some algorithms, and may reserve
     *     one of them
     */
    boolean setCongestion(InetSocketAddress local, String algorithm);

    /** Returns the algorithms of the TCP sockets that are bound to an address, connected or not. */
    List<String> congestionOf(InetSocketAddress local);
}
