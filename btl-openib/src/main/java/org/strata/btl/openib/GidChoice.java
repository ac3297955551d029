package org.strata.btl.openib;

import org.strata.verbs.Context;
import org.strata.verbs.Gid;
import org.strata.verbs.GidType;
import org.strata.verbs.PortAttributes;
import org.strata.verbs.VerbsException;

import java.util.ArrayList;
import java.util.List;

/**
 * The entry of a port's GID table that its link uses.
 *
 * @param index its place in the table
 * @param gid the identifier
 * @param type the protocol that it stands for
 * @param why it was chosen
 */
record GidChoice(int index, Gid gid, GidType type, String why) {
    /** Entries that a message names at most. */
    private static final int NAMED = 8;

    /**
     * Chooses an entry.
     *
     * @param wanted the one that the parameters name; below 0 for none
     * @throws VerbsException when the port has no such entry; its text names those that it has
     */
    static GidChoice of(Context context, PortAttributes port, int number, int wanted) {
        int index = wanted < 0 ? context.defaultGidIndex(number) : wanted;
        Gid gid = index < port.gidTableLength() ? context.gid(number, index) : Gid.NONE;
        if (gid.isNone() && (wanted >= 0 || port.ethernet())) {
            String where = context.device() + ":" + number;
            String known = known(context, port, number);
            throw new VerbsException(
                    VerbsException.EINVAL, OpenibTexts.help("no-gid", where, index, known));
        }
        GidType type = port.ethernet() ? context.gidType(number, index) : GidType.INFINIBAND;
        String why = wanted < 0 ? reason(gid, type) : "btl_openib_gid_index names it";
        return new GidChoice(index, gid, type, why);
    }

    private static String reason(Gid gid, GidType type) {
        if (type == GidType.INFINIBAND) {
            return "the first, as always with InfiniBand";
        }
        if (type == GidType.ROCE_V2) {
            return gid.isIpv4()
                    ? "an IPv4 address, whose packets routers forward"
                    : "the port has none with an IPv4 address";
        }
        return type == GidType.ROCE_V1
                ? "the port has no RoCE v2: this one reaches its own Ethernet only"
                : "the first that suits; the library does not tell types";
    }

    private static String known(Context context, PortAttributes port, int number) {
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < port.gidTableLength() && entries.size() < NAMED; i++) {
            Gid gid = context.gid(number, i);
            if (!gid.isNone()) {
                entries.add(i + " (" + context.gidType(number, i) + ", " + gid + ")");
            }
        }
        return entries.isEmpty() ? "none" : String.join(", ", entries);
    }

    /** Returns in words which it is, and why. */
    String describe() {
        return "GID " + index + " is " + gid + " (" + type + "): " + why;
    }
}
