package org.strata.pml.tupleq;

import org.strata.mca.oob.Oob;
import org.strata.mca.proc.Proc;
import org.strata.opal.progress.ProgressEngine;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The control messages of two ranks' tupleq, out of band: reliable, and in order between two ranks.
 * The channel's thread queues them; the rank handles them in progress.
 */
final class Control implements Oob.Listener {
    private static final int TAG = 0x74_71;
    private static final int HEADER = 2 * Integer.BYTES + 3 * Long.BYTES;
    private static final int PAIR = 2 * Long.BYTES;
    private static final long[] NONE = {};

    /** In PLAIN, beside a tag: an empty message is to be sent in the place of the last received. */
    static final int STAND_IN = 1;

    /** In PLAIN, beside a tag: the message behind the last received one is to be sent again. */
    static final int SEND_AGAIN = 2;

    /** Returns a tag as PLAIN has it, with one of these notes or 0; only tags from 0 have notes. */
    static long noted(int tag, int note) {
        return note == 0 ? tag : (long) note << Integer.SIZE | tag;
    }

    /** Returns the note that {@link #noted} has added. */
    static int note(long tag) {
        return tag < 0 ? 0 : (int) (tag >>> Integer.SIZE);
    }

    private final Oob oob;
    private final ProgressEngine engine;
    private final ConcurrentLinkedQueue<Message> inbox = new ConcurrentLinkedQueue<>();

    /** What a control message says; docs/protocol/tupleq.md describes each. */
    enum Kind {
        /** Sender: which queue has this tuple? */
        ASK,
        /** Receiver: the tuple's queue has this number. */
        NUMBER,
        /** Receiver: send by the PML below; the number of received messages of each tag. */
        PLAIN,
        /** Sender: no message to the communicator's queues is unfinished, no number is known. */
        FORGOTTEN,
        /** Sender: messages up to this number found no free lane. */
        PARKED,
        /** Receiver: receives up to this number are posted. */
        WANTED,
        /** Receiver: send the data of this message by the PML below. */
        DETOUR,
        /** Sender: messages of this communicator come by the PML below. */
        SENDS_PLAIN,
        /** All messages of this process come by the PML below. */
        NO_QUEUES,
        /** Receiver: use queues again, if this is the epoch and you have sent so many. */
        TUPLE,
        /** Sender: messages come by queues again. */
        AGREED,
        /** Sender: the number is not that of my messages; the epoch's number rises by one. */
        REFUSED,
        /** Sender: my copies wait for receives, and there is no room for more. */
        FLOOD
    }

    private static final Kind[] KINDS = Kind.values();

    /**
     * A control message.
     *
     * @param source number of the sending process in the job
     * @param comm identity of the communicator
     * @param tag the tuple's
     * @param epoch in PLAIN, TUPLE, AGREED and REFUSED
     * @param number of a queue or message
     * @param counts pairs of tag and received number
     */
    record Message(
            int source, Kind kind, long comm, int tag, long epoch, long number, long[] counts) {}

    Control(Oob oob, ProgressEngine engine) {
        this.oob = oob;
        this.engine = engine;
    }

    void open() {
        oob.listen(TAG, this);
    }

    /** Says something about a tuple, or about all of a communicator. */
    void send(Proc peer, Kind kind, long comm, int tag, long number) {
        send(peer, kind, comm, tag, 0, number, NONE);
    }

    /** Says in which epoch the messages of a communicator come or are to come by queues. */
    void sendMode(Proc peer, Kind kind, long comm, long epoch, long number, long... counts) {
        send(peer, kind, comm, 0, epoch, number, counts);
    }

    private void send(
            Proc peer, Kind kind, long comm, int tag, long epoch, long number, long[] counts) {
        if (!peer.isLost()) {
            byte[] message = encode(kind, comm, tag, epoch, number, counts);
            oob.send(peer.rank(), TAG, message);
        }
    }

    static byte[] encode(Kind kind, long comm, int tag, long epoch, long number, long[] counts) {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + counts.length * Long.BYTES);
        bytes.putInt(kind.ordinal()).putLong(comm).putInt(tag).putLong(epoch).putLong(number);
        for (long count : counts) {
            bytes.putLong(count);
        }
        return bytes.array();
    }

    @Override
    public void onMessage(int source, byte[] message) {
        inbox.add(decode(source, message));
        engine.wake();
    }

    static Message decode(int source, byte[] message) {
        ByteBuffer bytes = ByteBuffer.wrap(message);
        int counts = (message.length - HEADER) / Long.BYTES;
        if (message.length < HEADER
                || (message.length - HEADER) % PAIR != 0
                || bytes.getInt(0) < 0
                || bytes.getInt(0) >= KINDS.length) {
            throw new IllegalArgumentException(
                    "tupleq: a control message of " + message.length + " bytes of rank " + source);
        }
        Kind kind = KINDS[bytes.getInt()];
        long comm = bytes.getLong();
        int tag = bytes.getInt();
        long epoch = bytes.getLong();
        long number = bytes.getLong();
        long[] pairs = counts == 0 ? NONE : new long[counts];
        for (int i = 0; i < counts; i++) {
            pairs[i] = bytes.getLong();
        }
        return new Message(source, kind, comm, tag, epoch, number, pairs);
    }

    /** Removes and returns the oldest message, or null. */
    Message poll() {
        return inbox.poll();
    }
}
