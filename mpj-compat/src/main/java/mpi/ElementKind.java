package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * The base types. All elements that a datatype describes are of one of them, and it decides which
 * arrays are buffers. The order is that of MPJ Express' numbers.
 */
@SuppressWarnings("ImmutableEnumChecker") // Basic datatypes and layouts do not change.
enum ElementKind {
    NULL(null, org.strata.mpi.MPI.DATATYPE_NULL, 1, null),
    BYTE(byte.class, org.strata.mpi.MPI.BYTE, 1, ValueLayout.JAVA_BYTE),
    CHAR(char.class, org.strata.mpi.MPI.CHAR, 2, ValueLayout.JAVA_CHAR_UNALIGNED),
    SHORT(short.class, org.strata.mpi.MPI.SHORT, 2, ValueLayout.JAVA_SHORT_UNALIGNED),
    BOOLEAN(boolean.class, org.strata.mpi.MPI.BOOLEAN, 1, null),
    INT(int.class, org.strata.mpi.MPI.INT, 4, ValueLayout.JAVA_INT_UNALIGNED),
    LONG(long.class, org.strata.mpi.MPI.LONG, 8, ValueLayout.JAVA_LONG_UNALIGNED),
    FLOAT(float.class, org.strata.mpi.MPI.FLOAT, 4, ValueLayout.JAVA_FLOAT_UNALIGNED),
    DOUBLE(double.class, org.strata.mpi.MPI.DOUBLE, 8, ValueLayout.JAVA_DOUBLE_UNALIGNED),
    PACKED(byte.class, org.strata.mpi.MPI.PACKED, 1, ValueLayout.JAVA_BYTE),
    /** Marks a lower bound in a struct. */
    LB(null, org.strata.mpi.MPI.DATATYPE_NULL, 1, null),
    /** Marks an upper bound in a struct. */
    UB(null, org.strata.mpi.MPI.DATATYPE_NULL, 1, null),
    /** Its datatypes have the shapes of datatypes of int: only places in the array matter. */
    OBJECT(Object.class, org.strata.mpi.MPI.INT, 4, null),
    /** What a struct without blocks has: any array is a buffer of it. */
    EMPTY(null, org.strata.mpi.MPI.BYTE, 1, null);

    /** The bindings' datatype of one element. */
    final org.strata.mpi.Datatype core;

    /** Bytes of one element. */
    final int bytes;

    private final Class<?> element;
    private final ValueLayout layout;

    ElementKind(Class<?> element, org.strata.mpi.Datatype core, int bytes, ValueLayout layout) {
        this.element = element;
        this.core = core;
        this.bytes = bytes;
        this.layout = layout;
    }

    /** Returns whether an object is a buffer of such elements. */
    boolean accepts(Object buf) {
        if (this == OBJECT) {
            return buf instanceof Object[];
        }
        if (this == EMPTY) {
            return buf instanceof ByteBuffer || buf.getClass().isArray();
        }
        boolean array = element != null && buf.getClass().componentType() == element;
        return array || (element == byte.class && buf instanceof ByteBuffer);
    }

    /** Returns the number of elements of a buffer. */
    static int length(Object buf) {
        return buf instanceof ByteBuffer bytes ? bytes.capacity() : Array.getLength(buf);
    }

    /** Returns a buffer from an element on, for the bindings. There is no view of a boolean[]. */
    Object at(Object buf, int offset) {
        if (offset == 0 || this == EMPTY) {
            return this == EMPTY ? null : buf;
        }
        return switch (buf) {
            case byte[] a -> ByteBuffer.wrap(a).position(offset).slice();
            case char[] a -> CharBuffer.wrap(a).position(offset).slice();
            case short[] a -> ShortBuffer.wrap(a).position(offset).slice();
            case int[] a -> IntBuffer.wrap(a).position(offset).slice();
            case long[] a -> LongBuffer.wrap(a).position(offset).slice();
            case float[] a -> FloatBuffer.wrap(a).position(offset).slice();
            case double[] a -> DoubleBuffer.wrap(a).position(offset).slice();
            case ByteBuffer b -> b.duplicate().clear().position(offset).slice();
            default -> throw new IllegalArgumentException(buf.getClass().getName());
        };
    }

    /** Returns the bytes of a buffer as an array of these elements. */
    Object array(ByteBuffer from) {
        int length = from.remaining() / bytes;
        Object array = Array.newInstance(element, length);
        if (array instanceof boolean[] booleans) {
            for (int i = 0; i < length; i++) {
                booleans[i] = from.get(from.position() + i) != 0;
            }
        } else {
            MemorySegment.copy(MemorySegment.ofBuffer(from), layout, 0, array, 0, length);
        }
        return array;
    }

    /** Copies an array that {@link #array} made back to the buffer. */
    void copyBack(Object array, ByteBuffer to) {
        if (array instanceof boolean[] booleans) {
            ByteBuffer bytesOf = to.duplicate().order(ByteOrder.nativeOrder());
            for (boolean each : booleans) {
                bytesOf.put((byte) (each ? 1 : 0));
            }
        } else {
            int length = Array.getLength(array);
            MemorySegment.copy(array, 0, MemorySegment.ofBuffer(to), layout, 0, length);
        }
    }
}
