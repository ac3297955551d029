package org.strata.opal.datatype;

import org.strata.opal.memory.Memory;

/** A gapless run of equal basic elements at the origin. */
final class BlockLayout extends DataLayout {
    private final long basicSize;

    BlockLayout(long bytes, long basicSize, int alignment) {
        super(
                LayoutBounds.natural(0, bytes, 1),
                bytes,
                alignmentOf(bytes, alignment),
                bytes / basicSize,
                true);
        this.basicSize = basicSize;
    }

    long basicSize() {
        return basicSize;
    }

    @Override
    void move(boolean pack, Object base, long origin, long position, long packed, long length) {
        if (pack) {
            Memory.copyOut(base, origin + position, packed, length);
        } else {
            Memory.copyIn(packed, base, origin + position, length);
        }
    }

    @Override
    void visit(long origin, long position, long length, RunVisitor visitor) {
        visitor.run(origin + position, length);
    }

    /** A number is as long as its alignment: a complex number consists of two. */
    @Override
    void reverse(long packed, long position, long length) {
        int number = alignment();
        if (number > 1) {
            for (long at = packed; at <= packed + length - number; at += number) {
                Memory.reverse(at, number);
            }
        }
    }

    @Override
    long basicElementsWithin(long bytes) {
        return bytes % basicSize == 0 ? bytes / basicSize : -1;
    }

    @Override
    long bytesWithin(long elements) {
        return elements * basicSize;
    }
}
