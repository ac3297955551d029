package org.strata.opal.datatype;

import org.strata.opal.memory.Memory;

/** {@code count} copies of a child, their origins {@code stride} bytes apart. */
final class RepeatLayout extends DataLayout {
    private final DataLayout child;
    private final long count;
    private final long stride;
    private final boolean childIsRun;

    RepeatLayout(long count, long stride, DataLayout child) {
        super(
                bounds(count, stride, child),
                count * child.size(),
                child.alignment(),
                count * child.basicElements());
        this.child = child;
        this.count = count;
        this.stride = stride;
        this.childIsRun = child.isRun();
    }

    private static Bounds bounds(long count, long stride, DataLayout child) {
        if (count == 0) {
            return Bounds.EMPTY;
        }
        long reach = (count - 1) * stride;
        long before = Math.min(0, reach);
        long after = Math.max(0, reach);
        long trueLower = child.trueLowerBound();
        return new Bounds(
                child.lowerBound() + before,
                child.lowerBound() + child.extent() + after,
                trueLower + before,
                trueLower + child.trueExtent() + after);
    }

    @Override
    boolean isRun() {
        return count == 0 || (childIsRun && (count == 1 || stride == child.size()));
    }

    @Override
    void move(boolean pack, Object base, long origin, long position, long packed, long length) {
        long childSize = child.size();
        if (childSize == 0) {
            return;
        }
        long index = position / childSize;
        long within = position - index * childSize;
        long left = length;
        long at = packed;
        while (left > 0) {
            if (childIsRun && within == 0 && left >= childSize) {
                long whole = left / childSize;
                moveRuns(pack, base, origin + index * stride, at, whole);
                index += whole;
                at += whole * childSize;
                left -= whole * childSize;
            } else {
                long part = Math.min(left, childSize - within);
                child.move(pack, base, origin + index * stride, within, at, part);
                index++;
                at += part;
                left -= part;
                within = 0;
            }
        }
    }

    /** The strided fast path: whole blocks, one copy each. */
    private void moveRuns(boolean pack, Object base, long origin, long packed, long runs) {
        long bytes = child.size();
        long place = origin + child.trueLowerBound();
        long at = packed;
        for (long i = 0; i < runs; i++) {
            if (pack) {
                Memory.copyOut(base, place, at, bytes);
            } else {
                Memory.copyIn(at, base, place, bytes);
            }
            place += stride;
            at += bytes;
        }
    }

    @Override
    long basicElementsWithin(long bytes) {
        long whole = bytes / child.size();
        long rest = child.basicElementsWithin(bytes - whole * child.size());
        return rest < 0 ? -1 : whole * child.basicElements() + rest;
    }

    @Override
    long bytesWithin(long elements) {
        long whole = elements / child.basicElements();
        return whole * child.size() + child.bytesWithin(elements - whole * child.basicElements());
    }
}
