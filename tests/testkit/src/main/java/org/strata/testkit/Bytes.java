package org.strata.testkit;

import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;

/** Payload in native memory and in arrays of every primitive type, as ranges of bytes. */
final class Bytes {
    static final DataLayout LAYOUT = DataLayouts.BYTE;

    private Bytes() {}

    static void move(Object base, long offset, long target, long length) {
        Memory.copyOut(base, offset, target, length);
    }

    /** Returns one array of each primitive type, each of at least {@code bytes} bytes. */
    static Object[] arrays(int bytes) {
        return new Object[] {
            new byte[bytes],
            new boolean[bytes],
            new short[bytes / 2 + 1],
            new char[bytes / 2 + 1],
            new int[bytes / 4 + 1],
            new float[bytes / 4 + 1],
            new long[bytes / 8 + 1],
            new double[bytes / 8 + 1]
        };
    }

    /** Fills a byte range of an array from native memory; booleans take the lowest bit. */
    static void fill(Object array, long offset, long source, int length) {
        if (array instanceof boolean[] booleans) {
            for (int i = 0; i < length; i++) {
                booleans[(int) offset + i] = (Memory.getByte(source + i) & 1) != 0;
            }
        } else {
            Memory.copyIn(source, array, offset, length);
        }
    }

    /** Returns a byte range of an array as bytes. */
    static byte[] read(Object array, long offset, int length) {
        byte[] bytes = new byte[length];
        if (array instanceof boolean[] booleans) {
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) (booleans[(int) offset + i] ? 1 : 0);
            }
        } else {
            Memory.copy(array, offset, bytes, 0, length);
        }
        return bytes;
    }
}
