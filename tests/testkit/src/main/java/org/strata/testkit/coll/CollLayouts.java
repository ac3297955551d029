package org.strata.testkit.coll;

import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;

import java.util.Random;

/**
 * Shapes of an element of eight bytes of data: gapless, with gaps, bounds off zero, interleaved.
 */
public final class CollLayouts {
    /** Bytes of data in each. */
    public static final int SIZE = 8;

    private static final DataLayout BYTE = DataLayouts.BYTE;
    private static final DataLayout PAIR = DataLayouts.basic(2, 2);

    private static final DataLayout[] ALL = {
        DataLayouts.basic(8, 8),
        DataLayouts.basic(8, 8),
        DataLayouts.contiguous(8, BYTE),
        DataLayouts.hvector(2, 2, 6, PAIR),
        DataLayouts.hindexed(new long[] {1, 5, 2}, new long[] {3, 6, 20}, BYTE),
        DataLayouts.hindexed(new long[] {4, 4}, new long[] {-9, 2}, BYTE),
        DataLayouts.hindexed(new long[] {4, 4}, new long[] {7, 0}, BYTE),
        DataLayouts.resized(DataLayouts.basic(8, 8), -4, 20),
        DataLayouts.resized(DataLayouts.hvector(4, 1, 40_000, PAIR), 0, 2),
    };

    private CollLayouts() {}

    /** Returns one of them. */
    public static DataLayout any(Random random) {
        return ALL[random.nextInt(ALL.length)];
    }
}
