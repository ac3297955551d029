package org.strata.pml.ob1.rput;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.rcache.Registration;
import org.strata.pml.ob1.request.SendRequest;
import org.strata.pml.ob1.request.WriteOrder;

/**
 * Lengths and registrations of the writes of an order. An order is registered as a whole; where
 * registrations are kept, the message's whole buffer is; a pipeline that keeps registrations
 * registers segment by segment.
 */
final class OrderRegistration {
    private OrderRegistration() {}

    /** Returns the length of the next write of an order. */
    static long writeLength(WriteOrder order) {
        long length = Math.min(order.size - order.next, order.link.rdma.maxRdmaSize());
        length = Math.min(length, order.limit);
        if (keepsSegments(order.request)) {
            length = Math.min(length, segmentEnd(order) - address(order));
        }
        return length;
    }

    /** Returns the address of the next byte to write. */
    static long address(WriteOrder order) {
        return order.request.buf.start() + order.offset + order.next;
    }

    /**
     * Registers the memory of a write unless a registration covers it; returns false when it cannot
     * be registered.
     */
    static boolean register(WriteOrder order, WriteOrder.Write write, long length) {
        if (!order.link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION)) {
            return true;
        }
        if (order.registration == null && !order.refused) {
            if (keepsSegments(order.request)) {
                write.registration = registerSegment(order);
            } else {
                order.registration = registerAll(order);
            }
            order.refused = order.registration == null && write.registration == null;
        }
        if (order.registration == null && write.registration == null) {
            write.registration = register(order, address(order), length);
        }
        return order.registration != null || write.registration != null;
    }

    private static Registration register(WriteOrder order, long from, long length) {
        BtlLink link = order.link;
        int access = order.request.keeps ? 0 : Registration.TRANSIENT;
        return link.rdma.register(link.endpoint, from, length, access, order.request.buf.owner());
    }

    /**
     * Returns whether registrations are kept segment by segment. A segment ends where its address
     * is a multiple of the fragment size, on each side for itself: the pieces that the receiver
     * asks for begin and end elsewhere, and would overlap if each were rounded.
     */
    private static boolean keepsSegments(SendRequest request) {
        return request.keeps && request.protocol.pipelined();
    }

    private static long segmentEnd(WriteOrder order) {
        long segment = order.link.attributes.pipelineFragmentSize();
        return (Math.floorDiv(address(order), segment) + 1) * segment;
    }

    private static Registration registerSegment(WriteOrder order) {
        SendRequest request = order.request;
        long end = segmentEnd(order);
        long start = request.buf.start();
        long from = Math.max(start, end - order.link.attributes.pipelineFragmentSize());
        return register(order, from, Math.min(start + request.size, end) - from);
    }

    /** Registers the piece; where registrations are kept, the whole buffer. */
    private static Registration registerAll(WriteOrder order) {
        SendRequest request = order.request;
        long start = request.buf.start();
        return request.keeps
                ? register(order, start, request.size)
                : register(order, start + order.offset, order.size);
    }
}
