package org.strata.verbs.ibverbs;

import static org.strata.verbs.ibverbs.IbvLibrary.Function.ALLOC_PD;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.DEALLOC_PD;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.REG_MR;

import org.strata.opal.sys.Posix;
import org.strata.verbs.AddressHandle;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Gid;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;
import org.strata.verbs.XrcDomain;

import java.util.Set;

/** An {@code ibv_pd}. */
final class IbvPd extends IbvObject implements ProtectionDomain {
    /** Errors that may pass once other memory is deregistered. */
    private static final Set<Integer> EXHAUSTED = Set.of(VerbsException.ENOMEM, Posix.EAGAIN);

    /**
     * Errors of the memory: pages that are not there or do not permit the access (of a file, where
     * the kernel pins none), or no right to pin any.
     */
    private static final Set<Integer> REFUSED =
            Set.of(
                    Posix.EFAULT,
                    VerbsException.EACCES,
                    VerbsException.EPERM,
                    VerbsException.EOPNOTSUPP);

    /**
     * The last refusal. Its text is made only on request, since a cache that evicts meets many
     * refusals.
     */
    private record Refusal(long length, int errno) {}

    /** Pairs with IbvPd.refusal. */
    private volatile Refusal refusal;

    private IbvPd(IbvDevice device) {
        super(device, device.library().pointer(ALLOC_PD, device.address()), "a protection domain");
    }

    static IbvPd of(IbvDevice device) {
        IbvPd pd = new IbvPd(device);
        pd.checkField(Layout.PD_CONTEXT, device.address());
        return pd;
    }

    @Override
    public MemoryRegion register(long at, long length, int access) {
        if (length <= 0) {
            throw device().failure(VerbsException.EINVAL, "cannot register an empty range");
        }
        long mr = device().library().pointer(REG_MR, pointer(), at, length, access);
        if (mr < 0 && isRefusal((int) -mr)) {
            refusal = new Refusal(length, (int) -mr);
            return null;
        }
        return IbvMr.of(this, mr, at, length, access);
    }

    private static boolean isRefusal(int errno) {
        return EXHAUSTED.contains(errno) || REFUSED.contains(errno);
    }

    @Override
    public boolean exhausted() {
        Refusal last = refusal;
        return last != null && EXHAUSTED.contains(last.errno);
    }

    @Override
    public String refusal() {
        Refusal last = refusal;
        if (last == null) {
            return "";
        }
        boolean limited = exhausted() || last.errno == VerbsException.EPERM;
        String limit =
                limited ? "; the limit of locked memory (ulimit -l) is " + MemoryLock.limit() : "";
        return "%s cannot register %d bytes: %s%s"
                .formatted(device().name(), last.length, Libc.text(last.errno), limit);
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
    public AddressHandle createAddressHandle(
            int port, int lid, Gid gid, int gidIndex, int serviceLevel, int trafficClass) {
        return IbvAddressHandle.of(this, port, lid, gid, gidIndex, serviceLevel, trafficClass);
    }

    @Override
    public void close() {
        destroy(DEALLOC_PD);
    }
}
