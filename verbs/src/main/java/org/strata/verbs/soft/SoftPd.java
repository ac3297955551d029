package org.strata.verbs.soft;

import org.strata.verbs.Access;
import org.strata.verbs.AddressHandle;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Gid;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;
import org.strata.verbs.XrcDomain;

/** A protection domain: a number that records carry. */
final class SoftPd extends SoftObject implements ProtectionDomain {
    private static final int ALL =
            Access.LOCAL_WRITE
                    | Access.REMOTE_WRITE
                    | Access.REMOTE_READ
                    | Access.REMOTE_ATOMIC
                    | Access.ON_DEMAND;

    private final int number;

    /** Pairs with SoftPd.refusal. */
    private volatile String refusal = "";

    /** Pairs with SoftPd.exhausted. */
    private volatile boolean exhausted;

    SoftPd(OpenDevice open, int number) {
        super(open, "the protection domain");
        this.number = number;
        device.users().add(1);
    }

    int number() {
        return number;
    }

    @Override
    public MemoryRegion register(long address, long length, int access) {
        boolean written = (access & (Access.REMOTE_WRITE | Access.REMOTE_ATOMIC)) != 0;
        if (address == 0 || length <= 0 || address + length < address) {
            throw new VerbsException(
                    VerbsException.EINVAL, "cannot register " + length + " bytes at " + address);
        }
        if ((access & ~ALL) != 0 || (written && (access & Access.LOCAL_WRITE) == 0)) {
            throw new VerbsException(
                    VerbsException.EINVAL,
                    "access " + access + ": remote writes and atomics need local writes");
        }
        if ((access & Access.ON_DEMAND) != 0 && !device.config().registration().onDemand()) {
            throw new VerbsException(
                    VerbsException.EOPNOTSUPP, device.name() + " has no paging on demand");
        }
        return tryRegister(address, length, access);
    }

    private MemoryRegion tryRegister(long address, long length, int access) {
        long limit = device.config().registration().maxBytes();
        // Pairs with SoftMr.close: a sum.
        long now = device.registered().addAndGet(length);
        if (limit > 0 && now > limit) {
            return refuse(length, "verbs_soft_max_registered allows " + limit + " bytes", true);
        }
        if (device.failed()) {
            return refuse(length, "the device has failed", false);
        }
        if (device.fabric().faults().refuseRegistration(device.number(), length)) {
            return refuse(length, "injected", true);
        }
        PageLocks.Refusal pages = lock(address, length, access);
        if (pages != null) {
            return refuse(length, pages.why(), pages.exhausted());
        }
        SoftMr region = SoftMr.create(this, address, length, access);
        if (region == null) {
            unlock(address, length, access);
            return refuse(length, "the table of memory regions is full", true);
        }
        return region;
    }

    private PageLocks.Refusal lock(long address, long length, int access) {
        return (access & Access.ON_DEMAND) == 0
                ? device.pageLocks().lock(address, length)
                : device.pageLocks().probe(address, length);
    }

    /** Gives up what registering took. */
    void unlock(long address, long length, int access) {
        if ((access & Access.ON_DEMAND) == 0) {
            device.pageLocks().unlock(address, length);
        }
    }

    private MemoryRegion refuse(long length, String why, boolean passes) {
        // Pairs with SoftPd.tryRegister.
        device.registered().addAndGet(-length);
        exhausted = passes;
        refusal = device.name() + " did not register " + length + " bytes: " + why;
        return null;
    }

    @Override
    public String refusal() {
        return refusal;
    }

    @Override
    public boolean exhausted() {
        return exhausted;
    }

    @Override
    public SharedReceiveQueue createSrq(int maxWr, int maxSge) {
        return SoftSrq.create(this, null, null, maxWr, maxSge);
    }

    @Override
    public SharedReceiveQueue createXrcSrq(
            XrcDomain domain, CompletionQueue cq, int maxWr, int maxSge) {
        return SoftSrq.create(this, (SoftXrcDomain) domain, (SoftCq) cq, maxWr, maxSge);
    }

    /** The handle is the target's place itself: nothing is to be freed. */
    @Override
    public AddressHandle createAddressHandle(
            int port, int lid, Gid gid, int gidIndex, int serviceLevel, int trafficClass) {
        if (gid.isNone()) {
            throw new VerbsException(
                    VerbsException.EINVAL, device.name() + " needs the peer's GID");
        }
        return new SoftAddressHandle(gid.interfaceId());
    }

    @Override
    void free() {
        device.users().add(-1);
    }
}
