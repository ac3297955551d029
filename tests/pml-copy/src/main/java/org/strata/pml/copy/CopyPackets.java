package org.strata.pml.copy;

import org.strata.mca.btl.ActiveMessages;
import org.strata.opal.memory.Memory;

/**
 * The packets, each with a BTL tag of its own:
 *
 * <pre>
 *  MATCH  a MatchHeader, then the whole message
 *  RNDV   a MatchHeader | 16 i64 bytes of the message | 24 i64 cookie of the send
 *  ACK    0 i64 cookie of the send | 8 i64 cookie of the receive | 16 i64 bytes to send
 *  FRAG   0 i64 cookie of the receive | 8 i64 offset in the message, then data
 *  FLOW   0 i64 1 to hold back, 0 to go on | 8 i64 number of the request
 * </pre>
 */
final class CopyPackets {
    static final int MATCH = 1;
    static final int RNDV = 2;
    static final int ACK = 3;
    static final int FRAG = 4;
    static final int FLOW = 5;

    static final int RNDV_LENGTH = 32;
    static final int FRAG_LENGTH = 16;

    /** Words of an RNDV packet behind its MatchHeader. */
    static final int RNDV_SIZE = 2;

    static final int RNDV_COOKIE = 3;

    /** Bytes of ACK and FLOW: three words, not all of them used. */
    static final int CONTROL_LENGTH = 24;

    private CopyPackets() {}

    /** Returns a word of a packet. */
    static long word(long at, int index) {
        return Memory.getLong(at + 8L * index);
    }

    /** Writes a word of a packet. */
    static void putWord(long at, int index, long value) {
        Memory.putLong(at + 8L * index, value);
    }

    /** Returns the BTL tag of a packet type. */
    static int btlTag(int type) {
        return ActiveMessages.PML_TAG + type;
    }
}
