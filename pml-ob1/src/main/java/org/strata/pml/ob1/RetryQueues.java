package org.strata.pml.ob1;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.pml.ob1.header.PacketType;

import java.util.ArrayList;
import java.util.List;

/**
 * What found no resource waits in its endpoint's queue; every poll tries again, control packets
 * first, so nothing depends on some other operation completing. Tier 2.
 */
final class RetryQueues {
    private static final Descriptor.Callback FREE = (btl, descriptor, rc) -> btl.free(descriptor);

    private final Ob1Pml pml;

    /** Endpoints with something waiting. */
    private final List<Ob1Endpoint> listed = new ArrayList<>();

    RetryQueues(Ob1Pml pml) {
        this.pml = pml;
    }

    boolean isEmpty() {
        return listed.isEmpty();
    }

    /** Queues a request that found no resource; progress tries again. */
    void enqueue(Ob1Endpoint endpoint, Ob1Request request) {
        pml.counters.retries++;
        request.queued = true;
        endpoint.waiting.add(request);
        list(endpoint);
    }

    /** Sends a control packet now, or queues a copy of it. */
    void sendControl(Ob1Endpoint endpoint, int type, long at, int length) {
        if (endpoint.control.isEmpty() && trySendControl(endpoint, type, at, length)) {
            return;
        }
        pml.counters.retries++;
        ControlPacket packet = pml.pools.packet();
        packet.type = type;
        packet.length = length;
        Memory.copy(at, packet.address, length);
        endpoint.control.add(packet);
        list(endpoint);
    }

    /** Returns whether the packet needs no more care: sent, or nobody is there to get it. */
    private boolean trySendControl(Ob1Endpoint endpoint, int type, long at, int length) {
        int links = endpoint.bml.eager.length;
        if (endpoint.channel != null && links > 0) {
            return endpoint.channel.send(type, at, length, null, 0, 0) == Rc.OK;
        }
        for (int i = 0; i < links; i++) {
            BtlLink link = endpoint.bml.nextEager();
            int rc = send(link, type, at, length);
            if (rc != Rc.NO_RESOURCE) {
                return true;
            }
        }
        return links == 0;
    }

    /** Sends a short packet: at once when it fits the eager limit, else by a descriptor. */
    static int send(BtlLink link, int type, long at, int length) {
        int tag = PacketType.btlTag(type);
        if (length <= link.attributes.eagerLimit()) {
            return link.btl.sendImmediate(link.endpoint, tag, at, length, null, 0, 0);
        }
        Descriptor descriptor = link.btl.alloc(link.endpoint, length);
        if (descriptor == null) {
            return Rc.NO_RESOURCE;
        }
        Memory.copy(at, descriptor.address, length);
        descriptor.length = length;
        descriptor.headerLength = length;
        descriptor.payloadLength = 0;
        descriptor.inPlaceLength = 0;
        descriptor.callback = FREE;
        int rc = link.btl.send(link.endpoint, descriptor, tag);
        if (rc != Rc.OK) {
            link.btl.free(descriptor);
        }
        return rc;
    }

    /** Forgets a request that waits but is over. */
    void dequeue(Ob1Endpoint endpoint, Ob1Request request) {
        if (request.queued) {
            request.queued = false;
            endpoint.waiting.remove(request);
        }
    }

    private void list(Ob1Endpoint endpoint) {
        if (!endpoint.listed) {
            endpoint.listed = true;
            listed.add(endpoint);
        }
    }

    /** Tries everything that waits again; returns how many operations moved on. */
    int retryAll() {
        int events = 0;
        for (int i = listed.size() - 1; i >= 0; i--) {
            Ob1Endpoint endpoint = listed.get(i);
            events += retryControl(endpoint);
            if (endpoint.control.isEmpty()) {
                events += retryRequests(endpoint);
            }
            if (!endpoint.busy()) {
                endpoint.listed = false;
                listed.remove(endpoint);
            }
        }
        return events;
    }

    private int retryControl(Ob1Endpoint endpoint) {
        int sent = 0;
        ControlPacket packet = endpoint.control.peek();
        while (packet != null
                && trySendControl(endpoint, packet.type, packet.address, packet.length)) {
            endpoint.control.remove(packet);
            pml.pools.give(packet);
            sent++;
            packet = endpoint.control.peek();
        }
        return sent;
    }

    private int retryRequests(Ob1Endpoint endpoint) {
        int tries = endpoint.waiting.size();
        int moved = 0;
        while (tries-- > 0) {
            Ob1Request request = endpoint.waiting.poll();
            request.queued = false;
            if (retry(request)) {
                moved++;
            } else {
                request.queued = true;
                endpoint.waiting.addFirst(request);
                break;
            }
        }
        return moved;
    }

    private boolean retry(Ob1Request request) {
        if (request instanceof SendRequest send) {
            return pml.sender.retry(send);
        }
        return pml.receiver.rdma.schedule((RecvRequest) request);
    }
}
