package org.strata.pml.ob1.wire;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.pml.base.PayloadPool;
import org.strata.pml.ob1.counters.Ob1Counters;
import org.strata.pml.ob1.header.EnvelopeHeader;
import org.strata.pml.ob1.header.PacketType;

import java.util.ArrayList;
import java.util.List;

/**
 * Reliable delivery to a peer over several links: stripes packets over the links by weight, keeps
 * each until the peer has acknowledged it, and sends it again over another link when its own fails.
 * A peer with one link has no channel, since there is no other link. Tier 2.
 */
public final class ReliableChannel implements Departures.Channel {
    private static final int MASK = Window.SIZE - 1;

    /** Received packets after which an acknowledgement is sent on its own. */
    private static final int ACK_INTERVAL = 16;

    private final Ob1Endpoint endpoint;
    private final PayloadPool payloads;
    private final Ob1Counters counters;
    private final Kept[] kept = new Kept[Window.SIZE];
    private final Window received;
    private final long ackHeader;

    /**
     * Oldest unacknowledged number, next number, and the first that has not been handed to a link.
     */
    private int oldest;

    private int next;
    private int unsent;
    private int unacknowledged;
    private boolean ackDue;

    /**
     * A packet is being handed to a link. No BTL reports a failure, or sends, inside that call; one
     * that does all the same must not move the marks under it. So a failure waits for its end.
     */
    private boolean pushing;

    private final List<BtlLink> failedMeanwhile = new ArrayList<>(0);
    private boolean droppedMeanwhile;

    /** A packet that the peer has not acknowledged. */
    private static final class Kept {
        private long address;
        private int length;
        private BtlLink link;

        /** What the link had accepted with this packet. */
        private long accepted;
    }

