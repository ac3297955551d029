package org.strata.btl.tcp;

import org.strata.mca.base.Section;

import java.util.List;

/**
 * The parameters of this component; {@code reference.conf} explains each.
 *
 * @param connectTimeoutNanos per address, and per step of a handshake
 * @param maxWrite longest single write in bytes, 0 for no limit
 */
record TcpConfig(
        Attributes attributes,
        int links,
        Interfaces interfaces,
        FreeList freeList,
        Sockets sockets,
        Ports portsV4,
        Ports portsV6,
        long connectTimeoutNanos,
        int coalesceSize,
        int pollLimit,
        int maxWrite) {

    /** What the Btl advertises; bandwidth 0 means the interface's own. */
    record Attributes(
            int exclusivity,
            int eagerLimit,
            int rendezvousEagerLimit,
            int maxSendSize,
            int latency,
            int bandwidth) {}

    /** Which interfaces are used; disableFamily is 0, 4 or 6. */
    record Interfaces(
            List<String> include,
            List<String> exclude,
            List<String> virtual,
            int disableFamily,
            boolean warnUnfound) {}

    /** How a pool of descriptors grows; max below 0 means no bound. */
    record FreeList(int num, int max, int inc) {}

    /** Options of sockets; sizes of 0 leave the kernel's choice. */
    record Sockets(int sendBuffer, int receiveBuffer, int endpointCache, boolean nagle) {}

    /** Where listening sockets may be bound. */
    record Ports(int min, int range) {
        /** Returns whether the kernel may choose any port. */
        boolean any() {
            return min <= 1024 && min + range >= 65536;
        }
    }

    static TcpConfig from(Section section) {
        return new TcpConfig(
                new Attributes(
                        section.integer("exclusivity"),
                        bytes(section, "eager-limit"),
                        bytes(section, "rndv-eager-limit"),
                        bytes(section, "max-send-size"),
                        section.integer("latency"),
                        section.integer("bandwidth")),
                Math.max(1, section.integer("links")),
                new Interfaces(
                        section.list("if-include"),
                        section.list("if-exclude"),
                        section.list("if-exclude-virtual"),
                        section.integer("disable-family"),
                        section.bool("warn-all-unfound-interfaces")),
                new FreeList(
                        section.integer("free-list-num"),
                        // None at all would be no BTL.
                        section.integer("free-list-max") == 0
                                ? 1
                                : section.integer("free-list-max"),
                        section.integer("free-list-inc")),
                new Sockets(
                        bytes(section, "sndbuf"),
                        bytes(section, "rcvbuf"),
                        bytes(section, "endpoint-cache"),
                        section.bool("use-nagle")),
                new Ports(section.integer("port-min-v4"), section.integer("port-range-v4")),
                new Ports(section.integer("port-min-v6"), section.integer("port-range-v6")),
                (long) (section.number("connect-timeout") * 1e9),
                bytes(section, "coalesce-size"),
                section.integer("poll-limit"),
                bytes(section, "max-write"));
    }

    private static int bytes(Section section, String key) {
        return (int) Math.min(section.size(key), 1 << 30);
    }
}
