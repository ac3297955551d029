package org.strata.pml.ob1.wire;

import org.strata.pml.base.match.FlowControl;
import org.strata.pml.base.match.FlowLevel;
import org.strata.pml.base.match.PeerProcess;
import org.strata.pml.ob1.header.AckHeader;
import org.strata.pml.ob1.header.FinHeader;
import org.strata.pml.ob1.header.FlowHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.PutHeader;

/** Composes ob1's control packets and sends them. Tier 2. */
public final class ControlPackets implements FlowControl.Signal {
    private final ControlSender sender;
    private final long header;

    /**
     * @param sender sends the packets
     * @param headers memory of headers under construction
     */
    public ControlPackets(ControlSender sender, HeaderMemory headers) {
        this.sender = sender;
        this.header = headers.allocate();
    }

    /**
     * Asks a sender for bytes [{@code from}, {@code to}) of its message as fragments.
     *
     * @param flags of {@link AckHeader}
     * @param send cookie of the send
     * @param receive cookie of the receive, which the fragments name
     */
    public void ack(Ob1Endpoint endpoint, int flags, long send, long receive, long from, long to) {
        AckHeader.write(header, flags, send, receive, from, to);
        sender.send(endpoint, PacketType.ACK, header, AckHeader.LENGTH);
    }

    /**
     * Notifies the other side that an RDMA operation has ended.
     *
     * @param cookie of its send or piece
     * @param size bytes moved, or a negative Rc code
     */
    public void fin(Ob1Endpoint endpoint, long cookie, long size) {
        FinHeader.write(header, cookie, size);
        sender.send(endpoint, PacketType.FIN, header, FinHeader.LENGTH);
    }

    /** Returns the address at which the BTL writes its handle for the next PUT packet. */
    public long putHandle() {
        return PutHeader.handle(header);
    }

    /**
     * Begins a PUT packet, which orders the sender to write a piece of its message.
     *
     * @param link the sender's number of the link to write over
     * @param send cookie of the send
     * @param receive cookie of the receive
     * @param piece cookie of the piece, which FIN names
     */
    public void beginPut(int link, long send, long receive, long piece) {
        PutHeader.writeCookies(header, link, send, receive, piece);
    }

    /**
     * Sends the PUT packet that was begun, and whose handle was written.
     *
     * @param offset first byte of the message
     * @param address where it goes in this side's memory
     * @param length bytes to write
     * @param handleLength bytes of the handle
     */
    public void put(
            Ob1Endpoint endpoint, long offset, long address, long length, int handleLength) {
        PutHeader.writeRange(header, offset, address, length);
        sender.send(endpoint, PacketType.PUT, header, PutHeader.LENGTH + handleLength);
    }

    @Override
    public void send(PeerProcess process, FlowLevel level, int number) {
        FlowHeader.write(header, level, number);
        sender.send((Ob1Endpoint) process, PacketType.FLOW, header, FlowHeader.LENGTH);
    }
}
