package org.strata.pml.ob1.header;

import org.strata.opal.memory.Memory;

/**
 * An RDMA operation has ended.
 *
 * <pre>
 *  0 u8 type | 8 u64 cookie of the other side's request or piece | 16 i64 bytes done, negative: Rc code
 * </pre>
 */
public final class FinHeader {
    /** Bytes. */
    public static final int LENGTH = 24;

    private static final int COOKIE = 8;
    private static final int SIZE = 16;

    private FinHeader() {}

    /** Writes all fields. */
    public static void write(long at, long cookie, long size) {
        Memory.putLong(at, PacketType.FIN);
        Memory.putLong(at + COOKIE, cookie);
        Memory.putLong(at + SIZE, size);
    }

    /** Returns the cookie that the other side assigned. */
    public static long cookie(long at) {
        return Memory.getLong(at + COOKIE);
    }

    /** Returns the bytes moved, or a negative Rc code. */
    public static long size(long at) {
        return Memory.getLong(at + SIZE);
    }
}
