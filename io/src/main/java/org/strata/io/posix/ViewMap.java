package org.strata.io.posix;

import org.strata.mca.io.IoView;
import org.strata.opal.datatype.DataLayout;

/**
 * Which bytes of the file a view shows: pure functions between positions, which count the visible
 * bytes from 0, and offsets in the file.
 */
final class ViewMap {
    private final IoView view;
    private final DataLayout filetype;
    private final long displacement;

    ViewMap(IoView view) {
        this.view = view;
        this.filetype = view.filetype();
        this.displacement = view.displacement();
    }

    IoView view() {
        return view;
    }

    /** Returns the bytes of one unit of offsets. */
    long unit() {
        return view.etype().size();
    }

    /** Returns whether numbers in the file have the other byte order than in memory. */
    boolean converts() {
        return view.external();
    }

    /** Returns whether the view shows any byte at all. */
    boolean showsBytes() {
        return filetype.size() > 0;
    }

    /** Returns whether consecutive positions are consecutive offsets. */
    boolean gapless() {
        return filetype.contiguous();
    }

    /** Adds the places of visible bytes to a list, in the order of their positions. */
    void extents(long position, long length, ExtentList into) {
        filetype.runs(displacement, position, length, into::add);
    }

    /** Returns the offset of a visible byte in the file. */
    long offset(long position) {
        long[] found = {displacement};
        filetype.runs(displacement, position, 1, (place, length) -> found[0] = place);
        return found[0];
    }

    /** Returns the number of visible bytes before an offset of the file. */
    long positionBelow(long offset) {
        long reach = offset - displacement;
        if (reach <= 0 || !showsBytes()) {
            return 0;
        }
        if (gapless()) {
            return reach;
        }
        long extent = filetype.extent();
        long dataEnd = filetype.trueLowerBound() + filetype.trueExtent();
        long whole = reach < dataEnd ? 0 : (reach - dataEnd) / extent + 1;
        long below = whole * filetype.size();
        for (long tile = whole; tile * extent + filetype.trueLowerBound() < reach; tile++) {
            below += belowInTile(reach - tile * extent);
        }
        return below;
    }

    private long belowInTile(long reach) {
        long[] sum = {0};
        filetype.runs(
                0,
                0,
                filetype.size(),
                (place, length) -> sum[0] += Math.clamp(reach - place, 0, length));
        return sum[0];
    }

    /** Returns the number of units up to an offset of the file, one that it cuts included. */
    long unitsBelow(long offset) {
        return Math.ceilDiv(positionBelow(offset), unit());
    }
}
