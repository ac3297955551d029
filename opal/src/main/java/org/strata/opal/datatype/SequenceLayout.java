package org.strata.opal.datatype;

import java.util.Arrays;

/** Children one after another in the packed stream, each at its own displacement (bytes). */
final class SequenceLayout extends DataLayout {
    private final DataLayout[] children;
    private final long[] displacements;

    /** Packed position of each child's first byte, and of the end. */
    private final long[] positions;

    private SequenceLayout(
            LayoutBounds bounds,
            int alignment,
            DataLayout[] children,
            long[] displacements,
            long[] positions) {
        super(
                bounds,
                positions[children.length],
                alignment,
                basics(children),
                isRun(children, displacements, bounds.trueLower()));
        this.children = children;
        this.displacements = displacements;
        this.positions = positions;
    }

    /** Joins children to one layout; copies the arrays; empty children count for bounds only. */
    static SequenceLayout of(DataLayout[] children, long[] displacements) {
        long[] positions = new long[children.length + 1];
        int alignment = 1;
        for (int i = 0; i < children.length; i++) {
            positions[i + 1] = positions[i] + children[i].size();
            alignment = Math.max(alignment, children[i].alignment());
        }
        LayoutBounds bounds = bounds(children, displacements, alignment);
        return new SequenceLayout(
                bounds, alignment, children.clone(), displacements.clone(), positions);
    }

    int children() {
        return children.length;
    }

    DataLayout child(int index) {
        return children[index];
    }

    long displacement(int index) {
        return displacements[index];
    }

    private static long basics(DataLayout[] children) {
        long sum = 0;
        for (DataLayout child : children) {
            sum += child.basicElements();
        }
        return sum;
    }

    /**
     * Returns the bounds that are set explicitly; those of the data only where none are (MPI 3.1
     * §4.1.6: lb_marker and ub_marker).
     */
    private static LayoutBounds bounds(DataLayout[] children, long[] displacements, int alignment) {
        long lower = Long.MAX_VALUE;
        long upper = Long.MIN_VALUE;
        long trueLower = Long.MAX_VALUE;
        long trueUpper = Long.MIN_VALUE;
        boolean set = false;
        for (int i = 0; i < children.length; i++) {
            DataLayout child = children[i];
            long at = displacements[i];
            if (child.bounded()) {
                set = true;
                lower = Math.min(lower, at + child.lowerBound());
                upper = Math.max(upper, at + child.lowerBound() + child.extent());
            }
            if (child.size() > 0) {
                trueLower = Math.min(trueLower, at + child.trueLowerBound());
                long end = at + child.trueLowerBound() + child.trueExtent();
                trueUpper = Math.max(trueUpper, end);
            }
        }
        if (trueUpper == Long.MIN_VALUE) {
            trueLower = 0;
            trueUpper = 0;
        }
        return set
                ? new LayoutBounds(lower, upper, trueLower, trueUpper, true)
                : LayoutBounds.natural(trueLower, trueUpper, alignment);
    }

    private static boolean isRun(DataLayout[] children, long[] displacements, long start) {
        long expected = start;
        for (int i = 0; i < children.length; i++) {
            DataLayout child = children[i];
            if (child.size() == 0) {
                continue;
            }
            if (!child.isRun() || displacements[i] + child.trueLowerBound() != expected) {
                return false;
            }
            expected += child.size();
        }
        return true;
    }

    @Override
    void move(boolean pack, Object base, long origin, long position, long packed, long length) {
        int index = childAt(position);
        long within = position - positions[index];
        long left = length;
        long at = packed;
        while (left > 0) {
            DataLayout child = children[index];
            long part = Math.min(left, child.size() - within);
            if (part > 0) {
                child.move(pack, base, origin + displacements[index], within, at, part);
                at += part;
                left -= part;
            }
            within = 0;
            index++;
        }
    }

    @Override
    void visit(long origin, long position, long length, RunVisitor visitor) {
        int index = childAt(position);
        long within = position - positions[index];
        long left = length;
        while (left > 0) {
            DataLayout child = children[index];
            long part = Math.min(left, child.size() - within);
            if (part > 0) {
                child.visit(origin + displacements[index], within, part, visitor);
                left -= part;
            }
            within = 0;
            index++;
        }
    }

    @Override
    void reverse(long packed, long position, long length) {
        int index = childAt(position);
        long within = position - positions[index];
        long left = length;
        long at = packed;
        while (left > 0) {
            long part = Math.min(left, children[index].size() - within);
            if (part > 0) {
                children[index].reverse(at, within, part);
                at += part;
                left -= part;
            }
            within = 0;
            index++;
        }
    }

    /** Returns the last child that starts at or before a packed position. */
    private int childAt(long position) {
        int found = Arrays.binarySearch(positions, position);
        int index = found >= 0 ? found : -found - 2;
        while (index + 1 < children.length && positions[index + 1] == position) {
            index++;
        }
        return Math.min(index, children.length - 1);
    }

    @Override
    long basicElementsWithin(long bytes) {
        long elements = 0;
        for (int i = 0; i < children.length; i++) {
            long here = bytes - positions[i];
            if (here < children[i].size()) {
                long rest = here == 0 ? 0 : children[i].basicElementsWithin(here);
                return rest < 0 ? -1 : elements + rest;
            }
            elements += children[i].basicElements();
        }
        return elements;
    }

    @Override
    long bytesWithin(long elements) {
        long left = elements;
        for (int i = 0; i < children.length; i++) {
            if (left < children[i].basicElements()) {
                return positions[i] + (left == 0 ? 0 : children[i].bytesWithin(left));
            }
            left -= children[i].basicElements();
        }
        return positions[children.length];
    }
}
