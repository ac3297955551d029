package org.strata.pml.ob1.protocol;

/**
 * The user's choice of protocols for long messages.
 *
 * @param protocol the protocol wherever it can be used
 * @param leavePinned whether registrations are kept ({@code mpi_leave_pinned})
 * @param leavePinnedPipeline whether those of pipelines are ({@code mpi_leave_pinned_pipeline})
 */
public record RdmaPolicy(RdmaProtocol protocol, boolean leavePinned, boolean leavePinnedPipeline) {
    /** No choice: all defaults. */
    public static final RdmaPolicy AUTO = new RdmaPolicy(RdmaProtocol.AUTO, false, false);

    /** Returns whether the registrations that a protocol makes are kept. */
    public boolean keeps(Protocol chosen) {
        return leavePinned
                || chosen == Protocol.LEAVE_PINNED
                || chosen == Protocol.PIPELINE_LEAVE_PINNED;
    }
}
