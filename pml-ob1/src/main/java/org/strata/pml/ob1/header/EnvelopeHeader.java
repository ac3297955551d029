package org.strata.pml.ob1.header;

import org.strata.opal.memory.Memory;

/**
 * The header around every packet between peers with several links: packets that a failing link
 * loses are sent again, and those that it repeats are dropped. Without a packet inside it is an
 * acknowledgement.
 *
 * <pre>
 *  0 u8 type | 1 u8 type of the packet inside, 0 for none | 2 u8 link | 4 u32 number | 8 u32 expected
 *  12 u32 0
 * </pre>
 *
 * {@code link} is this sender's number of the link that carries the packet: the other side learns
 * by it which of its links that is, and names the link so when it asks for RDMA. {@code number}
 * counts this sender's enveloped packets; {@code expected} is the first number that this sender has
 * not yet received from the other side: all below are acknowledged.
 */
public final class EnvelopeHeader {
    /** Bytes. */
    public static final int LENGTH = 16;

    private static final int INNER = 1;
    private static final int LINK = 2;
    private static final int NUMBER = 4;
    private static final int EXPECTED = 8;

    private EnvelopeHeader() {}

    /** Writes all fields but {@code link} and {@code expected}. */
    public static void write(long at, int inner, int number) {
        Memory.putInt(at, PacketType.ENVELOPE | inner << 8);
        Memory.putInt(at + NUMBER, number);
        Memory.putLong(at + EXPECTED, 0);
    }

    /** Writes {@code link} and {@code expected}. */
    public static void writeState(long at, int link, int expected) {
        Memory.putByte(at + LINK, (byte) link);
        Memory.putInt(at + EXPECTED, expected);
    }

    /** Returns the sender's number of the link that carried the packet. */
    public static int link(long at) {
        return Memory.getByte(at + LINK) & 0xFF;
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
