package org.strata.ess.base;

import org.strata.mca.base.AddressPattern;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.List;

/** Chooses the address on which rank 0 accepts the other ranks: never that of all interfaces. */
final class ServerAddress {
    private static final int ANY_PORT = 9;

    private ServerAddress() {}

    /**
     * Returns the address.
     *
     * @param include interfaces, addresses or networks that the user names; empty for any
     * @param others names of the hosts of other ranks
     */
    static InetAddress choose(String include, Collection<String> others) throws IOException {
        List<InetAddress> own = own();
        if (!include.isBlank()) {
            for (String word : include.split(",")) {
                for (InetAddress address : own) {
                    if (isOn(address, word.strip())) {
                        return address;
                    }
                }
            }
            throw new IOException("this host has no interface of oob_if_include = " + include);
        }
        if (others.isEmpty()) {
            return InetAddress.getLoopbackAddress();
        }
        for (String other : others) {
            InetAddress address = routeTo(other);
            if (address != null) {
                return address;
            }
        }
        return own.stream()
                .filter(address -> !address.isLoopbackAddress())
                .findFirst()
                .orElseThrow(() -> new IOException("this host has no address but loopback"));
    }

    /** Returns the address from which packets to a host would be sent; null if there is none. */
    private static InetAddress routeTo(String host) {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(host), ANY_PORT));
            InetAddress local = socket.getLocalAddress();
            return local.isAnyLocalAddress() || local.isLoopbackAddress() ? null : local;
        } catch (UnknownHostException | SocketException | UncheckedIOException e) {
            return null;
        }
    }

    private static List<InetAddress> own() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .filter(ServerAddress::usable)
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLinkLocalAddress())
                .toList();
    }

    private static boolean usable(NetworkInterface network) {
        try {
            return network.isUp();
        } catch (SocketException e) {
            return false;
        }
    }

    private static boolean isOn(InetAddress address, String word) throws SocketException {
        NetworkInterface network = NetworkInterface.getByInetAddress(address);
        return network != null && AddressPattern.of(word).matches(network.getName(), address);
    }
}
