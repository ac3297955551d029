package org.strata.btl.tcp;

import org.strata.mca.base.ComponentModule.Objections;
import org.strata.mca.base.Section;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.FreeList;

import java.util.List;

/**
 * The parameters of this component; {@code reference.conf} explains each.
 *
 * @param attributes what links advertise; bandwidth 0 means the interface's own
 * @param connectTimeoutNanos per address, and per step of a handshake
 * @param maxWrite longest single write in bytes, 0 for no limit
 */
record TcpConfig(
        BtlAttributes attributes,
        int links,
        Interfaces interfaces,
        FreeList freeList,
        Sockets sockets,
        Ports portsV4,
        Ports portsV6,
        long connectTimeoutNanos,
        int coalesceSize,
        int gatherSize,
        int pollLimit,
        int maxWrite) {

    /** Which interfaces are used; disableFamily is 0, 4 or 6. */
    record Interfaces(
            List<String> include,
            List<String> exclude,
            List<String> virtual,
            int disableFamily,
            boolean warnUnfound) {}

    /** Options of sockets; sizes of 0 leave the kernel's choice. */
    record Sockets(
            int sendBuffer,
            int receiveBuffer,
            int endpointCache,
            boolean nagle,
            String loopbackCongestion,
            boolean watchPolled) {}

    /** Where listening sockets may be bound. */
    record Ports(int min, int range) {
        /** Returns whether the kernel may choose any port. */
        boolean any() {
            return min <= 1024 && min + range >= 65536;
        }
    }

    private static final String COALESCE_SIZE = "coalesce-size";
    private static final String ENDPOINT_CACHE = "endpoint-cache";
    private static final int FLAGS = BtlAttributes.FLAG_SEND | BtlAttributes.FLAG_SEND_IN_PLACE;

    /** Objects to what cannot work; see {@link org.strata.mca.base.ComponentModule#check}. */
    static void check(Section section, Objections objections) {
        BtlAttributes.check(section, objections);
        checkFits(section, COALESCE_SIZE, "eager-limit", objections);
        checkFits(section, ENDPOINT_CACHE, "max-send-size", objections);
        FreeList.check(section, objections);
    }

    /** Objects to a buffer that a user set shorter than a packet; a default is not objected to. */
    private static void checkFits(
            Section section, String buffer, String limit, Objections objections) {
        boolean fits = section.size(buffer) >= BtlAttributes.limits(section).get(limit);
        if (!fits && section.isSet(buffer)) {
            objections.add(buffer, "It must not be less than " + section.describe(limit) + ".");
        }
    }

    static TcpConfig from(Section section) {
        BtlAttributes attributes = BtlAttributes.from(section, "tcp", FLAGS);
        return new TcpConfig(
                attributes,
                section.integer("links"),
                new Interfaces(
                        section.list("if-include"),
                        section.list("if-exclude"),
                        section.list("if-exclude-virtual"),
                        section.integer("disable-family"),
                        section.bool("warn-all-unfound-interfaces")),
                FreeList.from(section),
                new Sockets(
                        bytes(section, "sndbuf"),
                        bytes(section, "rcvbuf"),
                        atLeast(section, ENDPOINT_CACHE, attributes.maxSendSize()),
                        section.bool("use-nagle"),
                        section.text("loopback-congestion"),
                        section.bool("watch-polled")),
                new Ports(section.integer("port-min-v4"), section.integer("port-range-v4")),
                new Ports(section.integer("port-min-v6"), section.integer("port-range-v6")),
                (long) (section.number("connect-timeout") * 1e9),
                atLeast(section, COALESCE_SIZE, attributes.eagerLimit()),
                bytes(section, "gather-size"),
                section.integer("poll-limit"),
                bytes(section, "max-write"));
    }

    private static int atLeast(Section section, String key, int packet) {
        return Math.max(bytes(section, key), packet);
    }

    private static int bytes(Section section, String key) {
        return (int) Math.min(section.size(key), 1 << 30);
    }
}
