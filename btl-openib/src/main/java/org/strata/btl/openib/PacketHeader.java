package org.strata.btl.openib;

import org.strata.opal.memory.Memory;

/**
 * What precedes every message on a queue pair; in the machine's byte order.
 *
 * <pre>
 *  0  u8   tag of the upper layer's handler
 *  1  u8   kind
 *  2  u8   4 bits: queue that the credits are for; 3 bits: messages that wait behind this one for
 *          the same queue, 0 or the power of two below it, see {@link #behind}; 1 bit: the sender
 *          found the receiver's ring full
 *  3  u8   control messages of the receiver that have come since the last packet
 *  4  u16  credits: further messages that the receiver may send over that queue
 *  6  u16  credits of the sender's own ring: slots or words that the receiver may write again
 *  8  i32  sequence number of the message among all from this sender to this receiver
 * 12  i32  the receiver's number of the channel; not read of packets that come by ring
 * </pre>
 *
 * A coalesced packet holds several messages, each behind a {@link #PART} of 8 bytes (tag, three
 * zeros, i32 length) and padded to 8 bytes. Tier 1.
 */
final class PacketHeader {
    /** Bytes of the header. */
    static final int BYTES = 16;

    /** Bytes before each message of a coalesced packet. */
    static final int PART = 8;

    /** Kind: one message. */
    static final int DATA = 0;

    /** Kind: several messages. */
    static final int COALESCED = 1;

    /** Kind: nothing but credits. It has no sequence number, and takes a control token. */
    static final int CREDITS = 2;

    /**
     * Kind: gives control tokens back, to a peer that has none left. It takes none itself: there
     * are never more of them on their way than tokens that they give back.
     */
    static final int TOKENS = 3;

    /** Kind: the sender has a ring for the receiver's packets. As CREDITS, it takes a token. */
    static final int OPEN = 4;

    /** Kind: the sender wants its ring back. As CREDITS, it takes a token. */
    static final int CLOSE = 5;

    /** Kind: the sender writes to the receiver's ring no more. As CREDITS, it takes a token. */
    static final int CLOSED = 6;

    /** Stands for the kind of a packet that came early and is kept; never in a header. */
    static final int KEPT = -1;

    private static final int TAG = 0;
    private static final int KIND = 1;
    private static final int QUEUE = 2;
    private static final int CONTROL = 3;
    private static final int CREDIT_COUNT = 4;
    private static final int RING_CREDITS = 6;
    private static final int SEQUENCE = 8;
    private static final int CHANNEL = 12;
    private static final int PART_LENGTH = 4;
    private static final int QUEUE_BITS = 4;
    private static final int QUEUES = (1 << QUEUE_BITS) - 1;
    private static final int MOST_BEHIND = 64;
    private static final int CODES = 7;
    private static final int FULL_BIT = 7;

    /** A header's part that says that the sender found the receiver's ring full. */
    static final long RING_FULL = 1L << (8 * QUEUE + FULL_BIT);

    /** Of the first word: credits of a queue, and control messages that have come. */
    private static final long RECEIVES = 0xffff_ff00_0000L;

    private PacketHeader() {}

    /**
     * Writes a header in two words: the copy that follows reads words, and would wait for smaller
     * stores.
     *
     * @param returned union of {@link #returned} and {@link #returnedOfRing}; 0 for no credits
     */
    static void write(long at, int tag, int kind, long returned, int sequence, int channel) {
        long first = (tag & 0xff) | kind << 8 | returned;
        Memory.putWords(at, first, (sequence & 0xffff_ffffL) | (long) channel << 32);
    }

    /** Returns a header's part for credits of a queue and control tokens. */
    static long returned(int queue, int credits, int control) {
        return (long) queue << (8 * QUEUE)
                | (long) control << (8 * CONTROL)
                | (long) credits << (8 * CREDIT_COUNT);
    }

    /** Returns a header's part for credits of a ring. */
    static long returnedOfRing(int credits) {
        return (long) credits << (8 * RING_CREDITS);
    }

    /**
     * Returns a header's part for the messages that wait behind this one: how many to 64, cut to a
     * power of two.
     */
    static long behind(int messages) {
        int code = Integer.SIZE - Integer.numberOfLeadingZeros(Math.min(messages, MOST_BEHIND));
        return (long) code << (8 * QUEUE + QUEUE_BITS);
    }

    /** Returns the messages that wait behind this one at the sender, as {@link #behind} has it. */
    static int waiting(long at) {
        int code = Memory.getByte(at + QUEUE) >>> QUEUE_BITS & CODES;
        return 1 << code >>> 1;
    }

    /** Returns whether the sender found the receiver's ring full. */
    static boolean foundRingFull(long at) {
        return Memory.getByte(at + QUEUE) < 0;
    }

    static int ringCredits(long at) {
        return Memory.getShort(at + RING_CREDITS) & 0xffff;
    }

    /** Returns whether packets of a kind carry messages, and so have a number. */
    static boolean isNumbered(int kind) {
        return kind == DATA || kind == COALESCED;
    }

    /** Returns whether packets of a kind take a control token. */
    static boolean takesToken(int kind) {
        return kind >= CREDITS && kind != TOKENS;
    }

    /** Returns whether a header that begins with this word is of one message with this tag. */
    static boolean isMessage(long first, int tag) {
        return (first & 0xffff) == ((tag & 0xff) | DATA << 8);
    }

    /** Returns whether a header that begins with this word has no credits but those of a ring. */
    static boolean returnsNoReceives(long first) {
        return (first & RECEIVES) == 0;
    }

    /** Returns the credits of a ring in a header that begins with this word. */
    static int ringCreditsIn(long first) {
        return (int) (first >>> (8 * RING_CREDITS));
    }

    static int tag(long at) {
        return Memory.getByte(at + TAG) & 0xff;
    }

    static int kind(long at) {
        return Memory.getByte(at + KIND);
    }

    static int queue(long at) {
        return Memory.getByte(at + QUEUE) & QUEUES;
    }

    static int control(long at) {
        return Memory.getByte(at + CONTROL) & 0xff;
    }

    static int credits(long at) {
        return Memory.getShort(at + CREDIT_COUNT) & 0xffff;
    }

    static int sequence(long at) {
        return Memory.getInt(at + SEQUENCE);
    }

    static int channel(long at) {
        return Memory.getInt(at + CHANNEL);
    }

    static void writePart(long at, int tag, int length) {
        Memory.putInt(at, tag & 0xff);
        Memory.putInt(at + PART_LENGTH, length);
    }

    static int partTag(long at) {
        return Memory.getByte(at) & 0xff;
    }

    static int partLength(long at) {
        return Memory.getInt(at + PART_LENGTH);
    }

    /** Returns the bytes that a message takes in a coalesced packet. */
    static int partBytes(int length) {
        return PART + ((length + 7) & -8);
    }
}
