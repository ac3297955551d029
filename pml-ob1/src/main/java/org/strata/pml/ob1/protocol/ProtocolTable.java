package org.strata.pml.ob1.protocol;

import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.pml.SendMode;

/** The choices for one peer as text: what {@code pml_ob1_show_protocols} prints. */
public final class ProtocolTable {
    private static final long LARGEST = 1L << 40;

    private ProtocolTable() {}

    /** Returns the table of a peer's links, one block per link that starts messages. */
    public static String of(BmlEndpoint peer) {
        StringBuilder text = new StringBuilder("protocols to " + peer.peer);
        for (BtlLink link : peer.eager) {
            text.append(String.format("%n  %s", link.attributes.name()));
            append(text, link, "native memory", true);
            append(text, link, "arrays, derived types", false);
        }
        if (peer.send.length > 1) {
            text.append(String.format("%n  shares of long messages:"));
            for (BtlLink link : peer.send) {
                text.append(String.format(" %s %.0f%%", link.attributes.name(), link.weight * 100));
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, BtlLink link, String what, boolean exposable) {
        text.append(String.format("%n    %-22s", what));
        boolean reads = exposable && link.rdma != null;
        long from = 0;
        while (from < LARGEST) {
            Protocol protocol = choose(from, reads, link);
            long to = lastWith(protocol, from, reads, link);
            String range = to >= LARGEST ? from + " and more" : from + " to " + to;
            text.append(String.format("  %s: %s", range, protocol.name().toLowerCase()));
            from = to + 1;
        }
    }

    private static Protocol choose(long size, boolean exposable, BtlLink link) {
        return ProtocolChoice.choose(size, SendMode.STANDARD, false, exposable, link.attributes);
    }

    /**
     * The choice never returns to an earlier protocol as size grows, so bisection finds the end.
     */
    private static long lastWith(Protocol protocol, long from, boolean exposable, BtlLink link) {
        long low = from;
        long high = LARGEST;
        while (low < high) {
            long middle = (low + high + 1) >>> 1;
            if (choose(middle, exposable, link) == protocol) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
