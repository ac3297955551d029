package org.strata.verbs.ibverbs;

import static org.strata.verbs.ibverbs.IbvLibrary.Function.ACK_ASYNC_EVENT;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.GET_ASYNC_EVENT;

import org.strata.opal.memory.Memory;
import org.strata.verbs.AsyncEvent;
import org.strata.verbs.AsyncEventType;

import java.lang.foreign.Arena;

/** The asynchronous events of a device. */
final class AsyncEvents {
    private final IbvDevice device;

    AsyncEvents(IbvDevice device) {
        this.device = device;
    }

    /** Makes reads of the event descriptor return at once; {@link #next} waits with a timeout. */
    void open() {
        Libc.nonBlocking(fd());
    }

    private int fd() {
        return Memory.getInt(device.address() + Layout.CONTEXT_ASYNC_FD);
    }

    /**
     * Reads the next event and acknowledges it at once, since closing an object waits until its
     * events are acknowledged.
     */
    boolean next(AsyncEvent into, long timeoutNanos) {
        if (!Libc.readable(fd(), timeoutNanos, device.clock())) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            long event = Memory.allocate(arena, Layout.ASYNC_EVENT_BYTES, 8);
            if (device.library().status(GET_ASYNC_EVENT, device.address(), event) != 0) {
                return false; // another thread was faster
            }
            fill(into, event);
            device.library().status(ACK_ASYNC_EVENT, event);
            return true;
        }
    }

    private void fill(AsyncEvent into, long event) {
        AsyncEventType type = AsyncEventType.of(Memory.getInt(event + Layout.ASYNC_EVENT_TYPE));
        long element = Memory.getLong(event + Layout.ASYNC_EVENT_ELEMENT);
        switch (type.subject()) {
            case DEVICE -> into.set(type, null, 0);
            case PORT -> into.set(type, null, (int) element);
            case COMPLETION_QUEUE, QUEUE_PAIR, SHARED_RECEIVE_QUEUE -> {
                IbvObject object = device.object(element);
                markFailed(object, type);
                into.set(type, object, 0);
            }
        }
    }

    /** Marks a queue as failed when the event reports that. */
    private static void markFailed(IbvObject object, AsyncEventType type) {
        if (object instanceof IbvCq cq && type == AsyncEventType.CQ_ERR) {
            cq.failed();
        } else if (object instanceof IbvQp qp
                && (type == AsyncEventType.QP_FATAL
                        || type == AsyncEventType.QP_REQ_ERR
                        || type == AsyncEventType.QP_ACCESS_ERR)) {
            qp.failed();
        }
    }
}