    ReliableChannel(
            Ob1Endpoint endpoint,
            PayloadPool payloads,
            HeaderMemory headers,
            Ob1Counters counters,
            int firstNumber) {
        this.endpoint = endpoint;
        this.payloads = payloads;
        this.counters = counters;
        this.received = new Window(firstNumber);
        this.ackHeader = headers.allocate();
        this.oldest = firstNumber;
        this.next = firstNumber;
        this.unsent = firstNumber;
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new Kept();
        }
    }

    /** Returns the longest payload behind a header of some length. */
    public long room(int headerLength) {
        long room = Integer.MAX_VALUE;
        for (BtlLink link : endpoint.bml.send) {
            room = Math.min(room, room(link));
        }
        return room - headerLength;
    }

    /** Returns the longest packet that a link carries in an envelope. */
    public static int room(BtlLink link) {
        return link.attributes.maxSendSize() - EnvelopeHeader.LENGTH;
    }

    /**
     * Accepts a packet: copies it, and sends the copy until the peer acknowledges it.
     *
     * @param type of the packet
     * @param header address of its header
     * @param data a message's data, or null when only the header is sent
     * @param from first byte of the packed data
     * @param length bytes of data
     * @return OK, or NO_RESOURCE while the window is full
     */
    public int send(int type, long header, int headerLength, Buf data, long from, long length) {
        if (next - oldest == Window.SIZE) {
            return Rc.NO_RESOURCE;
        }
        Kept packet = kept[next & MASK];
        packet.length = EnvelopeHeader.LENGTH + headerLength + (int) length;
        packet.address = payloads.allocate(packet.length);
        packet.link = null;
        EnvelopeHeader.write(packet.address, type, next);
        long at = packet.address + EnvelopeHeader.LENGTH;
        Memory.copy(header, at, headerLength);
        if (length > 0) {
            data.pack(from, at + headerLength, length);
        }
        next++;
        push();
        return Rc.OK;
    }

    /**
     * Sends queued packets over the links, in order; returns how many were sent. Inside itself it
     * does nothing: the outer call goes on to what is new.
     */
    private int push() {
        if (pushing) {
            return 0;
        }
        int sent = 0;
        boolean more = true;
        while (more && unsent != next) {
            pushing = true;
            try {
                more = transmit(kept[unsent & MASK]);
            } finally {
                pushing = false;
            }
            sent += more ? 1 : 0;
            if (droppedMeanwhile || !failedMeanwhile.isEmpty()) {
                catchUp();
            }
            skipSent();
        }
        return sent;
    }

    /** Does what had to wait for the end of a link's call. */
    private void catchUp() {
        failedMeanwhile.forEach(this::sendAgain);
        failedMeanwhile.clear();
        if (droppedMeanwhile) {
            droppedMeanwhile = false;
            drop();
        }
    }

    /**
     * Passes what a link has. After a link's failure only some packets between the marks are to be
     * sent again.
     */
    private void skipSent() {
        while (unsent != next && kept[unsent & MASK].link != null) {
            unsent++;
        }
    }

    private boolean transmit(Kept packet) {
        BtlLink[] links = endpoint.bml.send;
        BtlLink best = pick(links);
        for (int i = -1; i < links.length; i++) {
            BtlLink link = i < 0 ? best : links[i];
            if (link != null && transmit(packet, link) == Rc.OK) {
                packet.link = link;
                packet.accepted = link.endpoint.accepted;
                link.carried += packet.length;
                return true;
            }
        }
        return false;
    }

    /** Returns the link that is furthest behind its share. */
    private static BtlLink pick(BtlLink[] links) {
        BtlLink best = null;
        for (BtlLink link : links) {
            if (best == null || link.carried * best.weight < best.carried * link.weight) {
                best = link;
            }
        }
        return best;
    }

    private int transmit(Kept packet, BtlLink link) {
        EnvelopeHeader.writeState(packet.address, endpoint.number(link), received.expected());
        int tag = PacketType.btlTag(PacketType.ENVELOPE);
        int rc =
                packet.length <= link.attributes.eagerLimit()
                        ? link.btl.sendImmediate(
                                link.endpoint,
                                tag,
                                packet.address,
                                EnvelopeHeader.LENGTH,
                                null,
                                packet.address + EnvelopeHeader.LENGTH,
                                packet.length - EnvelopeHeader.LENGTH)
                        : transmitByDescriptor(packet, link, tag);
        if (rc == Rc.OK) {
            unacknowledged = 0;
            ackDue = false;
        }
        return rc;
    }

    private static int transmitByDescriptor(Kept packet, BtlLink link, int tag) {
        Descriptor descriptor = link.btl.alloc(link.endpoint, packet.length);
        if (descriptor == null) {
            return Rc.NO_RESOURCE;
        }
        Memory.copy(packet.address, descriptor.address, packet.length);
        int payload = packet.length - EnvelopeHeader.LENGTH;
        return ControlSender.send(link, descriptor, tag, EnvelopeHeader.LENGTH, payload);
    }

    /**
     * Handles an envelope's own fields.
     *
     * @return whether the packet inside is new and must be handled
     */
    boolean receive(long at) {
        acknowledged(EnvelopeHeader.expected(at));
        if (EnvelopeHeader.inner(at) == 0) {
            return false;
        }
        boolean fresh = received.accept(EnvelopeHeader.number(at));
        unacknowledged++;
        counters.duplicates += fresh ? 0 : 1;
        // A duplicate: the other side has not received the acknowledgement, which is sent again.
        ackDue |= !fresh || unacknowledged >= ACK_INTERVAL;
        return fresh;
    }

    private void acknowledged(int expected) {
        if (Integer.compareUnsigned(expected - oldest, next - oldest) > 0) {
            // A packet that has been overtaken: later ones have acknowledged more.
            return;
        }
        while (oldest != expected) {
            Kept packet = kept[oldest & MASK];
            payloads.free(packet.address, packet.length);
            packet.link = null;
            oldest++;
        }
        if (unsent - oldest < 0) {
            unsent = oldest;
        }
        skipSent();
    }

    /** Sends queued packets and acknowledges received ones; returns the number of packets sent. */
    int progress() {
        int sent = push();
        if (unacknowledged > 0 && (ackDue || sent == 0)) {
            sendAck();
        }
        return sent;
    }

    private void sendAck() {
        for (BtlLink link : endpoint.bml.send) {
            if (sendAck(link)) {
                unacknowledged = 0;
                ackDue = false;
                return;
            }
        }
    }

    private boolean sendAck(BtlLink link) {
        EnvelopeHeader.write(ackHeader, 0, 0);
        EnvelopeHeader.writeState(ackHeader, endpoint.number(link), received.expected());
        int tag = PacketType.btlTag(PacketType.ENVELOPE);
        int length = EnvelopeHeader.LENGTH;
        return link.btl.sendImmediate(link.endpoint, tag, ackHeader, length, null, 0, 0) == Rc.OK;
    }

    /**
     * Sends a packet over each link that has not carried any, so that the peer learns the links'
     * numbers before it chooses some for RDMA.
     */
    public void greet() {
        for (BtlLink link : endpoint.bml.rdma) {
            if (link.carried == 0
                    && link.attributes.has(BtlAttributes.FLAG_SEND)
                    && sendAck(link)) {
                link.carried = 1;
            }
        }
    }

    /** Marks the packets that a failed link may have lost to be sent again. */
    void onLinkFailed(BtlLink failed) {
        if (pushing) {
            failedMeanwhile.add(failed);
        } else {
            sendAgain(failed);
        }
    }

    private void sendAgain(BtlLink failed) {
        for (int number = next - 1; number - oldest >= 0; number--) {
            Kept packet = kept[number & MASK];
            if (packet.link == failed) {
                packet.link = null;
                counters.resent++;
            }
            if (packet.link == null) {
                unsent = number;
            }
        }
        // The link may have lost an acknowledgement, too.
        unacknowledged++;
        ackDue = true;
    }

    @Override
    public int lastNumber() {
        return next - 1;
    }

    @Override
    public boolean hasLeft(int number) {
        if (number - oldest < 0) {
            return true;
        }
        Kept packet = kept[number & MASK];
        return packet.link != null && packet.link.endpoint.departed >= packet.accepted;
    }

    /** Returns whether every packet has been handed to a link. */
    boolean allSent() {
        return unsent == next;
    }

    /** Returns whether the peer has acknowledged every packet. */
    boolean idle() {
        return oldest == next;
    }

    /** Frees all packets: the peer is lost. */
    public void drop() {
        if (pushing) {
            droppedMeanwhile = true;
            return;
        }
        acknowledged(next);
        unacknowledged = 0;
        ackDue = false;
    }
}
