package org.strata.pml.ob1.request;

import org.strata.pml.ob1.wire.HeaderMemory;

/** Pools of requests and of their parts: in the steady state nothing is allocated. Tier 1. */
public final class RequestPools {
    private final HeaderMemory headers;
    private final SendRequest.Pool sends = new SendRequest.Pool();
    private final RecvRequest.Pool receives = new RecvRequest.Pool();
    private RdmaTransfer transfers;
    private Piece pieces;
    private WriteOrder orders;
    private WriteOrder.Write writes;

    /**
     * @param headers memory of BTL handles
     */
    public RequestPools(HeaderMemory headers) {
        this.headers = headers;
    }

    /**
     * Makes one object of each kind, so that the JVM knows their classes before it compiles the
     * paths of messages: it would compile those anew at the first use of a class.
     */
    public void prepare(
            SendRequest.Sink sendSink, RecvRequest.Sink receiveSink, Piece.Sink pieceSink) {
        sends.prepare(sendSink);
        receives.prepare(receiveSink);
        free(new RdmaTransfer(headers));
        free(new Piece(pieceSink));
    }

    /** Returns a free send. */
    public SendRequest send(SendRequest.Sink sink) {
        return sends.acquire(sink);
    }

    /** Returns a free receive. */
    public RecvRequest receive(RecvRequest.Sink sink) {
        return receives.acquire(sink);
    }

    /** Returns a free transfer. */
    public RdmaTransfer transfer() {
        RdmaTransfer transfer = transfers;
        if (transfer == null) {
            transfer = new RdmaTransfer(headers);
        } else {
            transfers = transfer.nextFree;
        }
        transfer.reset();
        return transfer;
    }

    /** Frees a transfer. */
    public void free(RdmaTransfer transfer) {
        transfer.nextFree = transfers;
        transfers = transfer;
    }

    /** Returns a free piece. */
    public Piece piece(Piece.Sink sink) {
        Piece piece = pieces;
        if (piece == null) {
            return new Piece(sink);
        }
        pieces = piece.nextFree;
        return piece;
    }

    /** Frees a piece. */
    public void free(Piece piece) {
        piece.request = null;
        piece.lane = null;
        piece.registration = null;
        piece.nextFree = pieces;
        pieces = piece;
    }

    /** Returns a free order. */
    public WriteOrder order() {
        WriteOrder order = orders;
        if (order == null) {
            order = new WriteOrder(headers.allocateHandle());
        } else {
            orders = order.nextFree;
        }
        order.reset();
        return order;
    }

    /** Frees an order. */
    public void free(WriteOrder order) {
        order.request = null;
        order.link = null;
        order.registration = null;
        order.nextFree = orders;
        orders = order;
    }

    /** Returns a free write. */
    public WriteOrder.Write write(WriteOrder.Sink sink) {
        WriteOrder.Write write = writes;
        if (write == null) {
            return new WriteOrder.Write(sink);
        }
        writes = write.nextFree;
        return write;
    }

    /** Frees a write. */
    public void free(WriteOrder.Write write) {
        write.order = null;
        write.nextFree = writes;
        writes = write;
    }
}
