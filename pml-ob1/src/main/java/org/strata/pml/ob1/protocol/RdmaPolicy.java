package org.strata.pml.ob1.protocol;

/**
 * The user's choice of protocols for long messages.
 *
 * @param protocol the protocol wherever it can be used
 * @param leavePinned whether registrations are kept ({@code mpi_leave_pinned} is 1)
 * @param leavePinnedPipeline whether those of pipelines are ({@code mpi_leave_pinned_pipeline})
 * @param reuse whether memory that is used again and again is registered and kept so ({@code
 *     mpi_leave_pinned} is -1)
 */
public record RdmaPolicy(
        RdmaProtocol protocol, boolean leavePinned, boolean leavePinnedPipeline, boolean reuse) {
    /** No choice: all defaults. */
    public static final RdmaPolicy AUTO = new RdmaPolicy(RdmaProtocol.AUTO, false, false, true);

    /** Returns whether a send asks for a registration that pays before it chooses a protocol. */
    public boolean asksCache(RdmaPath path) {
        return reuse && protocol == RdmaProtocol.AUTO && path.registers() && path.get();
    }

    /** Returns whether the registrations that a protocol makes are kept. */
    public boolean keeps(Protocol chosen) {
        return leavePinned
                || chosen == Protocol.LEAVE_PINNED
                || chosen == Protocol.PIPELINE_LEAVE_PINNED
                || (reuse && protocol == RdmaProtocol.AUTO && chosen == Protocol.RGET);
    }
}
