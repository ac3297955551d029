package org.strata.opal.op;

/**
 * How the elements of a reduction lie in memory, native byte order. Pairs are laid out as C does: a
 * value, then an int index at a multiple of 4.
 */
public enum NumberKind {
    /** Java's byte: in Open MPI's Java API unsigned. */
    UINT8(1),
    /** Java's char. */
    UINT16(2),
    INT16(2),
    INT32(4),
    INT64(8),
    FLOAT32(4),
    FLOAT64(8),
    /** Two floats: real, imaginary. */
    FLOAT_COMPLEX(8),
    /** Two doubles: real, imaginary. */
    DOUBLE_COMPLEX(16),
    /** One byte, 0 or 1; reduced as UINT8, as Open MPI does. */
    BOOLEAN8(1),
    /** int at 0, int at 4. */
    INT2(8),
    /** short at 0, int at 4. */
    SHORT_INT(8),
    /** long at 0, int at 8, four bytes of padding. */
    LONG_INT(16),
    /** float at 0, int at 4. */
    FLOAT_INT(8),
    /** double at 0, int at 8, four bytes of padding. */
    DOUBLE_INT(16);

    private final int extent;

    NumberKind(int extent) {
        this.extent = extent;
    }

    /** Returns whether the elements are single integers, whose sums do not depend on the order. */
    public boolean isInteger() {
        return switch (this) {
            case UINT8, UINT16, INT16, INT32, INT64, BOOLEAN8 -> true;
            default -> false;
        };
    }

    /** Returns the bytes from one element to the next. */
    public int extent() {
        return extent;
    }
}
