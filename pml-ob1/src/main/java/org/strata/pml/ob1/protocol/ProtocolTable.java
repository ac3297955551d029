package org.strata.pml.ob1.protocol;

import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.pml.SendMode;

import java.util.Locale;

/** Formats the protocols for one peer: what {@code pml_ob1_show_protocols} prints. */
public final class ProtocolTable {
    private static final long LARGEST = 1L << 40;

    private ProtocolTable() {}

    /**
     * Returns the table of a peer's links, one block per link that starts messages.
     *
     * @param peer its links
     * @param policy the user's choice
     */
    public static String of(BmlEndpoint peer, RdmaPolicy policy) {
        StringBuilder text = new StringBuilder("protocols to " + peer.peer);
        for (BtlLink link : peer.eager) {
            int limit = link.attributes.eagerLimit();
            text.append(String.format("%n  %s", link.attributes.name()));
            RdmaPath path = RdmaPath.of(peer.rdma);
            append(text, limit, "native memory", path, policy);
            if (policy.asksCache(path)) {
                append(text, limit, "used again and again", path.withRegistered(), policy);
            }
            append(text, limit, "arrays, derived types", RdmaPath.NONE, policy);
            String remark = link.btl.remark(link.endpoint);
            if (!remark.isEmpty()) {
                text.append(String.format("%n    %s", remark));
            }
        }
        if (peer.send.length > 1) {
            shares(text, "shares of long messages", peer.send);
        }
        if (peer.rdma.length > 1) {
            shares(text, "RDMA over", peer.rdma);
        }
        return text.toString();
    }

    private static void shares(StringBuilder text, String what, BtlLink[] links) {
        text.append(String.format("%n  %s:", what));
        for (BtlLink link : links) {
            text.append(String.format(" %s %.0f%%", link.attributes.name(), link.weight * 100));
        }
    }

    private static void append(
            StringBuilder text, int eagerLimit, String what, RdmaPath path, RdmaPolicy policy) {
        text.append(String.format("%n    %-22s", what));
        long from = 0;
        while (from < LARGEST) {
            Protocol protocol = choose(from, eagerLimit, path, policy);
            long to = lastWith(protocol, from, eagerLimit, path, policy);
            String range = to >= LARGEST ? from + " and more" : from + " to " + to;
            String name = protocol.name().toLowerCase(Locale.ROOT);
            text.append(String.format("  %s: %s", range, name));
            from = to + 1;
        }
    }

    private static Protocol choose(long size, int eagerLimit, RdmaPath path, RdmaPolicy policy) {
        return ProtocolChoice.choose(size, SendMode.STANDARD, false, eagerLimit, path, policy);
    }

    /**
     * Returns the end of a protocol's range by bisection: as the size grows, the choice never
     * returns to an earlier protocol.
     */
    private static long lastWith(
            Protocol protocol, long from, int eagerLimit, RdmaPath path, RdmaPolicy policy) {
        long low = from;
        long high = LARGEST;
        while (low < high) {
            long middle = (low + high + 1) >>> 1;
            if (choose(middle, eagerLimit, path, policy) == protocol) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
