package org.strata.opal.datatype;

/** A child with other bounds (MPI_Type_create_resized). */
final class ResizedLayout extends DataLayout {
    private final DataLayout child;

    ResizedLayout(DataLayout child, long lower, long extent) {
        super(
                new LayoutBounds(
                        lower,
                        lower + extent,
                        child.trueLowerBound(),
                        child.trueLowerBound() + child.trueExtent(),
                        true),
                child.size(),
                child.alignment(),
                child.basicElements(),
                child.isRun());
        this.child = child;
    }

    DataLayout child() {
        return child;
    }

    @Override
    void move(boolean pack, Object base, long origin, long position, long packed, long length) {
        child.move(pack, base, origin, position, packed, length);
    }

    @Override
    void visit(long origin, long position, long length, RunVisitor visitor) {
        child.visit(origin, position, length, visitor);
    }

    @Override
    void reverse(long packed, long position, long length) {
        child.reverse(packed, position, length);
    }

    @Override
    long basicElementsWithin(long bytes) {
        return child.basicElementsWithin(bytes);
    }

    @Override
    long bytesWithin(long elements) {
        return child.bytesWithin(elements);
    }
}
