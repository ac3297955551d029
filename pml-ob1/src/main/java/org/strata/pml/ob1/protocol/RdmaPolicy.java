package org.strata.pml.ob1.protocol;

/**
 * What the user wishes for long messages.
 *
 * @param protocol the protocol wherever it can be used
 * @param leavePinned whether registrations are kept ({@code mpi_leave_pinned})
 * @param leavePinnedPipeline whether those of pipelines are ({@code mpi_leave_pinned_pipeline})
 */
public record RdmaPolicy(RdmaProtocol protocol, boolean leavePinned, boolean leavePinnedPipeline) {
    /** No wishes. */
    public static final RdmaPolicy AUTO = new RdmaPolicy(RdmaProtocol.AUTO, false, false);

    /** Returns whether registrations made for a protocol are worth keeping. */
    public boolean keeps(Protocol chosen) {
        return leavePinned
                || chosen == Protocol.LEAVE_PINNED
                || chosen == Protocol.PIPELINE_LEAVE_PINNED;
    }
}
