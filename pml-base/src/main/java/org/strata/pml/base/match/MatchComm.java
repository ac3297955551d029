package org.strata.pml.base.match;

import org.strata.mca.pml.CommContext;

/** One communicator in matching: its queues and its peers. */
public final class MatchComm {
    /** The communicator. */
    public final CommContext context;

    /** Its queues. */
    public final Matcher matcher = new Matcher();

    private final int firstSequence;
    private final MatchPeer[] peers;

    /**
     * @param context the communicator
     * @param firstSequence number of the first message between any two members, equal in all ranks
     */
    public MatchComm(CommContext context, int firstSequence) {
        this.context = context;
        this.firstSequence = firstSequence;
        this.peers = new MatchPeer[context.size()];
    }

    /** Returns a member; the first call for a rank makes it. Tier 1. */
    public MatchPeer peer(int rank) {
        MatchPeer peer = peers[rank];
        return peer != null ? peer : addPeer(rank);
    }

    private MatchPeer addPeer(int rank) {
        MatchPeer peer = new MatchPeer(this, rank, firstSequence);
        peers[rank] = peer;
        return peer;
    }

    /** Returns the members made so far, by rank; entries may be null. */
    MatchPeer[] peers() {
        return peers;
    }
}
