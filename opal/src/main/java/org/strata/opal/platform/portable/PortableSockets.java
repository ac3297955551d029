package org.strata.opal.platform.portable;

import org.strata.opal.platform.SocketCalls;

import java.net.InetSocketAddress;
import java.util.List;

/** The system chooses the algorithm. */
final class PortableSockets implements SocketCalls {
    @Override
    public String defaultCongestion() {
        return "";
    }

    @Override
    public boolean setCongestion(InetSocketAddress local, String algorithm) {
        return false;
    }

    @Override
    public List<String> congestionOf(InetSocketAddress local) {
        return List.of();
    }
}
