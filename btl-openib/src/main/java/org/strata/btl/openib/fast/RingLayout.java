package org.strata.btl.openib.fast;

import org.strata.verbs.DataOrder;

import java.util.Locale;

/** The designs of a ring: the papers' four, and one for adapters that promise no order. */
public enum RingLayout {
    /** Slots; head word, packet, tail word; the sender keeps a mirror. */
    FIXED_TOP,

    /** Slots; the packet ends at the slot's end, where its arrival word stands. */
    FIXED_BOTTOM,

    /** A block filled upwards; as FIXED_TOP, with the place of the next head word zeroed. */
    VARIABLE_TOP,

    /** A block filled downwards (Veloblock); as FIXED_BOTTOM, with the next word's place zeroed. */
    VARIABLE_BOTTOM,

    /** Slots; every byte carries a mark of its own, so that no order is needed; a mirror. */
    FIXED_GUARDED;

    private static final RingLayout[] ALL = values();

    /** As the parameter {@code eager-rdma-layout} names it. */
    private final String word = name().toLowerCase(Locale.ROOT);

    /** Returns the layout of a number that a peer sent, or null. */
    public static RingLayout of(int number) {
        return number >= 0 && number < ALL.length ? ALL[number] : null;
    }

    @Override
    public String toString() {
        return word;
    }

    /** Returns whether the sender composes in a mirror of the ring. */
    public boolean mirrored() {
        return this == FIXED_TOP || this == VARIABLE_TOP || this == FIXED_GUARDED;
    }

    /**
     * Returns the order of writes that a reader of the ring relies on. Filled from the bottom, a
     * packet has arrived when the last byte of its write has. Filled from the top, its head word
     * says where its tail word is to be found: neither may be seen in parts, nor the tail early.
     * Where every byte shows whether it has arrived, no order is needed.
     */
    public DataOrder.Extent needs() {
        return switch (this) {
            case FIXED_GUARDED -> DataOrder.Extent.NONE;
            case FIXED_BOTTOM, VARIABLE_BOTTOM -> DataOrder.Extent.LAST_BYTE;
            case FIXED_TOP, VARIABLE_TOP -> DataOrder.Extent.WORDS;
        };
    }

    /** Returns whether the ring consists of slots. */
    public boolean fixed() {
        return this == FIXED_TOP || this == FIXED_BOTTOM || this == FIXED_GUARDED;
    }
}
