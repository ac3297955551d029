package org.strata.pml.ob1.rput;

import org.strata.mca.bml.BtlLink;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.pml.base.CookieTable;
import org.strata.pml.ob1.counters.Ob1Counters;
import org.strata.pml.ob1.rdma.RdmaMemory;
import org.strata.pml.ob1.rendezvous.Fragments;
import org.strata.pml.ob1.request.RequestPools;
import org.strata.pml.ob1.request.SendRequest;
import org.strata.pml.ob1.request.WriteOrder;
import org.strata.pml.ob1.wire.ControlPackets;
import org.strata.pml.ob1.wire.RetryQueues;

/**
 * RPUT and the pipelines, the sender's half: writes the pieces that the receiver orders by PUT, and
 * answers each order with exactly one FIN. Tier 2.
 */
public final class RputSender implements WriteOrder.Sink {
    private final RequestPools pools;
    private final WriteOrders puts;
    private final RetryQueues queues;
    private final Fragments fragments;
    private final ControlPackets control;
    private final Ob1Counters counters;
    private final int retriesLimit;

    /**
     * @param pools free orders and writes
     * @param cookies finds the sends that orders name
     * @param queues where sends wait for a resource
     * @param fragments sends what goes ahead of the writes
     * @param control sends FIN
     * @param retriesLimit polls without a registration before an order is refused
     */
    public RputSender(
            RequestPools pools,
            CookieTable cookies,
            RetryQueues queues,
            Fragments fragments,
            ControlPackets control,
            Ob1Counters counters,
            int retriesLimit) {
        this.pools = pools;
        this.puts = new WriteOrders(pools, cookies);
        this.queues = queues;
        this.fragments = fragments;
        this.control = control;
        this.counters = counters;
        this.retriesLimit = retriesLimit;
    }

    /**
     * Handles a PUT: the receiver orders a piece to be written.
     *
     * @param at address of the PUT packet
     * @param length bytes of the packet
     */
    public void onPut(long at, int length) {
        WriteOrder order = puts.read(at, length);
        if (order == null) {
            return;
        }
        SendRequest request = order.request;
        request.transition(SendRequest.State.SENDING);
        boolean all = sendAhead(request, order.link);
        all &= write(request);
        if (!all && request.state() == SendRequest.State.SENDING) {
            queues.enqueue(request.endpoint, request);
        }
    }

    /**
     * Sends the fragments that were asked for before the writes start: they keep the link busy
     * while a piece is being registered, and behind the writes they would delay the FINs.
     */
    private boolean sendAhead(SendRequest request, BtlLink link) {
        // A failure in this call must not complete the request before write() has seen its orders.
        request.writing = true;
        return link == null || fragments.sendAhead(request, link.attributes.pipelineSendLength());
    }

    /**
     * Starts the ordered writes; may complete the request.
     *
     * @return false when progress must try again
     */
    public boolean write(SendRequest request) {
        boolean all = true;
        // The flag keeps orders that end inside the loop from completing the request.
        request.writing = true;
        WriteOrder order = request.orders;
        while (order != null) {
            WriteOrder next = order.nextOrder;
            all &= write(order) != Rc.NO_RESOURCE;
            order = next;
        }
        request.writing = false;
        request.endIfOver();
        return all;
    }

    private int write(WriteOrder order) {
        int rc = Rc.OK;
        // The loop counts as a write of its own, so that the order does not end inside it.
        order.inFlight++;
        while (rc == Rc.OK && order.failure == Rc.OK && order.next < order.size) {
            rc = writeSome(order);
        }
        order.inFlight--;
        endIfOver(order);
        return rc;
    }

    /**
     * Starts one write.
     *
     * @return OK: look again; NO_RESOURCE: poll; NOT_AVAILABLE: a write must end first
     */
    private int writeSome(WriteOrder order) {
        BtlLink link = order.link;
        if (!order.request.endpoint.uses(link)) {
            order.failure = Rc.LINK_FAILED;
            return Rc.OK;
        }
        long length = OrderRegistration.writeLength(order);
        WriteOrder.Write write = pools.write(this);
        write.order = order;
        if (!OrderRegistration.register(order, write, length)) {
            pools.free(write);
            return writeLess(order, length);
        }
        long at = order.next;
        long local = OrderRegistration.address(order);
        order.next = at + length;
        order.inFlight++;
        Buf buf = order.request.buf;
        int rc =
                RdmaMemory.mustBeHeld(link, buf)
                        ? RdmaMemory.held(buf, () -> put(order, write, local, at, length))
                        : put(order, write, local, at, length);
        if (rc != Rc.OK) {
            order.inFlight--;
            order.next = at;
            free(write);
            order.failure = rc == Rc.NO_RESOURCE ? Rc.OK : rc;
        }
        return rc == Rc.NO_RESOURCE ? rc : Rc.OK;
    }

    private static int put(
            WriteOrder order, WriteOrder.Write write, long local, long at, long length) {
        BtlLink link = order.link;
        return link.rdma.put(
                link.endpoint,
                local,
                write.registration != null ? write.registration : order.registration,
                order.remoteAddress + at,
                order.handle,
                length,
                write);
    }

    /**
     * This length cannot be registered: tries a smaller one, then waits and tries again, then
     * refuses the order.
     */
    private int writeLess(WriteOrder order, long length) {
        long smaller = RdmaMemory.smaller(length);
        if (smaller > 0) {
            order.limit = smaller;
            return Rc.OK;
        }
        // The loop counts as a write of its own.
        if (order.inFlight > 1) {
            return Rc.NOT_AVAILABLE;
        }
        if (order.retries++ < retriesLimit) {
            return Rc.NO_RESOURCE;
        }
        order.failure = Rc.NO_RESOURCE;
        return Rc.OK;
    }

    private void free(WriteOrder.Write write) {
        if (write.registration != null) {
            write.order.link.rdma.deregister(write.registration);
            write.registration = null;
        }
        pools.free(write);
    }

    @Override
    public void onWritten(WriteOrder.Write write, int rc) {
        WriteOrder order = write.order;
        SendRequest request = order.request;
        free(write);
        order.inFlight--;
        if (rc != Rc.OK) {
            order.failure = rc;
        }
        if (request.writing) {
            endIfOver(order);
        } else if (!write(request)) {
            queues.enqueue(request.endpoint, request);
        }
    }

    /** Stops the orders of a request that has failed. */
    public void abort(SendRequest request, int rc) {
        WriteOrder order = request.orders;
        while (order != null) {
            WriteOrder next = order.nextOrder;
            order.failure = rc;
            endIfOver(order);
            order = next;
        }
    }

    /** Ends an order that is over: sends its FIN, for which the receiver waits. */
    private void endIfOver(WriteOrder order) {
        if (!order.over()) {
            return;
        }
        SendRequest request = order.request;
        boolean done = order.failure == Rc.OK;
        if (done) {
            request.remaining -= order.size;
            counters.rdmaWritten += order.size;
        }
        control.fin(request.endpoint, order.piece, done ? order.size : order.failure);
        if (order.registration != null) {
            // The FIN goes first: the receiver does not wait for the deregistration.
            order.link.rdma.deregister(order.registration);
        }
        request.remove(order);
        pools.free(order);
    }
}
