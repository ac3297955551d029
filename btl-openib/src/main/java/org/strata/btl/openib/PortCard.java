package org.strata.btl.openib;

import org.strata.btl.openib.connect.PortAddress;
import org.strata.verbs.Gid;
import org.strata.verbs.GidType;

/**
 * What peers know of the port of a link.
 *
 * @param address where it is
 * @param subnet a number of its subnet: ports of the same one reach each other without a router
 * @param type the protocol of its GID
 * @param distance how much farther it is from the processors of its process than the nearest port,
 *     in the kernel's measure; 0 where that does not matter
 * @param datagramPair its queue pair for datagrams, by number; 0 for none
 */
record PortCard(PortAddress address, long subnet, GidType type, int distance, int datagramPair) {
    /**
     * Returns whether messages of this port may pass routers. Those of RoCE v2 do as IP packets;
     * for InfiniBand's the sender would need the path of a subnet manager.
     *
     * @param anySubnet the user says so, too, of addresses that are not IPv4
     */
    boolean crossesSubnets(boolean anySubnet) {
        boolean ipv4 = new Gid(address.gidHigh(), address.gidLow()).isIpv4();
        return type != GidType.INFINIBAND && type != GidType.ROCE_V1 && (ipv4 || anySubnet);
    }

    /** Returns whether a port understands what another one sends. */
    boolean understands(PortCard other) {
        return type == other.type || type == GidType.UNKNOWN || other.type == GidType.UNKNOWN;
    }
}
