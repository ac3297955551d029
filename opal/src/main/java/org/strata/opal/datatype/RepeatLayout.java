package org.strata.opal.datatype;

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
                alignmentOf(count * child.basicElements(), child.alignment()),
                count * child.basicElements(),
                count == 0 || (child.isRun() && (count == 1 || stride == child.size())));
        this.child = child;
        this.count = count;
        this.stride = stride;
        this.childIsRun = child.isRun();
    }

    DataLayout child() {
        return child;
    }

    long count() {
        return count;
    }

    long stride() {
        return stride;
    }

    private static LayoutBounds bounds(long count, long stride, DataLayout child) {
        if (count == 0 || (child.size() == 0 && !child.bounded())) {
            return LayoutBounds.EMPTY;
        }
        long reach = (count - 1) * stride;
        long before = Math.min(0, reach);
        long after = Math.max(0, reach);
        long trueLower = child.trueLowerBound() + before;
        long trueUpper = child.trueLowerBound() + child.trueExtent() + after;
        if (!child.bounded()) {
            return LayoutBounds.natural(trueLower, trueUpper, child.alignment());
        }
        long lower = child.lowerBound() + before;
        long upper = child.lowerBound() + child.extent() + after;
        return new LayoutBounds(lower, upper, trueLower, trueUpper, true);
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
                long place = origin + index * stride + child.trueLowerBound();
                StridedCopy.move(pack, base, place, stride, at, childSize, whole);
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

    @Override
    void visit(long origin, long position, long length, RunVisitor visitor) {
        long index = position / child.size();
        long within = position - index * child.size();
        long left = length;
        while (left > 0) {
            long part = Math.min(left, child.size() - within);
            child.visit(origin + index * stride, within, part, visitor);
            left -= part;
            within = 0;
            index++;
        }
    }

    @Override
    void reverse(long packed, long position, long length) {
        child.reverseNumbers(packed, position, length);
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
