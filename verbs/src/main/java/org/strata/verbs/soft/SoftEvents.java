package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.verbs.AsyncEvent;
import org.strata.verbs.AsyncEventType;
import org.strata.verbs.soft.segment.CqRing;
import org.strata.verbs.soft.segment.Latch;
import org.strata.verbs.soft.segment.SegmentHeader;
import org.strata.verbs.soft.segment.Site;

/** Reads a device's ring of asynchronous events, and finds the objects that they are about. */
final class SoftEvents {
    private final SoftDevice device;
    private final DeviceObjects objects;
    private final Latch latch = new Latch();

    SoftEvents(SoftDevice device, DeviceObjects objects) {
        this.device = device;
        this.objects = objects;
    }

    /** Removes the oldest event of an open object; returns false when there is none. */
    boolean poll(AsyncEvent into) {
        long base = device.self().base();
        long ring = device.self().header() + SegmentHeader.EVENTS;
        latch.lock();
        try {
            long entry = CqRing.peek(base, ring);
            while (entry != 0) {
                long id = Memory.getLong(entry);
                AsyncEventType type = AsyncEventType.of(Memory.getInt(entry + 8));
                CqRing.pop(base, ring);
                if (fill(into, type, Site.eventIndex(id), Site.eventSerial(id))) {
                    return true;
                }
                entry = CqRing.peek(base, ring);
            }
            return false;
        } finally {
            latch.unlock();
        }
    }

    /**
     * Fills an event; returns false when its subject is closed, also when another one has its
     * record by now.
     *
     * @param serial of a queue pair or shared receive queue
     */
    private boolean fill(AsyncEvent into, AsyncEventType type, int index, long serial) {
        switch (type.subject()) {
            case DEVICE -> into.set(type, null, 0);
            case PORT -> into.set(type, null, index);
            case COMPLETION_QUEUE -> into.set(type, overflown(objects.cqs().get(index)), 0);
            case QUEUE_PAIR -> into.set(type, pair(objects.qps().get(index), serial), 0);
            case SHARED_RECEIVE_QUEUE ->
                    into.set(type, queue(objects.srqs().get(index), serial), 0);
        }
        return into.port() != 0
                || type == AsyncEventType.DEVICE_FATAL
                || into.queuePair() != null
                || into.completionQueue() != null
                || into.sharedReceiveQueue() != null;
    }

    /** The only event of a completion queue is that it has overflown, and stays so. */
    private static SoftCq overflown(Object object) {
        return object instanceof SoftCq cq && cq.overflown() ? cq : null;
    }

    private static SoftQp pair(Object object, long serial) {
        return object instanceof SoftQp qp && qp.serial() == serial ? qp : null;
    }

    private static SoftSrq queue(Object object, long serial) {
        return object instanceof SoftSrq srq && srq.serial() == serial ? srq : null;
    }
}
