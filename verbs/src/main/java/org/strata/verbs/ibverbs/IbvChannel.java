package org.strata.verbs.ibverbs;

import static org.strata.verbs.ibverbs.IbvLibrary.Function.ACK_CQ_EVENTS;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.CREATE_COMP_CHANNEL;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.DESTROY_COMP_CHANNEL;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.GET_CQ_EVENT;

import org.strata.opal.memory.Memory;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.CompletionQueue;

import java.lang.foreign.Arena;

/** An {@code ibv_comp_channel}. */
final class IbvChannel extends IbvObject implements CompletionChannel {
    private final int fd;

    /** An eventfd: readable once {@link #wake} has been called. */
    private final int wakeFd = Libc.eventFd();

    private IbvChannel(IbvContext context) {
        super(
                context,
                context.library().pointer(CREATE_COMP_CHANNEL, context.address()),
                "a completion channel");
        fd = Memory.getInt(pointer() + Layout.CHANNEL_FD);
    }

    static IbvChannel of(IbvContext context) {
        IbvChannel channel = new IbvChannel(context);
        Libc.nonBlocking(channel.fd);
        return channel;
    }

    @Override
    public CompletionQueue await(long timeoutNanos) {
        boolean event = Libc.readable(fd, wakeFd, timeoutNanos, owner().clock());
        Libc.drain(wakeFd);
        return event ? next() : null;
    }

    private CompletionQueue next() {
        try (Arena arena = Arena.ofConfined()) {
            long event = Memory.allocate(arena, 2 * Long.BYTES, 8);
            IbvLibrary library = owner().library();
            if (library.status(GET_CQ_EVENT, pointer(), event, event + Long.BYTES) != 0) {
                return null; // another thread was faster
            }
            long cq = Memory.getLong(event);
            library.status(ACK_CQ_EVENTS, cq, 1);
            return (CompletionQueue) owner().object(cq);
        }
    }

    @Override
    public void wake() {
        Libc.signal(wakeFd);
    }

    @Override
    public void close() {
        if (!closing()) {
            return;
        }
        finish(owner().library().status(DESTROY_COMP_CHANNEL, pointer()));
        Libc.closeFile(wakeFd);
    }
}
