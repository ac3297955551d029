package org.strata.verbs.ibverbs;

import static org.strata.verbs.ibverbs.IbvLibrary.Function.ALLOC_PD;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.DEALLOC_PD;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.REG_MR;

import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;
import org.strata.verbs.XrcDomain;

/** An {@code ibv_pd}. */
final class IbvPd extends IbvObject implements ProtectionDomain {
    private static final int EAGAIN = 11;

    /**
     * The last refusal. Its text is made only on request, since a cache that evicts meets many
     * refusals.
     */
    private record Refusal(long length, int errno) {}

    /** Pairs with IbvPd.refusal. */
    private volatile Refusal refusal;

    private IbvPd(IbvContext context) {
        super(
                context,
                context.library().pointer(ALLOC_PD, context.address()),
                "a protection domain");
    }

    static IbvPd of(IbvContext context) {
        IbvPd pd = new IbvPd(context);
        pd.checkField(Layout.PD_CONTEXT, context.address());
        return pd;
    }

    @Override
    public Context context() {
        return owner();
    }

    @Override
    public MemoryRegion register(long at, long length, int access) {
        if (length <= 0) {
            throw owner().failure(VerbsException.EINVAL, "cannot register an empty range");
        }
        long mr = owner().library().pointer(REG_MR, pointer(), at, length, access);
        if (mr == -VerbsException.ENOMEM || mr == -EAGAIN) {
            refusal = new Refusal(length, (int) -mr);
            return null;
        }
        return IbvMr.of(this, mr, at, length, access);
    }

    @Override
    public String refusal() {
        Refusal last = refusal;
        return last == null
                ? ""
                : owner().device()
                        + " cannot register "
                        + last.length
                        + " bytes: "
                        + Libc.text(last.errno)
                        + "; the limit of locked memory (ulimit -l) is "
                        + MemoryLock.limit();
    }

    @Override
    public SharedReceiveQueue createSrq(int maxWr, int maxSge) {
        return IbvSrq.of(this, maxWr, maxSge);
    }

    @Override
    public SharedReceiveQueue createXrcSrq(
            XrcDomain domain, CompletionQueue cq, int maxWr, int maxSge) {
        return IbvSrq.ofXrc(this, (IbvXrcd) domain, (IbvCq) cq, maxWr, maxSge);
    }

    @Override
    public void close() {
        destroy(DEALLOC_PD);
    }
}
