package org.strata.verbs.ibverbs;

import static org.strata.verbs.ibverbs.IbvLibrary.Function.QUERY_GID;

import org.strata.opal.memory.Memory;
import org.strata.verbs.Gid;
import org.strata.verbs.GidType;
import org.strata.verbs.PortAttributes;
import org.strata.verbs.VerbsException;

import java.lang.foreign.Arena;

/** The GID tables of ports. */
final class Gids {
    private Gids() {}

    /** Reads a GID: 16 bytes in network order. */
    static Gid read(long at) {
        return new Gid(
                Long.reverseBytes(Memory.getLong(at)), Long.reverseBytes(Memory.getLong(at + 8)));
    }

    /** Writes a GID. */
    static void write(Gid gid, long at) {
        Memory.putLong(at, Long.reverseBytes(gid.subnetPrefix()));
        Memory.putLong(at + 8, Long.reverseBytes(gid.interfaceId()));
    }

    /**
     * Queries an entry of a port's table.
     *
     * @throws VerbsException EINVAL: there is none
     */
    static Gid query(IbvDevice device, int port, int index) {
        try (Arena arena = Arena.ofConfined()) {
            long gid = Memory.allocate(arena, 16, 8);
            int errno = device.library().status(QUERY_GID, device.address(), port, index, gid);
            if (errno != 0) {
                throw new VerbsException(
                        VerbsException.EINVAL,
                        device.name() + ": port " + port + " has no GID " + index);
            }
            return read(gid);
        }
    }

    /**
     * Returns the entry to use on a port: on InfiniBand the first. On Ethernet one that can be
     * routed: RoCE version 2 with an IPv4 address, else any IPv4 address, else the first in use.
     */
    static int preferred(IbvDevice device, int port) {
        PortAttributes attributes = DeviceQuery.port(device, port);
        if (!attributes.ethernet()) {
            return 0;
        }
        int best = 0;
        int bestScore = 0;
        for (int index = 0; index < attributes.gidTableLength(); index++) {
            int score = score(device, port, index);
            if (score > bestScore) {
                best = index;
                bestScore = score;
            }
        }
        return best;
    }

    private static int score(IbvDevice device, int port, int index) {
        try (Arena arena = Arena.ofConfined()) {
            long entry = Memory.allocate(arena, Layout.GID_ENTRY_BYTES, 8);
            int errno = device.library().queryGidEntry(device.address(), port, index, entry);
            Gid gid = errno == 0 ? read(entry) : oldQuery(device, port, index, errno);
            if (gid.isNone()) {
                return 0;
            }
            boolean routable = errno != 0 || typeOf(entry) == GidType.ROCE_V2;
            return 1 + (gid.isIpv4() ? 2 : 0) + (routable ? 4 : 0);
        }
    }

    /** Returns the kind of an entry of a port's table. */
    static GidType type(IbvDevice device, int port, int index) {
        try (Arena arena = Arena.ofConfined()) {
            long entry = Memory.allocate(arena, Layout.GID_ENTRY_BYTES, 8);
            int errno = device.library().queryGidEntry(device.address(), port, index, entry);
            return errno == 0 ? typeOf(entry) : GidType.UNKNOWN;
        }
    }

    private static GidType typeOf(long entry) {
        return switch (Memory.getInt(entry + Layout.GID_ENTRY_TYPE)) {
            case Layout.GID_TYPE_IB -> GidType.INFINIBAND;
            case Layout.GID_TYPE_ROCE_V1 -> GidType.ROCE_V1;
            case Layout.GID_TYPE_ROCE_V2 -> GidType.ROCE_V2;
            default -> GidType.UNKNOWN;
        };
    }

    /**
     * Queries an untyped entry, in a library without typed ones; ENODATA means an empty typed
     * entry.
     */
    private static Gid oldQuery(IbvDevice device, int port, int index, int errno) {
        return errno == VerbsException.EOPNOTSUPP ? query(device, port, index) : Gid.NONE;
    }
}
