package org.strata.btl.tcp;

import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * What the choice of interfaces needs to know of one network interface of this machine.
 *
 * @param index the interface's number in the system
 * @param bandwidth Mbit/s, 0 for unknown
 */
record HostInterface(
        String name,
        int index,
        boolean up,
        boolean loopback,
        int bandwidth,
        List<Address> addresses) {

    /**
     * @param prefix length of the subnet's prefix in bits
     */
    record Address(InetAddress ip, int prefix) {}

    /** Returns this machine's interfaces in the system's order. */
    static List<HostInterface> scan() throws SocketException {
        List<HostInterface> all = new ArrayList<>();
        for (NetworkInterface one : NetworkInterface.networkInterfaces().toList()) {
            List<Address> addresses = new ArrayList<>();
            one.getInterfaceAddresses()
                    .forEach(a ->
                            addresses.add(new Address(a.getAddress(), a.getNetworkPrefixLength())));
            all.add(
                    new HostInterface(
                            one.getName(),
                            one.getIndex(),
                            one.isUp(),
                            one.isLoopback(),
                            speed(one.getName()),
                            List.copyOf(addresses)));
        }
        all.sort((a, b) -> Integer.compare(a.index(), b.index()));
        return all;
    }

    private static int speed(String name) {
        try {
            String text =
                    Files.readString(HostFiles.system("class/net").resolve(name).resolve("speed"));
            return Math.max(0, Integer.parseInt(text.trim()));
        } catch (IOException | NumberFormatException e) {
            // Virtual interfaces have no such file: the speed is unknown.
            return 0;
        }
    }
}
