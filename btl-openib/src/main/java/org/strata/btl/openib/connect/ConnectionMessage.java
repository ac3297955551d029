package org.strata.btl.openib.connect;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the two ends of a connection say to each other out of band. On the wire: version, type,
 * links and numbers in the order of this record, big-endian.
 *
 * @param fromLink the sender's link
 * @param toLink the receiver's link
 * @param epoch number of the sender's queue pairs: each set has a new one, which never comes again
 * @param peerEpoch the receiver's, as the sender knows it; 0 for not yet
 * @param expected number of the next message that the sender waits for
 * @param broken the sender's queue pairs broke
 * @param farewell the sender is about to end: nobody will answer any more
 * @param address the sender's port
 * @param queues the sender's queue pairs in order of the receive queues; empty where not needed
 * @param text why not, for the user; empty where there is nothing to say
 * @param lane 0 for the connection of the endpoint; n for the sender's n-th lane, counted from 1;
 *     -n for the receiver's n-th lane
 * @param grantWord where the receiver of this may grant room in its ring by RDMA; of REPLY and ACK
 */
public record ConnectionMessage(
        Type type,
        int fromLink,
        int toLink,
        long epoch,
        long peerEpoch,
        int expected,
        boolean broken,
        boolean farewell,
        PortAddress address,
        List<QueueOffer> queues,
        String text,
        int lane,
        GrantWordOffer grantWord) {
    private static final int VERSION = 6;
    private static final int BROKEN = 1;
    private static final int FAREWELL = 2;

    /** Entries of {@link #queues} that a message may have. */
    public static final int MOST_QUEUES = 255;

    /** What a message is. */
    public enum Type {
        /** Asks for a connection: here are our queue pairs. */
        REQUEST,
        /** Answers a request: here are ours. */
        REPLY,
        /** Our queue pairs are ready for yours. */
        ACK,
        /** No connection: not now when the text is empty, else never. */
        REJECT,
        /** We send no more over these queue pairs. */
        CLOSE,
        /** Your message has come; the answer follows when our program lets us. */
        HEARD
    }

    /** Copies the list. */
    public ConnectionMessage {
        queues = List.copyOf(queues);
    }

    /** Makes a message of an endpoint's own connection. */
    public ConnectionMessage(
            Type type,
            int fromLink,
            int toLink,
            long epoch,
            long peerEpoch,
            int expected,
            boolean broken,
            boolean farewell,
            PortAddress address,
            List<QueueOffer> queues,
            String text) {
        this(
                type,
                fromLink,
                toLink,
                epoch,
                peerEpoch,
                expected,
                broken,
                farewell,
                address,
                queues,
                text,
                0,
                GrantWordOffer.NONE);
    }

    /** Returns the same message as one of a lane. */
    public ConnectionMessage ofLane(int number) {
        return new ConnectionMessage(
                type, fromLink, toLink, epoch, peerEpoch, expected, broken, farewell, address,
                queues, text, number, grantWord);
    }

    /** Returns whether the sender of this waits for an answer. */
    public boolean wantsAnswer() {
        return type == Type.REQUEST || type == Type.REPLY || (type == Type.CLOSE && !farewell);
    }

    /** Makes the message that says that this one has come. */
    public ConnectionMessage heard() {
        return new ConnectionMessage(
                        Type.HEARD,
                        toLink,
                        fromLink,
                        0,
                        epoch,
                        0,
                        false,
                        false,
                        address,
                        List.of(),
                        "")
                .ofLane(-lane);
    }

    /** Returns the bytes. */
    public byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeByte(type.ordinal());
            out.writeByte((broken ? BROKEN : 0) | (farewell ? FAREWELL : 0));
            out.writeInt(fromLink);
            out.writeInt(toLink);
            out.writeLong(epoch);
            out.writeLong(peerEpoch);
            out.writeInt(expected);
            out.writeInt(address.lid());
            out.writeLong(address.gidHigh());
            out.writeLong(address.gidLow());
            out.writeInt(address.mtu());
            out.writeByte(queues.size());
            for (QueueOffer queue : queues) {
                out.writeInt(queue.number());
                out.writeInt(queue.target());
                out.writeInt(queue.sequence());
                out.writeInt(queue.count());
                out.writeInt(queue.control());
                out.writeInt(queue.receiveQueue());
                out.writeInt(queue.channel());
            }
            out.writeUTF(text);
            out.writeShort(lane);
            out.writeLong(grantWord.address());
            out.writeInt(grantWord.key());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads the bytes.
     *
     * @throws IOException when they are none of such a message
     */
    public static ConnectionMessage decode(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readUnsignedByte();
            int type = in.readUnsignedByte();
            if (version != VERSION || type >= Type.values().length) {
                throw new IOException("version " + version + ", type " + type);
            }
            int flags = in.readUnsignedByte();
            int fromLink = in.readInt();
            int toLink = in.readInt();
            long epoch = in.readLong();
            long peerEpoch = in.readLong();
            int expected = in.readInt();
            PortAddress address =
                    new PortAddress(in.readInt(), in.readLong(), in.readLong(), in.readInt());
            return new ConnectionMessage(
                    Type.values()[type],
                    fromLink,
                    toLink,
                    epoch,
                    peerEpoch,
                    expected,
                    (flags & BROKEN) != 0,
                    (flags & FAREWELL) != 0,
                    address,
                    readQueues(in),
                    in.readUTF(),
                    in.readShort(),
                    new GrantWordOffer(in.readLong(), in.readInt()));
        }
    }

    private static List<QueueOffer> readQueues(DataInputStream in) throws IOException {
        int count = in.readUnsignedByte();
        List<QueueOffer> queues = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            queues.add(
                    new QueueOffer(
                            in.readInt(),
                            in.readInt(),
                            in.readInt(),
                            in.readInt(),
                            in.readInt(),
                            in.readInt(),
                            in.readInt()));
        }
        return queues;
    }
}
