package org.strata.opal.sys;

import org.strata.opal.platform.Platform;
import org.strata.opal.platform.SocketCalls;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * The algorithm by which the system limits how much of a TCP connection is under way. Tier 3.
 * Stateless.
 */
public final class CongestionControl {
    private static final SocketCalls CALLS = Platform.services().sockets();

    private CongestionControl() {}

    /** Returns the algorithm of new sockets; empty where the system does not say. */
    public static String systemDefault() {
        return CALLS.defaultCongestion();
    }

    /**
     * Sets the algorithm of a TCP socket that is bound and not connected; returns whether the
     * system has accepted it.
     *
     * @param local the socket's address
     */
    public static boolean set(InetSocketAddress local, String algorithm) {
        return CALLS.setCongestion(local, algorithm);
    }

    /** Returns the algorithms of the TCP sockets that are bound to an address, connected or not. */
    public static List<String> of(InetSocketAddress local) {
        return CALLS.congestionOf(local);
    }
}
