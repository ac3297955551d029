package org.strata.osc.pt2pt;

import org.strata.mca.pml.CommContext;
import org.strata.opal.progress.Completion;

import java.util.List;
import java.util.function.Predicate;

/**
 * Something that another member must do; the wait ends, too, when the member is lost.
 *
 * @param what "to grant the lock of its window"
 */
record PeerWait(CommContext comm, WindowPeer peer, String what, Predicate<WindowPeer> condition)
        implements Completion {
    @Override
    public boolean isDone() {
        return condition.test(peer) || comm.peer(peer.rank).isLost();
    }

    @Override
    public int awaited() {
        return comm.peer(peer.rank).rank();
    }

    @Override
    public WaitState waitState() {
        int rank = comm.peer(peer.rank).rank();
        String text = "rank " + rank + " " + what;
        return new WaitState(text, comm.label(), WaitState.Needs.ALL, List.of(rank));
    }
}
