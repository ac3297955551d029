package org.strata.verbs;

/**
 * Accesses that a memory region or a queue pair allows; libibverbs' values. {@link #REMOTE_WRITE}
 * and {@link #REMOTE_ATOMIC} on a memory region need {@link #LOCAL_WRITE}.
 */
public final class Access {
    /** Local reads: always allowed. */
    public static final int LOCAL_READ = 0;

    /** The device may write on behalf of its owner: receives, RDMA reads, atomics' results. */
    public static final int LOCAL_WRITE = 1;

    /** Peers may RDMA-write. */
    public static final int REMOTE_WRITE = 2;

    /** Peers may RDMA-read. */
    public static final int REMOTE_READ = 4;

    /** Peers may do atomics. */
    public static final int REMOTE_ATOMIC = 8;

    /**
     * A way to register, not an access: the pages are not pinned; the device asks the system for
     * each when it comes to it. Only where {@link DeviceAttributes#onDemand()}.
     */
    public static final int ON_DEMAND = 64;

    private Access() {}
}
