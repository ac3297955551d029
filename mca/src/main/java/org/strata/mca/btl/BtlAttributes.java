package org.strata.mca.btl;

import org.strata.mca.base.AscendingSizes;
import org.strata.mca.base.ComponentModule.Objections;
import org.strata.mca.base.Section;

/**
 * What a Btl can do and how well. All sizes are bytes and include upper-layer headers. Immutable;
 * what is advertised here is checked by the contract suite.
 *
 * @param name the component's name with its link, for messages: {@code "tcp(eth0)"}
 * @param exclusivity a peer that several BTLs reach is left to those of the highest exclusivity
 * @param flags union of the FLAG constants
 * @param eagerLimit longest message sent at once, without asking the receiver
 * @param rendezvousEagerLimit longest first packet of a rendezvous, at least eagerLimit
 * @param maxSendSize longest single send, at least rendezvousEagerLimit
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
    /** Can send and receive active messages. Every BTL can today. */
    public static final int FLAG_SEND = 1;

    /** Implements {@link RdmaBtl#put}. */
    public static final int FLAG_PUT = 2;

    /** Implements {@link RdmaBtl#get}. */
    public static final int FLAG_GET = 4;

    /** {@link Btl#prepareSource} points into native user memory instead of copying it. */
    public static final int FLAG_SEND_IN_PLACE = 8;

    /** RDMA needs {@link RdmaBtl#register} on both sides; without this flag any address will do. */
    public static final int FLAG_NEEDS_REGISTRATION = 16;

    /** Implements {@link AtomicBtl}. */
    public static final int FLAG_ATOMICS = 32;

    /** Least eagerLimit: the longest header of upper layers, with what RDMA needs. */
    public static final int LEAST_PACKET = 96;

    private static final String EAGER_LIMIT = "eager-limit";
    private static final String RENDEZVOUS_EAGER_LIMIT = "rndv-eager-limit";
    private static final String MAX_SEND_SIZE = "max-send-size";

    /** Refuses sizes that contradict each other. */
    public BtlAttributes {
        boolean ascending =
                LEAST_PACKET <= eagerLimit
                        && eagerLimit <= rendezvousEagerLimit
                        && rendezvousEagerLimit <= maxSendSize;
        if (!ascending) {
            throw new IllegalArgumentException(
                    "%s: eager limit %d, rendezvous eager limit %d, max send size %d"
                            .formatted(name, eagerLimit, rendezvousEagerLimit, maxSendSize));
        }
    }

    /**
     * Reads the attributes that users set: the parameters that every BTL has under the same names,
     * those of RDMA ({@code rdma-pipeline-send-length}, {@code rdma-pipeline-frag-size}, {@code
     * min-rdma-pipeline-size}) where it can put or get. Call {@link #check} before.
     *
     * @param flags what the BTL can do
     */
    public static BtlAttributes from(Section section, String name, int flags) {
        AscendingSizes limits = limits(section);
        boolean rdma = (flags & (FLAG_PUT | FLAG_GET)) != 0;
        return new BtlAttributes(
                name,
                section.integer("exclusivity"),
                flags,
                limits.get(EAGER_LIMIT),
                limits.get(RENDEZVOUS_EAGER_LIMIT),
                limits.get(MAX_SEND_SIZE),
                rdma ? section.size("rdma-pipeline-send-length") : 0,
                rdma ? section.size("rdma-pipeline-frag-size") : 0,
                rdma ? section.size("min-rdma-pipeline-size") : 0,
                section.integer("latency"),
                section.integer("bandwidth"));
    }

    /**
     * Objects to limits that contradict each other; see {@link
     * org.strata.mca.base.ComponentModule#check}. Each one's bounds are in the tag of {@code
     * reference.conf}.
     */
    public static void check(Section section, Objections objections) {
        limits(section).check(objections);
    }

    /** Returns the three limits as the section sets them, the least first. */
    public static AscendingSizes limits(Section section) {
        return new AscendingSizes(section, EAGER_LIMIT, RENDEZVOUS_EAGER_LIMIT, MAX_SEND_SIZE);
    }

    /** Returns whether a flag is set. */
    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** Returns the same with another name. */
    public BtlAttributes named(String other) {
        return forLink(other, exclusivity, flags, bandwidth);
    }

    /** Returns the same without a flag. */
    public BtlAttributes without(int flag) {
        return forLink(name, exclusivity, flags & ~flag, bandwidth);
    }

    /** Returns the same with limits of at most so many bytes. */
    public BtlAttributes limitedTo(int packet) {
        int eager = Math.min(eagerLimit, packet);
        return new BtlAttributes(
                name,
                exclusivity,
                flags,
                eager,
                Math.min(rendezvousEagerLimit, packet),
                Math.min(maxSendSize, packet),
                pipelineSendLength,
                pipelineFragmentSize,
                Math.max(minPipelineSize, eager),
                latency,
                bandwidth);
    }

    /** Returns the same for one link, with what the link's device decides. */
    public BtlAttributes forLink(
            String linkName, int linkExclusivity, int linkFlags, int linkBandwidth) {
        return new BtlAttributes(
                linkName,
                linkExclusivity,
                linkFlags,
                eagerLimit,
                rendezvousEagerLimit,
                maxSendSize,
                pipelineSendLength,
                pipelineFragmentSize,
                minPipelineSize,
                latency,
                linkBandwidth);
    }
}
