package mpi;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.StreamCorruptedException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Items of MPI.OBJECT that are arrays of primitive types, as bytes: serialisation would copy them
 * element by element. Behind two bytes that no object stream begins with, each array is its type's
 * letter in Java's descriptors, its length and its elements, in little-endian order.
 */
final class PrimitiveArrays {
    private static final short MAGIC = 0x5041;
    private static final int HEADER = Byte.BYTES + Integer.BYTES;
    private static final int MOST = Integer.MAX_VALUE - 64;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    /** A type of elements; booleans are serialised: their memory has no layout. */
    @SuppressWarnings(
            "ImmutableEnumChecker") // A ValueLayout is immutable, which its type does not say.
    private enum Kind {
        BYTES('B', byte[].class, BYTE, BYTE),
        CHARS('C', char[].class, ValueLayout.JAVA_CHAR, ValueLayout.JAVA_CHAR_UNALIGNED),
        SHORTS('S', short[].class, ValueLayout.JAVA_SHORT, ValueLayout.JAVA_SHORT_UNALIGNED),
        INTS('I', int[].class, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT_UNALIGNED),
        LONGS('J', long[].class, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG_UNALIGNED),
        FLOATS('F', float[].class, ValueLayout.JAVA_FLOAT, ValueLayout.JAVA_FLOAT_UNALIGNED),
        DOUBLES('D', double[].class, ValueLayout.JAVA_DOUBLE, ValueLayout.JAVA_DOUBLE_UNALIGNED);

        private static final Kind[] ALL = values();

        final char letter;
        final Class<?> array;
        final ValueLayout own;
        final ValueLayout sent;

        Kind(char letter, Class<?> array, ValueLayout own, ValueLayout sent) {
            this.letter = letter;
            this.array = array;
            this.own = own;
            this.sent = sent.withOrder(ByteOrder.LITTLE_ENDIAN);
        }

        /** Returns the kind of an array; null for all other objects. */
        static Kind of(Object object) {
            for (Kind kind : ALL) {
                if (kind.array.isInstance(object)) {
                    return kind;
                }
            }
            return null;
        }

        static Kind of(byte letter) {
            for (Kind kind : ALL) {
                if (kind.letter == letter) {
                    return kind;
                }
            }
            return null;
        }
    }

    /** What a filter of the program is asked about an array. */
    private record Item(Class<?> serialClass, long arrayLength, long references, long streamBytes)
            implements ObjectInputFilter.FilterInfo {
        @Override
        public long depth() {
            return 1;
        }
    }

    private PrimitiveArrays() {}

    /**
     * Returns the bytes of some items, behind {@code before} zeros; null unless all of them are
     * arrays of primitive types, no two of them the same: the receiver's would not be.
     */
    static byte[] write(int before, Object[] items, int offset, int[] places) {
        long length = (long) before + Short.BYTES;
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int place : places) {
            Object item = items[offset + place];
            if (Kind.of(item) == null || !seen.add(item)) {
                return null;
            }
            length += HEADER + segment(item).byteSize();
        }
        if (places.length == 0 || length > MOST) {
            return null;
        }
        byte[] bytes = new byte[(int) length];
        ByteBuffer out = ByteBuffer.wrap(bytes).position(before).putShort(MAGIC);
        for (int place : places) {
            MemorySegment from = segment(items[offset + place]);
            Kind kind = Kind.of(items[offset + place]);
            int elements = (int) (from.byteSize() / kind.own.byteSize());
            out.put((byte) kind.letter).putInt(elements);
            MemorySegment to = MemorySegment.ofArray(bytes);
            MemorySegment.copy(from, kind.own, 0, to, kind.sent, out.position(), elements);
            out.position(out.position() + (int) from.byteSize());
        }
        return bytes;
    }

    /** Returns whether bytes begin as {@link #write} has left them. */
    static boolean areIn(byte[] bytes, int from, int length) {
        return length >= Short.BYTES && ByteBuffer.wrap(bytes).getShort(from) == MAGIC;
    }

    /**
     * Reads arrays. None is made that the bytes do not fill.
     *
     * @throws IOException if they are not arrays of {@link #write}, or the JVM's filter refuses one
     * @throws ArrayStoreException if an array is no element of {@code items}
     */
    static void read(
            byte[] bytes,
            int from,
            int length,
            int objects,
            Object[] items,
            int offset,
            int[] places)
            throws IOException {
        ByteBuffer in = ByteBuffer.wrap(bytes, from, length);
        in.getShort();
        for (int i = 0; i < objects; i++) {
            Kind kind = in.remaining() < HEADER ? null : Kind.of(in.get());
            int elements = kind == null ? -1 : in.getInt();
            if (elements < 0 || elements > in.remaining() / kind.own.byteSize()) {
                throw new StreamCorruptedException("array " + i + " is not whole");
            }
            filter(new Item(kind.array, elements, i + 1L, in.position() - from));
            Object array =
                    java.lang.reflect.Array.newInstance(kind.array.componentType(), elements);
            MemorySegment to = segment(array);
            MemorySegment sent = MemorySegment.ofArray(bytes);
            MemorySegment.copy(sent, kind.sent, in.position(), to, kind.own, 0, elements);
            in.position(in.position() + (int) to.byteSize());
            items[offset + places[i]] = array;
        }
    }

    private static void filter(Item item) throws IOException {
        ObjectInputFilter filter = ObjectInputFilter.Config.getSerialFilter();
        if (filter != null && filter.checkInput(item) == ObjectInputFilter.Status.REJECTED) {
            throw new InvalidClassException("filter status: REJECTED");
        }
    }

    private static MemorySegment segment(Object array) {
        return switch (array) {
            case byte[] all -> MemorySegment.ofArray(all);
            case char[] all -> MemorySegment.ofArray(all);
            case short[] all -> MemorySegment.ofArray(all);
            case int[] all -> MemorySegment.ofArray(all);
            case long[] all -> MemorySegment.ofArray(all);
            case float[] all -> MemorySegment.ofArray(all);
            case double[] all -> MemorySegment.ofArray(all);
            default -> throw new IllegalArgumentException(array.getClass().getName());
        };
    }
}
