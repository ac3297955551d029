package org.strata.btl.self;

import org.strata.mca.base.AscendingSizes;
import org.strata.mca.base.ComponentModule.Objections;
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
    /** A handler may be in one, and answer with others. */
    private static final int LEAST_FRAGMENTS = 4;

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

    /** Objects to what cannot work; see {@link org.strata.mca.base.ComponentModule#check}. */
    static void check(Section section, Objections objections) {
        firstPackets(section).check(objections);
        packets(section).check(objections);
        int most = section.integer("free-list-max");
        if (most >= 0 && most < LEAST_FRAGMENTS) {
            objections.add("free-list-max", "It must be at least 4, or -1 for no limit.");
        }
    }

    /** Reads the section {@code mca.btl.self}. */
    static SelfConfig from(Section section) {
        AscendingSizes first = firstPackets(section);
        AscendingSizes all = packets(section);
        int freeListMax = section.integer("free-list-max");
        return new SelfConfig(
                section.integer("exclusivity"),
                Math.min(first.get("eager-limit"), all.get("eager-limit")),
                first.get("rndv-eager-limit"),
                all.get("max-send-size"),
                section.size("rdma-pipeline-send-length"),
                section.size("rdma-pipeline-frag-size"),
                section.size("min-rdma-pipeline-size"),
                section.integer("latency"),
                section.integer("bandwidth"),
                freeListMax < 0 ? Integer.MAX_VALUE : freeListMax);
    }

    private static AscendingSizes firstPackets(Section section) {
        return new AscendingSizes(section, "eager-limit", "rndv-eager-limit");
    }

    private static AscendingSizes packets(Section section) {
        return new AscendingSizes(section, "eager-limit", "max-send-size");
    }
}
