package org.strata.btl.openib;

import org.strata.mca.rcache.RcacheComponent;
import org.strata.mca.rcache.Registration;
import org.strata.mca.rcache.RegistrationCache;
import org.strata.opal.time.Clock;
import org.strata.verbs.Access;
import org.strata.verbs.BufferArea;
import org.strata.verbs.Context;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.VerbsException;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** An open device with its protection domain and its registrations; shared by its ports' links. */
final class Adapter implements RegistrationCache.Registrar, AutoCloseable {
    /**
     * How long a refusal counts: attempts cost system calls, and memory may be given back
     * elsewhere.
     */
    private static final long PATIENCE_NANOS = 2_000_000L;

    final Context context;
    final ProtectionDomain domain;
    private final Clock clock;
    private final RegistrationCache cache;

    /** Whether memory of users is not pinned. */
    private final boolean onDemand;

    /** It is memory of the link's own that is being registered: that is always pinned. */
    private boolean ofTheLink;

    private final Set<OpenibRegistration> live = new LinkedHashSet<>();
    private int users;

    /** Bytes registered now, and registrations made so far. */
    long registeredBytes;

    long registrations;

    /** Those of them whose pages are not pinned. */
    long onDemandRegistrations;

    long refusals;

    /** The fewest bytes that were refused lately, and when. */
    private long refusedBytes = Long.MAX_VALUE;

    private long refusedAt;

    /** Why memory could not even be allocated the last time; empty when it could. */
    private String noMemory = "";

    /**
     * Memory of the BTL's own with its registration.
     *
     * @param registration what the cache or the adapter gave for it
     */
    record Slab(BufferArea area, OpenibRegistration registration) {}

    /**
     * @param clock tells when what was refused may be asked for again
     * @param caches makes the registration cache; null for none
     * @param onDemand memory of users is to be paged on demand, which the device can
     */
    Adapter(Context context, Clock clock, RcacheComponent caches, boolean onDemand) {
        this.context = context;
        this.onDemand = onDemand;
        this.clock = clock;
        this.domain = context.allocPd();
        this.cache = caches == null ? null : caches.create(this);
    }

    /**
     * Registers, through the cache where there is one; null when out of resources, or when the
     * adapter refuses the memory.
     *
     * @param owner see {@link RegistrationCache#acquire}
     */
    OpenibRegistration acquire(long address, long length, int access, Object owner) {
        if (cache != null) {
            return (OpenibRegistration) cache.acquire(address, length, access, owner);
        }
        boolean copies = (access & (Registration.IF_WORTH | Registration.IF_KEPT)) != 0;
        return copies ? null : (OpenibRegistration) register(address, Math.max(1, length), access);
    }

    /** Lets a registration go. */
    void release(Registration registration) {
        if (cache == null) {
            deregister(registration);
        } else {
            cache.release(registration);
        }
    }

    @Override
    public Registration register(long address, long length, int access) {
        int rights = access & (Access.LOCAL_WRITE | Access.REMOTE_WRITE | Access.REMOTE_READ);
        rights |= access & Access.REMOTE_ATOMIC;
        if ((rights & (Access.REMOTE_WRITE | Access.REMOTE_ATOMIC)) != 0) {
            rights |= Access.LOCAL_WRITE;
        }
        int paging = onDemand && !ofTheLink ? Access.ON_DEMAND : 0;
        MemoryRegion region = domain.register(address, length, rights | paging);
        if (region == null) {
            refusals++;
            return null;
        }
        registrations++;
        onDemandRegistrations += paging == 0 ? 0 : 1;
        registeredBytes += region.length();
        OpenibRegistration made = new OpenibRegistration(region, rights);
        live.add(made);
        return made;
    }

    @Override
    public boolean exhausted() {
        return domain.exhausted();
    }

    @Override
    public void deregister(Registration registration) {
        refusedBytes = Long.MAX_VALUE;
        live.remove((OpenibRegistration) registration);
        registeredBytes -= registration.length();
        ((OpenibRegistration) registration).region.close();
    }

    /**
     * Allocates registered memory for descriptors; null when out of resources. Pools ask again and
     * again: while nothing is given back they ask the adapter only now and then.
     */
    Slab slab(long bytes) {
        return slab(bytes, Registration.LOCAL_WRITE);
    }

    /** Allocates memory that peers may write to; as {@link #slab(long)}. */
    Slab target(long bytes) {
        return slab(bytes, Registration.LOCAL_WRITE | Registration.REMOTE_WRITE);
    }

    private Slab slab(long bytes, int access) {
        if (bytes >= refusedBytes && clock.nanoTime() - refusedAt < PATIENCE_NANOS) {
            return null;
        }
        Slab made = tryMake(bytes, access);
        if (made == null) {
            refusedBytes = bytes;
            refusedAt = clock.nanoTime();
        }
        return made;
    }

    private Slab tryMake(long bytes, int access) {
        BufferArea area;
        try {
            area = context.allocate(bytes);
        } catch (VerbsException e) {
            refusals++;
            noMemory = e.getMessage();
            return null;
        }
        noMemory = "";
        OpenibRegistration made = pinned(area, access);
        if (made == null) {
            area.close();
            return null;
        }
        return new Slab(area, made);
    }

    private OpenibRegistration pinned(BufferArea area, int access) {
        ofTheLink = true;
        try {
            return acquire(area.address(), area.length(), access, area);
        } finally {
            ofTheLink = false;
        }
    }

    /** Returns why there was no such memory the last time. */
    String refusal() {
        return noMemory.isEmpty() ? domain.refusal() : noMemory;
    }

    /** Gives such memory back. */
    void free(Slab slab) {
        if (cache == null) {
            deregister(slab.registration());
        } else {
            cache.release(slab.registration());
            cache.invalidate(slab.area().address(), slab.area().length());
        }
        slab.area().close();
    }

    /** A link uses this adapter. */
    void retain() {
        users++;
    }

    /** A link uses it no more; the last one closes it. */
    @Override
    public void close() {
        if (--users == 0) {
            if (cache != null) {
                cache.close();
            }
            // What upper layers did not let go of: their operations ended with the links.
            List.copyOf(live).forEach(this::deregister);
            domain.close();
            context.close();
        }
    }
}
