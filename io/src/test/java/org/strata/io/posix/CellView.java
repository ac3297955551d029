package org.strata.io.posix;

import org.strata.mca.io.IoView;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;

import java.util.stream.IntStream;

/**
 * A view whose definition is a list: the visible cells of a tile, which is repeated. Its offsets
 * are computed from the list, and so are independent of layouts.
 *
 * @param displacement bytes before the view
 * @param cell bytes of a cell, which is one number
 * @param tile cells of a tile
 * @param visible which of them are visible, ascending
 * @param external whether numbers are big-endian in the file
 */
record CellView(int displacement, int cell, int tile, int[] visible, boolean external) {
    DataLayout number() {
        return DataLayouts.basic(cell, cell);
    }

    IoView view() {
        long[] ones = IntStream.of(visible).mapToLong(i -> 1).toArray();
        long[] places = IntStream.of(visible).mapToLong(i -> (long) i * cell).toArray();
        DataLayout filetype =
                DataLayouts.resized(
                        DataLayouts.hindexed(ones, places, number()), 0, (long) tile * cell);
        return new IoView(displacement, number(), filetype, external);
    }

    /** Returns the offset in the file of a byte of the view, as it is in memory. */
    int offset(int position) {
        int index = position / cell;
        int within = position % cell;
        int begin = (index / visible.length * tile + visible[index % visible.length]) * cell;
        return displacement + begin + (external ? cell - 1 - within : within);
    }
}
