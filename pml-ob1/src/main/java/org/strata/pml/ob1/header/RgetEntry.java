package org.strata.pml.ob1.header;

import org.strata.opal.memory.Memory;

/**
 * A link over which the data of an RGET can be read; one entry per link follows the {@link
 * RendezvousHeader}.
 *
 * <pre>
 *  0 u8 sender's number of the link, 0: the one that carries the packet | 1 u8 handle bytes
 *  2 u8 1 when another entry follows | 8 BTL handle bytes, then padding to 8
 * </pre>
 */
public final class RgetEntry {
    /** Bytes before the BTL's handle. */
    public static final int LENGTH = 8;

    private static final int HANDLE_LENGTH = 1;
    private static final int MORE = 2;

    private RgetEntry() {}

    /** Returns the bytes of an entry with a handle of some size. */
    public static int size(int handleLength) {
        return LENGTH + (handleLength + 7 & -8);
    }

    /** Writes an entry that is the last one so far. */
    public static void write(long at, int link, int handleLength) {
        Memory.putLong(at, (link & 0xFFL) | (handleLength & 0xFFL) << 8);
    }

    /** Records that another entry follows this one. */
    public static void writeMore(long at) {
        Memory.putByte(at + MORE, (byte) 1);
    }

    /** Returns the sender's number of the link. */
    public static int link(long at) {
        return Memory.getByte(at) & 0xFF;
    }

    /** Returns the bytes of the handle. */
    public static int handleLength(long at) {
        return Memory.getByte(at + HANDLE_LENGTH) & 0xFF;
    }

    /** Returns the address of the handle. */
    public static long handle(long at) {
        return at + LENGTH;
    }

    /** Returns where the next entry is, or 0 when there is none. */
    public static long next(long at) {
        return Memory.getByte(at + MORE) != 0 ? at + size(handleLength(at)) : 0;
    }
}
