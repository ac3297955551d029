package org.strata.pml.ob1;

import org.strata.pml.ob1.match.Unexpected;

import java.lang.foreign.Arena;

/** Free lists of requests, packets and messages: steady state allocates nothing. Tier 1. */
final class Pools {
    /** Bytes a receive request needs to keep a BTL's remote handle. */
    static final int HANDLE_BYTES = 128;

    private final Ob1Pml pml;
    private final Arena arena;
    private Ob1Request sends;
    private Ob1Request receives;
    private Unexpected<RecvRequest> messages;
    private ControlPacket packets;

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
            request = new RecvRequest(pml, arena.allocate(HANDLE_BYTES, 8).address());
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
}
