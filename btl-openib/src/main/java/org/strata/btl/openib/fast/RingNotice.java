package org.strata.btl.openib.fast;

import org.strata.opal.memory.Memory;

/**
 * What the two ends of a ring say to each other, behind a packet header; in the machine's byte
 * order. CLOSE has the generation only, CLOSED generation and number.
 *
 * <pre>
 *  0  i32  generation: the receiver numbers the rings of an endpoint
 *  4  i32  OPEN: number that the receiver's next message will have at least; CLOSED: number of the
 *          sender's next message, which is above those in the ring
 *  8  u64  address of the ring
 * 16  i32  its remote key
 * 20  i32  layout
 * 24  i32  slots
 * 28  i32  limit
 * 32  i32  block
 * </pre>
 */
public final class RingNotice {
    /** Bytes of a notice. */
    public static final int BYTES = 40;

    private static final int NUMBER = 4;
    private static final int ADDRESS = 8;
    private static final int KEY = 16;
    private static final int LAYOUT = 20;
    private static final int SLOTS = 24;
    private static final int LIMIT = 28;
    private static final int BLOCK = 32;

    private RingNotice() {}

    /** Writes CLOSE or CLOSED. */
    public static void write(long at, int generation, int number) {
        Memory.zero(at, BYTES);
        Memory.putInt(at, generation);
        Memory.putInt(at + NUMBER, number);
    }

    /** Adds what OPEN has besides. */
    public static void writeRing(long at, long address, int key, RingShape shape) {
        Memory.putLong(at + ADDRESS, address);
        Memory.putInt(at + KEY, key);
        Memory.putInt(at + LAYOUT, shape.layout().ordinal());
        Memory.putInt(at + SLOTS, shape.slots());
        Memory.putInt(at + LIMIT, shape.limit());
        Memory.putInt(at + BLOCK, shape.block());
    }

    public static int generation(long at) {
        return Memory.getInt(at);
    }

    public static int number(long at) {
        return Memory.getInt(at + NUMBER);
    }

    public static long address(long at) {
        return Memory.getLong(at + ADDRESS);
    }

    public static int key(long at) {
        return Memory.getInt(at + KEY);
    }

    /** Returns what a peer says its ring looks like; {@link RingShape#valid} says if it can be. */
    public static RingShape shape(long at) {
        return new RingShape(
                RingLayout.of(Memory.getInt(at + LAYOUT)),
                Memory.getInt(at + SLOTS),
                Memory.getInt(at + LIMIT),
                Memory.getInt(at + BLOCK));
    }
}
