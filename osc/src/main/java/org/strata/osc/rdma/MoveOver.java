package org.strata.osc.rdma;

import org.strata.mca.pml.CommContext;
import org.strata.opal.progress.Completion;

import java.util.List;
import java.util.function.BooleanSupplier;

/** An operation on a member's memory is over, or the member is lost. */
record MoveOver(CommContext comm, int member, BooleanSupplier over) implements Completion {
    @Override
    public boolean isDone() {
        return over.getAsBoolean() || comm.peer(member).isLost();
    }

    @Override
    public int awaited() {
        return NOBODY;
    }

    @Override
    public WaitState waitState() {
        int rank = comm.peer(member).rank();
        String text = "the adapter of rank " + rank + " to answer";
        return new WaitState(text, comm.label(), WaitState.Needs.ALL, List.of(rank));
    }
}
