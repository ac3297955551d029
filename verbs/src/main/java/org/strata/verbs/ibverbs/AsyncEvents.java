package org.strata.verbs.ibverbs;

import static org.strata.verbs.ibverbs.Library.Function.ACK_ASYNC_EVENT;
import static org.strata.verbs.ibverbs.Library.Function.GET_ASYNC_EVENT;

import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.verbs.AsyncEvent;
import org.strata.verbs.AsyncEventType;

import java.lang.foreign.Arena;

/** The asynchronous events of a context. */
final class AsyncEvents {
    private final IbvContext context;
    private final Clock clock;

    AsyncEvents(IbvContext context, Clock clock) {
        this.context = context;
        this.clock = clock;
    }

    /** Makes reading never wait: waiting is poll's, which knows of time. */
    void open() {
        Libc.nonBlocking(fd());
    }

    private int fd() {
        return Memory.getInt(context.address() + Layout.CONTEXT_ASYNC_FD);
    }

    /** Takes the next event; it is acknowledged at once, so nobody's close waits for it. */
    boolean next(AsyncEvent into, long timeoutNanos) {
        if (!Libc.readable(fd(), timeoutNanos, clock)) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            long event = Memory.allocate(arena, Layout.ASYNC_EVENT_BYTES, 8);
            if (context.library().status(GET_ASYNC_EVENT, context.address(), event) != 0) {
                return false; // another thread was faster
            }
            fill(into, event);
            context.library().status(ACK_ASYNC_EVENT, event);
            return true;
        }
    }

    private void fill(AsyncEvent into, long event) {
        AsyncEventType type = AsyncEventType.of(Memory.getInt(event + Layout.ASYNC_EVENT_TYPE));
        long element = Memory.getLong(event + Layout.ASYNC_EVENT_ELEMENT);
        switch (type) {
            case DEVICE_FATAL, OTHER -> into.set(type, null, 0);
            case PORT_ACTIVE,
                    PORT_ERR,
                    LID_CHANGE,
                    PKEY_CHANGE,
                    SM_CHANGE,
                    CLIENT_REREGISTER,
                    GID_CHANGE ->
                    into.set(type, null, (int) element);
            case CQ_ERR,
                    QP_FATAL,
                    QP_REQ_ERR,
                    QP_ACCESS_ERR,
                    COMM_EST,
                    SQ_DRAINED,
                    PATH_MIG,
                    PATH_MIG_ERR,
                    SRQ_ERR,
                    SRQ_LIMIT_REACHED,
                    QP_LAST_WQE_REACHED ->
                    into.set(type, noted(type, context.object(element)), 0);
        }
    }

    /** Lets the object know what the event says of its state. */
    private static IbvObject noted(AsyncEventType type, IbvObject object) {
        if (object instanceof IbvCq cq && type == AsyncEventType.CQ_ERR) {
            cq.failed();
        } else if (object instanceof IbvQp qp
                && (type == AsyncEventType.QP_FATAL
                        || type == AsyncEventType.QP_REQ_ERR
                        || type == AsyncEventType.QP_ACCESS_ERR)) {
            qp.failed();
        }
        return object;
    }
}
