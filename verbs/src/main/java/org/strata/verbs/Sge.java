package org.strata.verbs;

import org.strata.opal.memory.Memory;

/** A scatter/gather element in native memory: {@code ibv_sge}. */
public final class Sge {
    /** Bytes of one element. */
    public static final int BYTES = 16;

    private static final int ADDRESS = 0;
    private static final int LENGTH = 8;
    private static final int LKEY = 12;

    private Sge() {}

    /** Writes an element. */
    public static void set(long sge, long at, int length, int lkey) {
        Memory.putLong(sge + ADDRESS, at);
        Memory.putInt(sge + LENGTH, length);
        Memory.putInt(sge + LKEY, lkey);
    }

    /** Returns the address of its memory. */
    public static long address(long sge) {
        return Memory.getLong(sge + ADDRESS);
    }

    /** Returns its length in bytes, unsigned 32 bits. */
    public static long length(long sge) {
        return Memory.getInt(sge + LENGTH) & 0xffff_ffffL;
    }

    /** Returns the key of its memory region. */
    public static int lkey(long sge) {
        return Memory.getInt(sge + LKEY);
    }
}
