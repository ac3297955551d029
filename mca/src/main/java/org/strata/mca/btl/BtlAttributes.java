package org.strata.mca.btl;

/**
 * What a Btl can do and how well. All sizes are bytes and include upper-layer headers. Immutable;
 * what is advertised here is checked by the contract suite.
 *
 * @param name the component's name with its link, for messages: {@code "tcp(eth0)"}
 * @param exclusivity a peer reached by a BTL of higher exclusivity is not given to lower ones
 * @param flags union of the FLAG constants
 * @param eagerLimit longest message sent at once, without asking the receiver
 * @param rendezvousEagerLimit longest first packet of a rendezvous
 * @param maxSendSize longest single send
 * @param pipelineSendLength bytes sent by copy while an RDMA pipeline fills
 * @param pipelineFragmentSize longest single RDMA operation of a pipeline
 * @param minPipelineSize shorter messages are not pipelined by RDMA
 * @param latency relative latency, microseconds; only comparisons count
 * @param bandwidth Mbit/s, the weight for striping; 0 for unknown
 */
public record BtlAttributes(
        String name,
        int exclusivity,
        int flags,
        int eagerLimit,
        int rendezvousEagerLimit,
        int maxSendSize,
        long pipelineSendLength,
        long pipelineFragmentSize,
        long minPipelineSize,
        int latency,
        int bandwidth) {
    /** Can send and receive active messages. Every BTL can today; RDMA-only ones may come. */
    public static final int FLAG_SEND = 1;

    /** Implements {@link RdmaBtl#put}. */
    public static final int FLAG_PUT = 2;

    /** Implements {@link RdmaBtl#get}. */
    public static final int FLAG_GET = 4;

    /** {@link Btl#prepareSource} points into native user memory instead of copying it. */
    public static final int FLAG_SEND_IN_PLACE = 8;

    /** RDMA needs {@link RdmaBtl#register} on both sides; without it any native address will do. */
    public static final int FLAG_NEEDS_REGISTRATION = 16;

    /** Has {@link AtomicBtl} operations. */
    public static final int FLAG_ATOMICS = 32;

    /** Returns whether a flag is set. */
    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** Returns the same with another name. */
    public BtlAttributes named(String other) {
        return new BtlAttributes(
                other,
                exclusivity,
                flags,
                eagerLimit,
                rendezvousEagerLimit,
                maxSendSize,
                pipelineSendLength,
                pipelineFragmentSize,
                minPipelineSize,
                latency,
                bandwidth);
    }
}
