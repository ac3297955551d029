package org.strata.btl.openib;

import org.strata.btl.openib.fast.RingLayout;
import org.strata.verbs.DataOrder;
import org.strata.verbs.DataOrder.Extent;

/**
 * Decides where memory that peers write by RDMA may be polled: in rings, and in the words by which
 * room in rings is granted. Both are read before any completion, which is right only where the
 * adapter stores bytes in order, see {@link DataOrder}.
 */
final class RingOrder {
    /** What a word needs whose bytes must all belong to one write, or to an earlier one. */
    private static final Extent WORD = Extent.WORDS;

    private final OpenibConfig.Fast fast;
    private final boolean asyncProgress;

    RingOrder(OpenibConfig.Fast fast, boolean asyncProgress) {
        this.fast = fast;
        this.asyncProgress = asyncProgress;
    }

    /** Returns whether rings are opened where the adapter is in order. */
    boolean enabled() {
        return fast.enabled(asyncProgress);
    }

    /** Returns whether rings of this process may be opened over what promises this. */
    boolean mayOpen(DataOrder order) {
        return fast.forced() || order.covers(fast.shape().layout().needs());
    }

    /** Returns whether peers may grant room by writes over what promises this. */
    boolean mayGrant(DataOrder order) {
        return fast.forced() || order.covers(WORD);
    }

    /** Returns what is missing: part of a sentence, for who asks why there is no ring. */
    String objection(DataOrder order) {
        RingLayout layout = fast.shape().layout();
        String found = layout + " needs " + text(layout.needs()) + ": " + order.source();
        return found + "; btl_openib_use_eager_rdma 2 opens rings all the same";
    }

    private static String text(Extent needed) {
        return switch (needed) {
            case NONE -> "no order of writes";
            case LAST_BYTE -> "the last byte of each write to arrive last";
            case WORDS -> "the bytes of each write to arrive in order";
        };
    }

    /**
     * Returns whether short messages go by rings, and why: a line for the user.
     *
     * @param order of a queue pair of the link
     */
    String describe(DataOrder order) {
        if (!enabled()) {
            return fast.switchedOff()
                    ? "rings off: btl_openib_use_eager_rdma is 0"
                    : "rings off: btl_openib_use_async_progress is true, and no write wakes its"
                            + " thread";
        }
        if (fast.policy().most() == 0) {
            return "rings off: btl_openib_max_eager_rdma is 0";
        }
        if (!order.covers(fast.shape().layout().needs())) {
            return fast.forced()
                    ? "rings on: forced by btl_openib_use_eager_rdma 2, though " + order.source()
                    : "rings off: " + objection(order);
        }
        String where = fast.adapts() ? "rings on where they save time: " : "rings on: ";
        RingLayout layout = fast.shape().layout();
        return where
                + (layout.needs() == Extent.NONE
                        ? layout + " needs " + text(Extent.NONE)
                        : order.source());
    }
}
