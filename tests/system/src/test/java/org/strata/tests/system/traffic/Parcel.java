package org.strata.tests.system.traffic;

import java.nio.ByteBuffer;

/** Memory of one message: its content, and what may not change around it. */
final class Parcel {
    private static final byte GAP = 0x5a;

    final Object memory;
    final Shape shape;
    final int bytes;

    /**
     * @param bytes data bytes there is room for
     */
    Parcel(Shape shape, int bytes) {
        this.shape = shape;
        this.bytes = bytes;
        memory = shape.memory(bytes);
        for (int i = 0; i < room(); i++) {
            put(i, GAP);
        }
    }

    /** Returns elements of the shape's datatype. */
    int count() {
        return shape.elements(bytes);
    }

    private int room() {
        return memory instanceof byte[] array ? array.length : ((ByteBuffer) memory).capacity();
    }

    private void put(int at, byte value) {
        if (memory instanceof byte[] array) {
            array[at] = value;
        } else {
            ((ByteBuffer) memory).put(at, value);
        }
    }

    private byte get(int at) {
        return memory instanceof byte[] array ? array[at] : ((ByteBuffer) memory).get(at);
    }

    private static byte content(int id, int index) {
        return (byte) (id * 31 + index * 7 + (index >> 8) * 13 + 1);
    }

    /** Writes the content of a message. */
    Parcel fill(int id) {
        for (int i = 0; i < bytes; i++) {
            put(shape.place(i), content(id, i));
        }
        return this;
    }

    /** Checks that a message's first bytes came, and that nothing else was touched. */
    void check(int id, int length) {
        int next = 0;
        for (int at = 0; at < room(); at++) {
            boolean data = next < length && shape.place(next) == at;
            byte expected = data ? content(id, next) : GAP;
            if (get(at) != expected) {
                throw new AssertionError(
                        "message "
                                + id
                                + " of "
                                + length
                                + " bytes in "
                                + shape
                                + ": byte "
                                + at
                                + " is "
                                + get(at)
                                + " instead of "
                                + expected);
            }
            next += data ? 1 : 0;
        }
    }

    /** Forgets what came. */
    void clear() {
        for (int i = 0; i < room(); i++) {
            put(i, GAP);
        }
    }
}
