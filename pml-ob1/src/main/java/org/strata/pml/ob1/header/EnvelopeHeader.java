package org.strata.pml.ob1.header;

import org.strata.opal.memory.Memory;

/**
 * What surrounds every packet between peers with several links, so that a packet lost or repeated
 * by a failing link is sent again or dropped; alone, without a packet inside, it is an
 * acknowledgement.
 *
 * <pre>
 *  0 u8 type | 1 u8 type of the packet inside, 0 for none | 4 u32 number | 8 u32 expected | 12 u32 0
 * </pre>
 *
 * {@code number} counts this sender's enveloped packets; {@code expected} is the first number that
 * this sender has not yet received from the other side: all below are acknowledged.
 */
public final class EnvelopeHeader {
    /** Bytes. */
    public static final int LENGTH = 16;

    private static final int INNER = 1;
    private static final int NUMBER = 4;
    private static final int EXPECTED = 8;

    private EnvelopeHeader() {}

    /** Writes all fields but {@code expected}. */
    public static void write(long at, int inner, int number) {
        Memory.putInt(at, PacketType.ENVELOPE | inner << 8);
        Memory.putInt(at + NUMBER, number);
        Memory.putLong(at + EXPECTED, 0);
    }

    /** Writes what has been received so far. */
    public static void writeExpected(long at, int expected) {
        Memory.putInt(at + EXPECTED, expected);
    }

    /** Returns the type of the packet inside, 0 for none. */
    public static int inner(long at) {
        return Memory.getByte(at + INNER);
    }

    /** Returns the packet's number. */
    public static int number(long at) {
        return Memory.getInt(at + NUMBER);
    }

    /** Returns the first number that the other side has not received. */
    public static int expected(long at) {
        return Memory.getInt(at + EXPECTED);
    }
}
