package org.strata.osc.base;

import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.op.NumberKind;

/**
 * The elements of one kind: kernels reduce them one extent apart, messages carry them packed. The
 * two differ for the pairs with padding.
 */
final class PackedElements {
    private static final PackedElements[] BY_KIND = new PackedElements[NumberKind.values().length];

    static {
        for (NumberKind kind : NumberKind.values()) {
            BY_KIND[kind.ordinal()] = new PackedElements(kind);
        }
    }

    private final DataLayout layout;

    private PackedElements(NumberKind kind) {
        layout =
                switch (kind) {
                    case SHORT_INT -> pair(Short.BYTES, kind);
                    case LONG_INT, DOUBLE_INT -> pair(Long.BYTES, kind);
                    default -> DataLayouts.basic(kind.extent(), 1);
                };
    }

    static PackedElements of(NumberKind kind) {
        return BY_KIND[kind.ordinal()];
    }

    private static DataLayout pair(int valueBytes, NumberKind kind) {
        DataLayout value = DataLayouts.basic(valueBytes, 1);
        DataLayout index = DataLayouts.basic(Integer.BYTES, 1);
        DataLayout pair =
                DataLayouts.struct(
                        new long[] {1, 1},
                        new long[] {0, Math.max(valueBytes, Integer.BYTES)},
                        new DataLayout[] {value, index});
        return DataLayouts.resized(pair, 0, kind.extent());
    }

    /** Returns the bytes that one element takes in a message. */
    long packed() {
        return layout.size();
    }

    /** Returns whether elements lie one after another in messages as they do for kernels. */
    boolean gapless() {
        return layout.contiguous();
    }

    /** Returns their shape. */
    DataLayout layout() {
        return layout;
    }
}
