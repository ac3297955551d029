package org.strata.oob;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

class TcpOobContractTest extends OobClientContract {
    @Override
    SocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }
}
