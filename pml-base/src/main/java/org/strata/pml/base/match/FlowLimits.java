package org.strata.pml.base.match;

import java.util.function.LongSupplier;

/**
 * How much memory {@link FlowControl} lets packets take that no receive has matched.
 *
 * @param pause bytes of one sender from which it is asked to pause, as long as this rank does
 *     something else than wait
 * @param each bytes of one sender that are never exceeded for long
 * @param all bytes of all senders together that are not, asked for when they first matter
 */
public record FlowLimits(long pause, long each, LongSupplier all) {
    /** Bytes of one sender that are let in whatever others have sent. */
    static final long RESERVE = 64 << 10;

    /** Bounds what each sender's packets take. */
    public static FlowLimits perSender(long pause, long each) {
        return new FlowLimits(Math.min(pause, each), each, () -> Long.MAX_VALUE);
    }

    /** Bounds what all packets together take. */
    public static FlowLimits together(long pause, LongSupplier all) {
        return new FlowLimits(pause, Long.MAX_VALUE, all);
    }
}
