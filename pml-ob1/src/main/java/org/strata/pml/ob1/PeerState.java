package org.strata.pml.ob1;

import org.strata.pml.ob1.match.MatchPeer;

/** One member of one communicator: its matching queues, and the way to its process. */
final class PeerState {
    final MatchPeer<RecvRequest> match;

    /** The process's endpoint, shared by all communicators; null before first use. */
    Ob1Endpoint endpoint;

    PeerState(MatchPeer<RecvRequest> match) {
        this.match = match;
    }
}
