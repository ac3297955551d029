package org.strata.btl.self;

import org.strata.mca.base.Section;

/**
 * The parameters of {@code mca.btl.self}; {@code reference.conf} documents each.
 *
 * @param exclusivity a peer reached with higher exclusivity is not given to lower ones
 * @param eagerLimit longest message sent at once, header included
 * @param rendezvousEagerLimit longest first packet of a rendezvous
 * @param maxSendSize longest single send, header included
 * @param pipelineSendLength bytes sent by copy while an RDMA pipeline fills
 * @param pipelineFragmentSize longest single put or get
 * @param minPipelineSize shorter messages are not pipelined
 * @param latency relative latency
 * @param bandwidth Mbit/s
 * @param freeListMax fragments under way of each kind before a caller is told to retry
 */
public record SelfConfig(
        int exclusivity,
        int eagerLimit,
        int rendezvousEagerLimit,
        int maxSendSize,
        long pipelineSendLength,
        long pipelineFragmentSize,
        long minPipelineSize,
        int latency,
        int bandwidth,
        int freeListMax) {
    /** No packet may be too short for an upper layer's header, whatever the user writes. */
    private static final int MIN_PACKET = 256;

    private static final int MAX_PACKET = 1 << 30;
    private static final int MIN_FRAGMENTS = 4;

    /** Returns the defaults of {@code reference.conf}, for tests. */
    public static SelfConfig defaults() {
        return new SelfConfig(
                65_536,
                1 << 10,
                128 << 10,
                16 << 10,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                0,
                0,
                100,
                64);
    }

    /** Reads the section {@code mca.btl.self}. */
    static SelfConfig from(Section section) {
        int freeListMax = section.integer("free-list-max");
        return new SelfConfig(
                section.integer("exclusivity"),
                packet(section.size("eager-limit")),
                packet(section.size("rndv-eager-limit")),
                packet(section.size("max-send-size")),
                section.size("rdma-pipeline-send-length"),
                section.size("rdma-pipeline-frag-size"),
                section.size("min-rdma-pipeline-size"),
                section.integer("latency"),
                section.integer("bandwidth"),
                freeListMax < 0 ? Integer.MAX_VALUE : Math.max(MIN_FRAGMENTS, freeListMax));
    }

    private static int packet(long bytes) {
        return Math.clamp(bytes, MIN_PACKET, MAX_PACKET);
    }
}
