package org.strata.pml.copy;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.base.match.MatchPeer;
import org.strata.pml.base.match.Matching;
import org.strata.pml.base.match.PostedReceive;

/** Hands each matched first packet to its receive. */
final class CopyDeliveries implements Matching.Delivery {
    private final CopyPeers peers;

    CopyDeliveries(CopyPeers peers) {
        this.peers = peers;
    }

    @Override
    public void deliver(
            PostedReceive receive,
            MatchPeer peer,
            int type,
            Btl btl,
            BtlEndpoint from,
            long at,
            int length) {
        CopyReceive request = (CopyReceive) receive;
        request.source = peer.rank;
        request.tag = MatchHeader.tag(at);
        if (type == CopyPackets.MATCH) {
            request.deliver(at, length);
        } else {
            request.deliverRendezvous(peers.of(peer), at);
        }
    }
}
