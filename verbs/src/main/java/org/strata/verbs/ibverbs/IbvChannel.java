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

    private IbvChannel(IbvDevice device) {
        super(
                device,
                device.library().pointer(CREATE_COMP_CHANNEL, device.address()),
                "a completion channel");
        fd = Memory.getInt(pointer() + Layout.CHANNEL_FD);
    }

    static IbvChannel of(IbvDevice device) {
        IbvChannel channel = new IbvChannel(device);
        Libc.nonBlocking(channel.fd);
        return channel;
    }

    @Override
    public CompletionQueue await(long timeoutNanos) {
        boolean event = Libc.readable(fd, wakeFd, timeoutNanos, device().clock());
        Libc.drain(wakeFd);
        return event ? next() : null;
    }

    private CompletionQueue next() {
        try (Arena arena = Arena.ofConfined()) {
            long event = Memory.allocate(arena, 2 * Long.BYTES, 8);
            IbvLibrary library = device().library();
            if (library.status(GET_CQ_EVENT, pointer(), event, event + Long.BYTES) != 0) {
                return null; // another thread was faster
            }
            long cq = Memory.getLong(event);
            library.status(ACK_CQ_EVENTS, cq, 1);
            return (CompletionQueue) device().object(cq);
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
        finish(device().library().status(DESTROY_COMP_CHANNEL, pointer()));
        Libc.closeFile(wakeFd);
    }
}
