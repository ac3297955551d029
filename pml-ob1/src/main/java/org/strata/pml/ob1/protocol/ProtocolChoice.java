package org.strata.pml.ob1.protocol;

import org.strata.mca.pml.SendMode;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.ob1.header.RendezvousHeader;

/**
 * Chooses the protocol of a message: a pure function of its size and layout, the links and the
 * user's policy.
 */
public final class ProtocolChoice {
    private ProtocolChoice() {}

    /**
     * Returns the protocol of a message.
     *
     * @param size packed bytes of the message
     * @param mode the send mode
     * @param held the receiver asked to hold back unexpected data
     * @param eagerLimit of the link that carries the first packet
     * @param path what the peer's links can do with this buffer; NONE unless it is contiguous
     *     native memory that one of them reaches
     * @param policy the user's choice
     */
    public static Protocol choose(
            long size,
            SendMode mode,
            boolean held,
            int eagerLimit,
            RdmaPath path,
            RdmaPolicy policy) {
        boolean synchronous = mode == SendMode.SYNCHRONOUS;
        if (fitsFirstPacket(size, mode, eagerLimit)) {
            return held
                    ? Protocol.RENDEZVOUS_EMPTY
                    : synchronous ? Protocol.EAGER_SYNCHRONOUS : Protocol.EAGER;
        }
        Protocol wanted = forLong(size, path, policy);
        return held && wanted == Protocol.RENDEZVOUS ? Protocol.RENDEZVOUS_EMPTY : wanted;
    }

    /** Returns whether all data fit into the first packet. */
    public static boolean fitsFirstPacket(long size, SendMode mode, int eagerLimit) {
        boolean synchronous = mode == SendMode.SYNCHRONOUS;
        int header = synchronous ? RendezvousHeader.LENGTH : MatchHeader.LENGTH;
        return size <= eagerLimit - header;
    }

    private static Protocol forLong(long size, RdmaPath path, RdmaPolicy policy) {
        return switch (policy.protocol()) {
            case AUTO -> best(size, path, policy);
            case COPY -> Protocol.RENDEZVOUS;
            case LEAVE_PINNED -> write(path, Protocol.LEAVE_PINNED, read(path));
            case PIPELINE -> write(path, Protocol.PIPELINE, Protocol.RENDEZVOUS);
            case PIPELINE_LEAVE_PINNED ->
                    write(path, Protocol.PIPELINE_LEAVE_PINNED, Protocol.RENDEZVOUS);
            case RPUT -> write(path, Protocol.RPUT, Protocol.RENDEZVOUS);
            case RGET -> read(path);
        };
    }

    /**
     * Without registration, or where it is there already, the receiver reads: one packet less than
     * if the sender wrote. With kept registrations, whole buffers are registered; otherwise a
     * pipeline hides the cost of registering. A message too short to fill a pipeline is copied: to
     * register memory for one short message takes many times as long.
     */
    private static Protocol best(long size, RdmaPath path, RdmaPolicy policy) {
        if (!path.registers()) {
            return path.get() ? Protocol.RGET : write(path, Protocol.RPUT, Protocol.RENDEZVOUS);
        }
        if (policy.leavePinned()) {
            return write(path, Protocol.LEAVE_PINNED, read(path));
        }
        if (path.registered() && path.get()) {
            return Protocol.RGET;
        }
        if (size <= path.minPipelineSize()) {
            return Protocol.RENDEZVOUS;
        }
        if (path.put()) {
            return policy.leavePinnedPipeline()
                    ? Protocol.PIPELINE_LEAVE_PINNED
                    : Protocol.PIPELINE;
        }
        return read(path);
    }

    private static Protocol read(RdmaPath path) {
        return path.get() ? Protocol.RGET : Protocol.RENDEZVOUS;
    }

    private static Protocol write(RdmaPath path, Protocol writing, Protocol otherwise) {
        return path.put() ? writing : otherwise;
    }
}
