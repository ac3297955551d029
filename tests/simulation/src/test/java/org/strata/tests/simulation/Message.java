package org.strata.tests.simulation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

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
        byte[] gaps = new byte[room];
        Arrays.fill(gaps, GAP);
        write(gaps);
    }

    /** Writes everything, in one piece: byte by byte would be half of a simulated job's time. */
    private void write(byte[] all) {
        if (base != null) {
            System.arraycopy(all, 0, base, (int) offset, all.length);
        } else {
            MemorySegment.copy(all, 0, memory(all.length), JAVA_BYTE, 0, all.length);
        }
    }

    private byte[] read() {
        int room = shape == Plan.Shape.STRIDED ? bytes * 2 : bytes;
        if (base instanceof byte[] array) {
            return Arrays.copyOfRange(array, (int) offset, (int) offset + room);
        }
        return memory(room).toArray(JAVA_BYTE);
    }

    private MemorySegment memory(long length) {
        return MemorySegment.ofAddress(offset).reinterpret(length);
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
        byte[] all = read();
        for (int i = 0; i < bytes; i++) {
            all[place(i)] = content(id, i);
        }
        write(all);
    }

    /** Returns a number that changes when a byte does. */
    int hash() {
        return Arrays.hashCode(read());
    }

    /** Checks content, gaps, and that nothing behind the message was touched. */
    void check(int id, int length) {
        byte[] all = read();
        for (int i = 0; i < bytes; i++) {
            byte expected = i < length ? content(id, i) : GAP;
            if (all[place(i)] != expected) {
                throw new AssertionError("message " + id + ": byte " + i + " is wrong");
            }
            if (shape == Plan.Shape.STRIDED && all[place(i) + 1] != GAP) {
                throw new AssertionError("message " + id + ": gap " + i + " was written");
            }
        }
    }
}
