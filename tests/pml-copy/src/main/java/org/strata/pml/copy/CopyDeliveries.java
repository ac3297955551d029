package org.strata.pml.copy;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.pml.PmlStatus;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.base.match.MatchPeer;
import org.strata.pml.base.match.Matching;
import org.strata.pml.base.match.PostedReceive;
import org.strata.pml.base.match.Unexpected;

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
            peer.countReceived(request.room(length - MatchHeader.LENGTH));
            request.deliver(at, length);
        } else {
            peer.countReceived(request.room(CopyPackets.word(at, CopyPackets.RNDV_SIZE)));
            request.deliverRendezvous(peers.of(peer), at);
        }
    }

    @Override
    public long length(Unexpected message) {
        PmlStatus status = new PmlStatus();
        CopyProbes.describe(message, status);
        return status.bytes;
    }
}
