package org.strata.verbs;

/** Kinds of completions; libibverbs' values. Valid only with status SUCCESS. */
public final class WcOpcode {
    /** A send. */
    public static final int SEND = 0;

    /** An RDMA write, with or without immediate bits. */
    public static final int RDMA_WRITE = 1;

    /** An RDMA read. */
    public static final int RDMA_READ = 2;

    /** A compare and swap. */
    public static final int COMP_SWAP = 3;

    /** A fetch and add. */
    public static final int FETCH_ADD = 4;

    /** A receive. Every receive opcode has this bit, no send opcode has it. */
    public static final int RECV = 128;

    /** A receive request that an RDMA write with immediate bits consumed. */
    public static final int RECV_RDMA_WITH_IMM = 129;

    private WcOpcode() {}
}
