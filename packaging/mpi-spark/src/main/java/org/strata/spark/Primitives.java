package org.strata.spark;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/** Kinds of primitive arrays, as rows of a stage. */
enum Primitives {
    BYTES(byte[].class, 1) {
        @Override
        void put(Object array, int at, int count, ByteBuffer into) {
            into.put((byte[]) array, at, count);
        }

        @Override
        void get(ByteBuffer from, Object array, int at, int count) {
            from.get((byte[]) array, at, count);
        }
    },
    SHORTS(short[].class, Short.BYTES) {
        @Override
        void put(Object array, int at, int count, ByteBuffer into) {
            into.asShortBuffer().put((short[]) array, at, count);
        }

        @Override
        void get(ByteBuffer from, Object array, int at, int count) {
            from.asShortBuffer().get((short[]) array, at, count);
        }
    },
    INTS(int[].class, Integer.BYTES) {
        @Override
        void put(Object array, int at, int count, ByteBuffer into) {
            into.asIntBuffer().put((int[]) array, at, count);
        }

        @Override
        void get(ByteBuffer from, Object array, int at, int count) {
            from.asIntBuffer().get((int[]) array, at, count);
        }
    },
    LONGS(long[].class, Long.BYTES) {
        @Override
        void put(Object array, int at, int count, ByteBuffer into) {
            into.asLongBuffer().put((long[]) array, at, count);
        }

        @Override
        void get(ByteBuffer from, Object array, int at, int count) {
            from.asLongBuffer().get((long[]) array, at, count);
        }
    },
    FLOATS(float[].class, Float.BYTES) {
        @Override
        void put(Object array, int at, int count, ByteBuffer into) {
            into.asFloatBuffer().put((float[]) array, at, count);
        }

        @Override
        void get(ByteBuffer from, Object array, int at, int count) {
            from.asFloatBuffer().get((float[]) array, at, count);
        }
    },
    DOUBLES(double[].class, Double.BYTES) {
        @Override
        void put(Object array, int at, int count, ByteBuffer into) {
            into.asDoubleBuffer().put((double[]) array, at, count);
        }

        @Override
        void get(ByteBuffer from, Object array, int at, int count) {
            from.asDoubleBuffer().get((double[]) array, at, count);
        }
    };

    private final Class<?> type;
    private final int bytes;

    Primitives(Class<?> type, int bytes) {
        this.type = type;
        this.bytes = bytes;
    }

    /** Returns the kind of an array, or null for everything else. */
    static Primitives of(Object row) {
        for (Primitives kind : values()) {
            if (kind.type.isInstance(row)) {
                return kind;
            }
        }
        return null;
    }

    /** Bytes of an element. */
    int bytes() {
        return bytes;
    }

    Object allocate(int length) {
        return Array.newInstance(type.getComponentType(), length);
    }

    /** Copies elements to a buffer, whose position may stay. */
    abstract void put(Object array, int at, int count, ByteBuffer into);

    /** Copies elements from a buffer, whose position may stay. */
    abstract void get(ByteBuffer from, Object array, int at, int count);
}
