package org.strata.pml.ob1.counters;

import org.strata.mca.pml.TrafficVisitor;
import org.strata.pml.ob1.protocol.Protocol;

import java.util.Locale;

/** Messages that were sent, by size and protocol. Plain fields, written inside the bracket only. */
public final class SentSizes {
    private static final int CLASSES = Long.SIZE + 1;
    private static final String EAGER = name(Protocol.EAGER);

    /** Short messages without a request by size; their bytes are counted by peer. */
    private final long[] shortSent = new long[Integer.SIZE + 1];

    private final long[][] sent = new long[Protocol.values().length][CLASSES];
    private final long[][] bytes = new long[Protocol.values().length][CLASSES];

    /** Counts a message that took the shortest way. Tier 1. */
    public void countShort(int size) {
        shortSent[Integer.SIZE - Integer.numberOfLeadingZeros(size)]++;
    }

    /** Counts a message that went by a request. */
    public void count(Protocol protocol, long size) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(size);
        sent[protocol.ordinal()][bits]++;
        bytes[protocol.ordinal()][bits] += size;
    }

    /**
     * Visits what has been counted. Any thread.
     *
     * @param shortBytes data of all messages that took the shortest way
     */
    public void visit(TrafficVisitor visitor, long shortBytes) {
        double usual = 0;
        for (int bits = 1; bits < shortSent.length; bits++) {
            usual += shortSent[bits] * middle(bits);
        }
        for (int bits = 0; bits < shortSent.length; bits++) {
            if (shortSent[bits] > 0) {
                double share = usual == 0 ? 0 : shortSent[bits] * middle(bits) / usual;
                visitor.sizes(EAGER, bits, shortSent[bits], Math.round(shortBytes * share));
            }
        }
        for (Protocol protocol : Protocol.values()) {
            for (int bits = 0; bits < CLASSES; bits++) {
                long messages = sent[protocol.ordinal()][bits];
                if (messages > 0) {
                    visitor.sizes(name(protocol), bits, messages, bytes[protocol.ordinal()][bits]);
                }
            }
        }
    }

    /** Returns a usual size: programs like powers of two, which are the least of their class. */
    private static double middle(int bits) {
        return bits == 0 ? 0 : Math.scalb(1.0, bits - 1);
    }

    private static String name(Protocol protocol) {
        return protocol.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
