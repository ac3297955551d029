package org.strata.pml.copy;

import org.strata.mca.bml.Bml;
import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.pml.base.CookieHolder;
import org.strata.pml.base.CookieTable;
import org.strata.pml.base.match.MatchPeer;
import org.strata.pml.base.match.Matching;
import org.strata.pml.base.match.PostedReceive;
import org.strata.pml.base.match.Processes;

import java.util.ArrayList;
import java.util.List;

/** The peers that this rank has had contact with; ends what needs one that is lost. */
final class CopyPeers implements Processes, Bml.LinkFailureListener {
    private final Bml bml;
    private final CookieTable cookies;
    private final List<CopyPeer> peers = new ArrayList<>();
    private Matching matching;

    CopyPeers(Bml bml, CookieTable cookies) {
        this.bml = bml;
        this.cookies = cookies;
    }

    /**
     * Opens the layer below; the receives that only a lost peer could match end in {@code queues}.
     */
    void open(Matching queues) {
        matching = queues;
        bml.open(this);
    }

    /** Returns the peer that a member of a communicator is. Tier 1. */
    CopyPeer of(MatchPeer member) {
        return (CopyPeer) member.process(this);
    }

    @Override
    public CopyPeer process(Proc proc) {
        BmlEndpoint links = bml.endpoint(proc);
        return links.pmlData instanceof CopyPeer known ? known : contact(links);
    }

    private CopyPeer contact(BmlEndpoint links) {
        CopyPeer made = new CopyPeer(links);
        links.pmlData = made;
        peers.add(made);
        if (!links.reachable()) {
            lose(made, links.peer.failure() == null ? Rc.UNREACHABLE : Rc.PEER_FAILED);
        }
        return made;
    }

    /** Sends what waits for a resource; returns how many packets and requests moved on. */
    int progress() {
        int events = 0;
        for (int i = 0; i < peers.size(); i++) {
            events += peers.get(i).progress();
        }
        return events;
    }

    /** Returns whether nothing waits for a resource. */
    boolean idle() {
        return peers.stream().allMatch(CopyPeer::idle);
    }

    /**
     * Any broken link ends what needs the peer: packets that it carried may be lost. A peer that
     * was reached and is not any more has failed; UNREACHABLE is one that no BTL ever connected.
     */
    @Override
    public void onLinkFailed(BmlEndpoint links, BtlLink link, int rc, String reason) {
        if (links.pmlData instanceof CopyPeer peer) {
            lose(peer, rc == Rc.LINK_FAILED ? Rc.PEER_FAILED : rc);
        }
    }

    private void lose(CopyPeer peer, int rc) {
        peer.lose(rc);
        cookies.forEach(holder -> abandon(holder, peer, rc));
        PostedReceive receive = matching.removePostedFor(peer.proc);
        while (receive != null) {
            ((CopyReceive) receive).complete(rc);
            receive = matching.removePostedFor(peer.proc);
        }
    }

    private static void abandon(CookieHolder holder, CopyPeer peer, int rc) {
        if (holder instanceof CopySend send && send.process == peer) {
            send.abandon(rc);
        } else if (holder instanceof CopyReceive receive && receive.process == peer) {
            receive.complete(rc);
        }
    }
}
