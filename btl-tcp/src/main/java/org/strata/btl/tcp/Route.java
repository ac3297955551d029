package org.strata.btl.tcp;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * How one of our links reaches one of a peer's.
 *
 * @param remoteLink index of the peer's link
 * @param candidates addresses to try, best first; never empty
 */
record Route(int remoteLink, List<Candidate> candidates) {
    /**
     * @param local the address to connect from, null to leave it to the system
     * @param remote where the peer listens
     */
    record Candidate(InetAddress local, InetSocketAddress remote) {}
}
