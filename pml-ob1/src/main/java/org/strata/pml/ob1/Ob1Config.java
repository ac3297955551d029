package org.strata.pml.ob1;

import org.strata.mca.base.Section;
import org.strata.mca.base.Sizes;
import org.strata.pml.base.MessageMemory;
import org.strata.pml.base.match.FlowLimits;
import org.strata.pml.ob1.protocol.RdmaPolicy;
import org.strata.pml.ob1.protocol.RdmaProtocol;

/**
 * Parameters of ob1; {@code reference.conf} documents them.
 *
 * @param priority selection priority among PMLs
 * @param sendPipelineDepth fragments of one message under way at once
 * @param recvPipelineDepth RDMA pieces of one message under way at once
 * @param maxRdmaPerRequest links that move one message by RDMA at once
 * @param rdmaPutRetriesLimit polls without a registration before its bytes are sent by copy
 * @param rdmaProtocol the protocol of long messages, wherever the link supports it
 * @param leavePinned 1 keeps registrations, 0 does not, -1 keeps those of memory used repeatedly
 * @param leavePinnedPipeline whether pipelines keep the registrations of their pieces
 * @param unexpectedMax bytes of unexpected packets kept per peer at most, or {@link #AUTO}: what
 *     all peers' packets may take follows the node's memory
 * @param unexpectedPause bytes of unexpected packets per peer from which it is asked to pause,
 *     unless this rank waits
 * @param showProtocols whether each peer's protocols are printed at first contact
 * @param fastPath whether short messages take the shortest way
 * @param firstSequence first number of messages, of channels' packets, of requests to hold back and
 *     of cookies' generations, equal in all ranks; 0, but for tests of what happens when they wrap
 */
public record Ob1Config(
        int priority,
        int sendPipelineDepth,
        int recvPipelineDepth,
        int maxRdmaPerRequest,
        int rdmaPutRetriesLimit,
        String rdmaProtocol,
        int leavePinned,
        boolean leavePinnedPipeline,
        long unexpectedMax,
        long unexpectedPause,
        boolean showProtocols,
        boolean fastPath,
        int firstSequence) {
    /** The bound of unexpected packets that follows the node's memory. */
    public static final long AUTO = -1;

    /** How a rank may keep more unexpected messages. */
    static final String REMEDY =
            "More room: --mca pml_ob1_unexpected_max SIZE. Less is needed if messages are received"
                    + " in about the order in which they are sent.";

    static final String AUTO_WORD = "auto";

    /** Reads the section {@code mca.pml.ob1}. */
    public static Ob1Config from(Section section) {
        return new Ob1Config(
                section.integer("priority"),
                section.integer("send-pipeline-depth"),
                section.integer("recv-pipeline-depth"),
                section.integer("max-rdma-per-request"),
                section.integer("rdma-put-retries-limit"),
                section.text("rdma-protocol"),
                section.integer("leave-pinned"),
                section.bool("leave-pinned-pipeline"),
                section.text("unexpected-max").equals(AUTO_WORD)
                        ? AUTO
                        : section.size("unexpected-max"),
                section.size("unexpected-pause"),
                section.bool("show-protocols"),
                section.bool("fast-path"),
                section.integer("first-sequence"));
    }

    /** Returns the defaults, for tests. */
    public static Ob1Config defaults() {
        return new Ob1Config(20, 4, 4, 4, 32, "auto", -1, false, AUTO, 16 << 20, false, true, 0);
    }

    /** Returns the same with another protocol for long messages. */
    public Ob1Config withProtocol(String protocol) {
        return with(protocol, fastPath, firstSequence);
    }

    /** Returns the same with another first sequence number. */
    public Ob1Config withFirstSequence(int number) {
        return with(rdmaProtocol, fastPath, number);
    }

    /** Returns the same in which short messages take the general way. */
    public Ob1Config withoutFastPath() {
        return with(rdmaProtocol, false, firstSequence);
    }

    /** Returns the same with another bound of unexpected bytes at which a sender is to pause. */
    public Ob1Config withUnexpectedPause(long bytes) {
        return with(rdmaProtocol, fastPath, firstSequence, bytes);
    }

    private Ob1Config with(String protocol, boolean fast, int number) {
        return with(protocol, fast, number, unexpectedPause);
    }

    private Ob1Config with(String protocol, boolean fast, int number, long pause) {
        return new Ob1Config(
                priority,
                sendPipelineDepth,
                recvPipelineDepth,
                maxRdmaPerRequest,
                rdmaPutRetriesLimit,
                protocol,
                leavePinned,
                leavePinnedPipeline,
                unexpectedMax,
                pause,
                showProtocols,
                fast,
                number);
    }

    /** Returns the bounds of unexpected packets. */
    FlowLimits flowLimits(MessageMemory memory) {
        return unexpectedMax == AUTO
                ? FlowLimits.together(unexpectedPause, memory::bytes)
                : FlowLimits.perSender(unexpectedPause, unexpectedMax);
    }

    /** Returns the bound of unexpected packets in words. */
    String bound(MessageMemory memory) {
        return unexpectedMax == AUTO
                ? "pml_ob1_unexpected_max (auto, here " + Sizes.text(memory.bytes()) + ")"
                : "pml_ob1_unexpected_max (" + Sizes.text(unexpectedMax) + " of each sender)";
    }

    /** Returns the user's choice of protocols for long messages. */
    RdmaPolicy policy() {
        return new RdmaPolicy(
                RdmaProtocol.of(rdmaProtocol),
                leavePinned > 0,
                leavePinnedPipeline,
                leavePinned < 0);
    }
}
