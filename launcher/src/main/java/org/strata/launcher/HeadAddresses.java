package org.strata.launcher;

import org.strata.launcher.cli.UsageException;
import org.strata.mca.base.AddressPattern;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Chooses where mpirun listens for the daemons of other hosts. */
final class HeadAddresses {
    /** Any port but 0: nothing is sent to it. */
    private static final int SOME_PORT = 9;

    /** Hosts whose routes are looked up: those of one job are in few networks. */
    private static final int ASKED = 16;

    /** Interfaces whose networks exist on each host by themselves. */
    private static final List<String> VIRTUAL =
            List.of("docker", "virbr", "cni", "flannel", "veth");

    private HeadAddresses() {}

    /**
     * Returns the addresses: those of the interfaces that a parameter names, or else those from
     * which this host reaches the others, or else, where their names mean nothing here, all.
     *
     * @param include value of {@code oob_if_include}: names of interfaces, addresses, or networks
     * @param hosts the other hosts
     */
    static List<InetAddress> choose(String include, List<String> hosts)
            throws UsageException, SocketException {
        if (!include.isBlank()) {
            return included(include);
        }
        Set<InetAddress> found = new LinkedHashSet<>();
        for (String host : hosts.subList(0, Math.min(ASKED, hosts.size()))) {
            InetAddress address = towards(host);
            if (address != null) {
                found.add(address);
            }
        }
        return found.isEmpty() ? all() : List.copyOf(found);
    }

    private static List<InetAddress> included(String include)
            throws UsageException, SocketException {
        List<AddressPattern> wanted =
                Stream.of(include.split(",")).map(String::strip).map(AddressPattern::of).toList();
        List<InetAddress> found = new ArrayList<>();
        for (NetworkInterface one : NetworkInterface.networkInterfaces().toList()) {
            for (InetAddress address : usable(one)) {
                if (wanted.stream().anyMatch(each -> each.matches(one.getName(), address))) {
                    found.add(address);
                }
            }
        }
        if (found.isEmpty()) {
            throw new UsageException(
                    "oob_if_include = "
                            + include
                            + " names no interface, address or network of this host that is up.");
        }
        return found;
    }

    /** Returns the address that packets to a host come from, or null when it is not known here. */
    private static InetAddress towards(String host) {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(host), SOME_PORT));
            InetAddress address = socket.getLocalAddress();
            return address.isAnyLocalAddress() || address.isLinkLocalAddress() ? null : address;
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    /** Returns the addresses of all real networks, or of the loopback when there are none. */
    private static List<InetAddress> all() throws SocketException {
        List<InetAddress> found = new ArrayList<>();
        for (NetworkInterface one : NetworkInterface.networkInterfaces().toList()) {
            if (!one.isLoopback() && VIRTUAL.stream().noneMatch(one.getName()::startsWith)) {
                found.addAll(usable(one));
            }
        }
        return found.isEmpty() ? List.of(InetAddress.getLoopbackAddress()) : found;
    }

    private static List<InetAddress> usable(NetworkInterface one) throws SocketException {
        if (!one.isUp()) {
            return List.of();
        }
        return one.inetAddresses()
                .filter(address -> !address.isLinkLocalAddress())
                .sorted((a, b) ->
                        Boolean.compare(b instanceof Inet4Address, a instanceof Inet4Address))
                .toList();
    }
}
