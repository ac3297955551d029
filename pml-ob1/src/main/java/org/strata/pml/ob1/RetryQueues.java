package org.strata.pml.ob1;

import org.strata.mca.bml.BtlLink;
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
            int tag = PacketType.btlTag(type);
            int rc = link.btl.sendImmediate(link.endpoint, tag, at, length, null, 0, 0);
            if (rc != Rc.NO_RESOURCE) {
                return true;
            }
        }
        return links == 0;
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
            return send.state == SendRequest.State.STARTING
                    ? pml.sender.startFirstPacket(send)
                    : pml.sender.sendFragments(send);
        }
        return pml.receiver.read((RecvRequest) request);
    }
}
