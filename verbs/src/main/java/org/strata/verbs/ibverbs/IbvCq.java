package org.strata.verbs.ibverbs;

import static org.strata.verbs.ibverbs.IbvLibrary.Function.CREATE_CQ;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.DESTROY_CQ;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.RESIZE_CQ;

import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.VerbsException;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WorkCompletions;

import java.lang.foreign.MemorySegment;

/** An {@code ibv_cq}. Polling is tier 1. */
final class IbvCq extends IbvObject implements CompletionQueue {
    private final MemorySegment pollCq;
    private final MemorySegment reqNotifyCq;
    private final long cq;

    /** Pairs with IbvCq.poll. */
    private volatile boolean failed;

    private IbvCq(IbvDevice device, int depth, IbvChannel channel) {
        super(
                device,
                device.library()
                        .pointer(
                                CREATE_CQ,
                                device.address(),
                                depth,
                                0,
                                channel == null ? 0 : channel.pointer(),
                                0),
                "a completion queue of " + depth);
        cq = pointer();
        pollCq = device.operation(Layout.CONTEXT_POLL_CQ);
        reqNotifyCq = device.operation(Layout.CONTEXT_REQ_NOTIFY_CQ);
    }

    static IbvCq of(IbvDevice device, int depth, IbvChannel channel) {
        if (depth <= 0) {
            throw device.failure(VerbsException.EINVAL, "a completion queue of " + depth);
        }
        IbvCq made = new IbvCq(device, depth, channel);
        made.checkField(Layout.CQ_CONTEXT, device.address());
        device.check("a completion queue", made.depth() >= depth ? 1 : 0, 1);
        return made;
    }

    @Override
    public int poll(WorkCompletions into, int max) {
        int count = Native.poll(pollCq, cq, max, into.address());
        for (int i = 0; i < count; i++) {
            if (into.status(i) != WcStatus.SUCCESS) {
                device().queuePairFailed(into.qpNumber(i));
            }
        }
        return count < 0 || (count == 0 && failed) ? Rc.FATAL : count;
    }

    @Override
    public int requestNotify(boolean solicitedOnly) {
        int errno = Native.arm(reqNotifyCq, cq, solicitedOnly ? 1 : 0);
        return errno == 0 && !failed ? Rc.OK : Rc.FATAL;
    }

    /** Marks the queue as failed: the device has reported that completions were lost. */
    @Override
    void failed() {
        failed = true;
    }

    @Override
    public int depth() {
        return Memory.getInt(cq + Layout.CQ_CQE);
    }

    @Override
    public void resize(int depth) {
        int errno = device().library().status(RESIZE_CQ, cq, depth);
        if (errno != 0) {
            throw device().failure(errno, "cannot resize a completion queue to " + depth);
        }
    }

    @Override
    public void close() {
        destroy(DESTROY_CQ);
    }
}
