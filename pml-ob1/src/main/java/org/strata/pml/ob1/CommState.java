package org.strata.pml.ob1;

import org.strata.mca.pml.CommContext;
import org.strata.pml.ob1.match.MatchPeer;
import org.strata.pml.ob1.match.Matcher;

/** ob1's state of one communicator. */
final class CommState {
    final CommContext context;
    final Matcher<RecvRequest> matcher = new Matcher<>();
    private final PeerState[] peers;

    CommState(CommContext context) {
        this.context = context;
        this.peers = new PeerState[context.size()];
    }

    /** Returns a member's state, made on first use. */
    PeerState peer(int rank) {
        PeerState peer = peers[rank];
        return peer != null ? peer : addPeer(rank);
    }

    private PeerState addPeer(int rank) {
        PeerState peer = new PeerState(new MatchPeer<>(context.peer(rank), rank));
        peers[rank] = peer;
        return peer;
    }

    /** Returns the states made so far; entries may be null. */
    PeerState[] peers() {
        return peers;
    }
}
