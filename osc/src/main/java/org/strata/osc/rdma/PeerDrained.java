package org.strata.osc.rdma;

import org.strata.mca.pml.CommContext;
import org.strata.opal.progress.Completion;

import java.util.List;

/** All reads and writes of a member's memory are over, or the member is lost. */
record PeerDrained(CommContext comm, RdmaPeer peer) implements Completion {
    @Override
    public boolean isDone() {
        return peer.underWay == 0 || comm.peer(peer.rank).isLost();
    }

    @Override
    public int awaited() {
        return comm.peer(peer.rank).rank();
    }

    @Override
    public WaitState waitState() {
        int rank = comm.peer(peer.rank).rank();
        String text = "the adapter of rank " + rank + " to answer";
        return new WaitState(text, comm.label(), WaitState.Needs.ALL, List.of(rank));
    }
}
