package mpi;

import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.op.NumberKind;

/**
 * The basic elements that datatypes are made of. Sizes in the API are counted in units of the base
 * type; the pair types count bytes, for they are used with byte buffers.
 */
enum BaseType {
    NULL(1, 1, 1, null, "MPI_DATATYPE_NULL"),
    BYTE(1, 1, 1, NumberKind.UINT8, "MPI_UINT8_T"),
    CHAR(2, 2, 2, NumberKind.UINT16, "MPI_UINT16_T"),
    SHORT(2, 2, 2, NumberKind.INT16, "MPI_INT16_T"),
    BOOLEAN(1, 1, 1, NumberKind.BOOLEAN8, "MPI_UINT8_T"),
    INT(4, 4, 4, NumberKind.INT32, "MPI_INT32_T"),
    LONG(8, 8, 8, NumberKind.INT64, "MPI_INT64_T"),
    FLOAT(4, 4, 4, NumberKind.FLOAT32, "MPI_FLOAT"),
    DOUBLE(8, 8, 8, NumberKind.FLOAT64, "MPI_DOUBLE"),
    PACKED(1, 1, 1, null, "MPI_PACKED"),
    INT2(4, 4, 1, NumberKind.INT2, "MPI_2INT"),
    SHORT_INT(2, 2, 1, NumberKind.SHORT_INT, "MPI_SHORT_INT"),
    LONG_INT(8, 8, 1, NumberKind.LONG_INT, "MPI_LONG_INT"),
    FLOAT_INT(4, 4, 1, NumberKind.FLOAT_INT, "MPI_FLOAT_INT"),
    DOUBLE_INT(8, 8, 1, NumberKind.DOUBLE_INT, "MPI_DOUBLE_INT"),
    FLOAT_COMPLEX(8, 4, 4, NumberKind.FLOAT_COMPLEX, "MPI_C_FLOAT_COMPLEX"),
    DOUBLE_COMPLEX(16, 8, 8, NumberKind.DOUBLE_COMPLEX, "MPI_C_DOUBLE_COMPLEX");

    /** The kernels that reduce it; null when no predefined operation does. */
    final NumberKind number;

    final String symbol;

    /** Bytes of the Java element that buffers of this type are made of; 1 for pairs. */
    final int unit;

    private final int size;
    private final int alignment;

    /**
     * @param size bytes of the element, of a pair's value
     * @param alignment its alignment in C
     */
    BaseType(int size, int alignment, int unit, NumberKind number, String symbol) {
        this.size = size;
        this.alignment = alignment;
        this.unit = unit;
        this.number = number;
        this.symbol = symbol;
    }

    private boolean isPair() {
        return compareTo(INT2) >= 0 && compareTo(DOUBLE_INT) <= 0;
    }

    /** Returns what programs write: {@code MPI.INT}; the symbol is that of C's MPI_INT32_T. */
    String constant() {
        return this == NULL ? "MPI.DATATYPE_NULL" : "MPI." + name();
    }

    /** Returns the layout of one element, null for NULL. */
    DataLayout layout() {
        if (this == NULL) {
            return null;
        }
        DataLayout element = DataLayouts.basic(size, alignment);
        return isPair() ? pair(element) : element;
    }

    /** A value, then an int at the next multiple of 4, padded as C does. */
    private DataLayout pair(DataLayout value) {
        DataLayout index = DataLayouts.basic(Integer.BYTES, Integer.BYTES);
        long[] one = {1, 1};
        long[] places = {0, Math.max(size, Integer.BYTES)};
        return DataLayouts.struct(one, places, new DataLayout[] {value, index});
    }
}
