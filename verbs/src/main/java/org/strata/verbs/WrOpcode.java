package org.strata.verbs;

/** Operations of a send request; libibverbs' values. */
public final class WrOpcode {
    /** RDMA write: makes no completion at the peer. */
    public static final int RDMA_WRITE = 0;

    /** RDMA write that consumes a receive request of the peer and completes it. */
    public static final int RDMA_WRITE_WITH_IMM = 1;

    /** Send to a receive request of the peer. */
    public static final int SEND = 2;

    /** Send with 32 immediate bits. */
    public static final int SEND_WITH_IMM = 3;

    /** RDMA read. */
    public static final int RDMA_READ = 4;

    /** Compare and swap of 8 bytes; their old value comes back. */
    public static final int ATOMIC_CMP_AND_SWP = 5;

    /** Fetch and add of 8 bytes; their old value comes back. */
    public static final int ATOMIC_FETCH_AND_ADD = 6;

    private WrOpcode() {}
}
