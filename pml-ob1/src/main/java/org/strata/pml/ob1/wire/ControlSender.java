package org.strata.pml.ob1.wire;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.pml.ob1.counters.Ob1Counters;
import org.strata.pml.ob1.header.PacketType;

/**
 * Sends control packets (ACK, PUT, FIN, FLOW): at once, or from a queue as soon as a resource is
 * free. Packets in the queue of a peer keep their order and go ahead of its requests. Tier 2.
 */
public final class ControlSender {
    private static final Descriptor.Callback FREE = (btl, descriptor, rc) -> btl.free(descriptor);

    private final RetryQueues queues;
    private final HeaderMemory headers;
    private final Ob1Counters counters;
    private ControlPacket free;

    /**
     * @param queues lists the endpoints with queued packets or requests
     */
    public ControlSender(RetryQueues queues, HeaderMemory headers, Ob1Counters counters) {
        this.queues = queues;
        this.headers = headers;
        this.counters = counters;
    }

    /** Sends a control packet now, or queues a copy of it; never fails. */
    public void send(Ob1Endpoint endpoint, int type, long at, int length) {
        if (endpoint.control.isEmpty() && trySend(endpoint, type, at, length)) {
            return;
        }
        counters.retries++;
        ControlPacket packet = allocate();
        packet.type = type;
        packet.length = length;
        Memory.copy(at, packet.address, length);
        endpoint.control.add(packet);
        endpoint.leaving.queueControl();
        queues.list(endpoint);
    }

    private ControlPacket allocate() {
        ControlPacket packet = free;
        if (packet == null) {
            return new ControlPacket(headers.allocateControl());
        }
        free = packet.nextFree;
        return packet;
    }

    /** Sends queued packets in order until a resource is missing; returns how many were sent. */
    int retry(Ob1Endpoint endpoint) {
        int sent = 0;
        ControlPacket packet = endpoint.control.peek();
        while (packet != null && trySend(endpoint, packet.type, packet.address, packet.length)) {
            endpoint.control.remove();
            endpoint.leaving.sendControl();
            packet.nextFree = free;
            free = packet;
            sent++;
            packet = endpoint.control.peek();
        }
        return sent;
    }

    /**
     * Sends a packet if a link has room; returns true when it was sent, or dropped because no link
     * leads to the peer.
     */
    private static boolean trySend(Ob1Endpoint endpoint, int type, long at, int length) {
        int links = endpoint.bml.eager.length;
        if (endpoint.channel() != null && links > 0) {
            return endpoint.channel().send(type, at, length, null, 0, 0) == Rc.OK;
        }
        for (int i = 0; i < links; i++) {
            if (send(endpoint.bml.nextEager(), type, at, length) != Rc.NO_RESOURCE) {
                return true;
            }
        }
        return links == 0;
    }

    /** Sends a short packet: at once when it fits the eager limit, else by a descriptor. */
    public static int send(BtlLink link, int type, long at, int length) {
        int tag = PacketType.btlTag(type);
        if (length <= link.attributes.eagerLimit()) {
            return link.btl.sendImmediate(link.endpoint, tag, at, length, null, 0, 0);
        }
        Descriptor descriptor = link.btl.alloc(link.endpoint, length);
        if (descriptor == null) {
            return Rc.NO_RESOURCE;
        }
        Memory.copy(at, descriptor.address, length);
        return send(link, descriptor, tag, length, 0);
    }

    /**
     * Sends a descriptor with a header and copied data; it is freed whatever the result.
     *
     * @param headerLength bytes of the header
     * @param payload bytes of data behind it
     */
    public static int send(
            BtlLink link, Descriptor descriptor, int tag, int headerLength, int payload) {
        descriptor.setLengths(headerLength, payload);
        descriptor.callback = FREE;
        int rc = link.btl.send(link.endpoint, descriptor, tag);
        if (rc != Rc.OK) {
            link.btl.free(descriptor);
        }
        return rc;
    }
}
