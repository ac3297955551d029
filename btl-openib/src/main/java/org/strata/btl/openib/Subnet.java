package org.strata.btl.openib;

import org.strata.verbs.Gid;

import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.function.ToIntFunction;

/** Numbers of subnets: equal for ports that reach each other without a router. */
final class Subnet {
    /** Distinguishes them from prefixes of GIDs: this bit is set in none that is in use. */
    private static final long OF_IP = 1L << 62;

    private Subnet() {}

    /** Returns the subnet of a port of this host. */
    static long of(Gid gid) {
        return of(gid, Subnet::prefixLength);
    }

    /**
     * Returns the GID's prefix; of an IPv4 address the network that it belongs to.
     *
     * @param prefixLength bits that the addresses of an address's network share; below 0 when that
     *     is not known
     */
    static long of(Gid gid, ToIntFunction<InetAddress> prefixLength) {
        if (!gid.isIpv4()) {
            return gid.subnetPrefix();
        }
        int address = (int) gid.interfaceId();
        int bits = prefixLength.applyAsInt(inet(address));
        if (bits < 0) {
            return OF_IP;
        }
        long network = bits == 0 ? 0 : address & (-1 << (Integer.SIZE - bits));
        return OF_IP | ((long) bits << Integer.SIZE) | (network & 0xffff_ffffL);
    }

    private static InetAddress inet(int address) {
        try {
            return InetAddress.getByAddress(ByteBuffer.allocate(4).putInt(address).array());
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int prefixLength(InetAddress address) {
        try {
            NetworkInterface found = NetworkInterface.getByInetAddress(address);
            if (found != null) {
                for (InterfaceAddress each : found.getInterfaceAddresses()) {
                    if (each.getAddress().equals(address)) {
                        return each.getNetworkPrefixLength();
                    }
                }
            }
        } catch (SocketException e) {
            // A container may not see the interface: then all its ports count as of one network.
            return -1;
        }
        return -1;
    }
}
