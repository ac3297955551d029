package org.strata.launcher.map;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Set;

/** Knows which names mean the host of mpirun. */
public final class Hosts {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1", "[::1]");

    private final String localName;

    /**
     * @param localName this host's name
     */
    public Hosts(String localName) {
        this.localName = localName;
    }

    /** Returns this host's name for each of its names and addresses, other names unchanged. */
    public String canonical(String name) {
        return isLocal(name) ? localName : name;
    }

    private boolean isLocal(String name) {
        if (LOOPBACK.contains(name) || name.equals(localName) || localName.startsWith(name + ".")) {
            return true;
        }
        try {
            for (InetAddress address : InetAddress.getAllByName(name)) {
                if (address.isLoopbackAddress()
                        || NetworkInterface.getByInetAddress(address) != null) {
                    return true;
                }
            }
        } catch (UnknownHostException | SocketException e) {
            return false;
        }
        return false;
    }
}
