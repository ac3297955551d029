package org.strata.pml.ob1;

import org.strata.pml.ob1.match.Unexpected;

import java.lang.foreign.Arena;

/** Free lists of requests, packets and messages: steady state allocates nothing. Tier 1. */
final class Pools {
    /** Longest BTL handle, in bytes, that RDMA protocols can carry. */
    static final int HANDLE_BYTES = 128;

    private final Ob1Pml pml;
    private final Arena arena;
    private Ob1Request sends;
    private Ob1Request receives;
    private Unexpected<RecvRequest> messages;
    private ControlPacket packets;
    private RdmaTransfer transfers;
    private Piece pieces;
    private PutOrder orders;
    private PutOrder.Write writes;

    Pools(Ob1Pml pml, Arena arena) {
        this.pml = pml;
        this.arena = arena;
    }

    SendRequest send() {
        SendRequest request = (SendRequest) sends;
        if (request == null) {
            request = new SendRequest(pml);
        } else {
            sends = request.nextFree;
        }
        request.renew();
        return request;
    }

    void give(SendRequest request) {
        request.nextFree = sends;
        sends = request;
    }

    RecvRequest receive() {
        RecvRequest request = (RecvRequest) receives;
        if (request == null) {
            request = new RecvRequest(pml);
        } else {
            receives = request.nextFree;
        }
        request.renew();
        return request;
    }

    void give(RecvRequest request) {
        request.nextFree = receives;
        receives = request;
    }

    Unexpected<RecvRequest> message() {
        Unexpected<RecvRequest> message = messages;
        if (message == null) {
            return new Unexpected<>();
        }
        messages = message.nextFree;
        return message;
    }

    void give(Unexpected<RecvRequest> message) {
        message.btl = null;
        message.from = null;
        message.peer = null;
        message.nextFree = messages;
        messages = message;
    }

    ControlPacket packet() {
        ControlPacket packet = packets;
        if (packet == null) {
            packet = new ControlPacket();
            packet.address = arena.allocate(ControlPacket.CAPACITY, 8).address();
            return packet;
        }
        packets = packet.nextFree;
        return packet;
    }

    void give(ControlPacket packet) {
        packet.nextFree = packets;
        packets = packet;
    }

    /** Returns memory for one BTL handle, never given back. */
    long handleMemory() {
        return arena.allocate(HANDLE_BYTES, 8).address();
    }

    RdmaTransfer transfer() {
        RdmaTransfer transfer = transfers;
        if (transfer == null) {
            transfer = new RdmaTransfer(this);
        } else {
            transfers = transfer.nextFree;
        }
        transfer.reset();
        return transfer;
    }

    void give(RdmaTransfer transfer) {
        transfer.nextFree = transfers;
        transfers = transfer;
    }

    Piece piece(RdmaReceiver owner) {
        Piece piece = pieces;
        if (piece == null) {
            return new Piece(owner);
        }
        pieces = piece.nextFree;
        return piece;
    }

    void give(Piece piece) {
        piece.request = null;
        piece.lane = null;
        piece.registration = null;
        piece.nextFree = pieces;
        pieces = piece;
    }

    PutOrder order() {
        PutOrder order = orders;
        if (order == null) {
            order = new PutOrder(handleMemory());
        } else {
            orders = order.nextFree;
        }
        order.reset();
        return order;
    }

    void give(PutOrder order) {
        order.request = null;
        order.link = null;
        order.registration = null;
        order.nextFree = orders;
        orders = order;
    }

    PutOrder.Write write(RdmaSender owner) {
        PutOrder.Write write = writes;
        if (write == null) {
            return new PutOrder.Write(owner);
        }
        writes = write.nextFree;
        return write;
    }

    void give(PutOrder.Write write) {
        write.order = null;
        write.nextFree = writes;
        writes = write;
    }
}
