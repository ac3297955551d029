package org.strata.tests.simulation;

import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/** A buffer of a simulated message in one of the shapes, and its content. */
final class Message {
    private static final byte GAP = 0x5A;

    private final Object base;
    private final long offset;
    private final long count;
    private final DataLayout layout;
    private final int bytes;
    private final Plan.Shape shape;

    Message(Arena arena, Plan.Shape shape, int bytes) {
        this.shape = shape;
        this.bytes = bytes;
        int room = shape == Plan.Shape.STRIDED ? bytes * 2 : bytes;
        if (shape == Plan.Shape.ARRAY) {
            base = new byte[room + 3];
            offset = 3;
        } else {
            base = null;
            offset = arena.allocate(room + 1L, 8).address();
        }
        layout =
                shape == Plan.Shape.STRIDED
                        ? DataLayouts.resized(DataLayouts.BYTE, 0, 2)
                        : DataLayouts.BYTE;
        count = bytes;
        for (int i = 0; i < room; i++) {
            put(i, GAP);
        }
    }

    private void put(int at, byte value) {
        if (base instanceof byte[] array) {
            array[(int) offset + at] = value;
        } else {
            Memory.putByte(offset + at, value);
        }
    }

    private byte get(int at) {
        return base instanceof byte[] array
                ? array[(int) offset + at]
                : Memory.getByte(offset + at);
    }

    private int place(int index) {
        return shape == Plan.Shape.STRIDED ? index * 2 : index;
    }

    private static byte content(int id, int index) {
        return (byte) (id * 31 + index * 7 + (index >> 8) + 1);
    }

    /** Returns where it is. */
    Buf buf() {
        return new Buf(base, offset, count, layout);
    }

    /** Writes the content of a message. */
    void fill(int id) {
        for (int i = 0; i < bytes; i++) {
            put(place(i), content(id, i));
        }
    }

    /** Returns a number that changes when a byte does. */
    int hash() {
        int room = shape == Plan.Shape.STRIDED ? bytes * 2 : bytes;
        int hash = 1;
        for (int i = 0; i < room; i++) {
            hash = 31 * hash + get(i);
        }
        return hash;
    }

    /** Checks content, gaps, and that nothing behind the message was touched. */
    void check(int id, int length) {
        for (int i = 0; i < bytes; i++) {
            byte expected = i < length ? content(id, i) : GAP;
            if (get(place(i)) != expected) {
                throw new AssertionError("message " + id + ": byte " + i + " is wrong");
            }
            if (shape == Plan.Shape.STRIDED && get(place(i) + 1) != GAP) {
                throw new AssertionError("message " + id + ": gap " + i + " was written");
            }
        }
    }
}
