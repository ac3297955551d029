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

    static SelfConfig from(Section section) {
        return new SelfConfig(
                section.integer("exclusivity"),
                (int) section.size("eager-limit"),
                (int) section.size("rndv-eager-limit"),
                (int) section.size("max-send-size"),
                section.size("rdma-pipeline-send-length"),
                section.size("rdma-pipeline-frag-size"),
                section.size("min-rdma-pipeline-size"),
                section.integer("latency"),
                section.integer("bandwidth"),
                section.integer("free-list-max"));
    }
}
