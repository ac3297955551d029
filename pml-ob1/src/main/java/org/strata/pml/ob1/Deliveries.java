package org.strata.pml.ob1;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.pml.base.CookieTable;
import org.strata.pml.base.match.MatchPeer;
import org.strata.pml.base.match.Matching;
import org.strata.pml.base.match.PostedReceive;
import org.strata.pml.base.match.Unexpected;
import org.strata.pml.ob1.counters.Ob1Counters;
import org.strata.pml.ob1.eager.Eager;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.rdma.PieceEngine;
import org.strata.pml.ob1.rendezvous.Rendezvous;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.rget.RgetReceiver;
import org.strata.pml.ob1.rput.RputReceiver;
import org.strata.pml.ob1.wire.Endpoints;
import org.strata.pml.ob1.wire.Ob1Endpoint;

/**
 * Receives from match to completion: passes each matched first packet to the receiver half of its
 * protocol.
 */
final class Deliveries implements Matching.Delivery, RecvRequest.Sink {
    private final Eager eager;
    private final Rendezvous rendezvous;
    private final RgetReceiver rget;
    private final RputReceiver rput;
    private final PieceEngine pieces;
    private final Endpoints endpoints;
    private final CookieTable cookies;
    private final Ob1Counters counters;

    Deliveries(
            Eager eager,
            Rendezvous rendezvous,
            RgetReceiver rget,
            RputReceiver rput,
            PieceEngine pieces,
            Endpoints endpoints,
            CookieTable cookies,
            Ob1Counters counters) {
        this.eager = eager;
        this.rendezvous = rendezvous;
        this.rget = rget;
        this.rput = rput;
        this.pieces = pieces;
        this.endpoints = endpoints;
        this.cookies = cookies;
        this.counters = counters;
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
        RecvRequest request = (RecvRequest) receive;
        if (type == PacketType.MATCH) {
            eager.deliver(request, peer, at, length);
        } else {
            deliverLong(request, peer, type, btl, from, at, length);
        }
    }

    private void deliverLong(
            RecvRequest request,
            MatchPeer peer,
            int type,
            Btl btl,
            BtlEndpoint from,
            long at,
            int length) {
        Ob1Endpoint endpoint = endpoints.of(peer);
        if (!endpoint.bml.reachable()) {
            // The first packet arrived before the peer was lost; the rest will not arrive.
            request.complete(endpoint.lossCode());
            return;
        }
        rendezvous.match(request, endpoint, at);
        peer.countReceived(request.expected);
        counters.longReceived++;
        counters.longReceivedBytes += request.expected;
        BtlLink carrier = endpoint.carrier(btl, from);
        if (type == PacketType.RNDV) {
            long sent = rendezvous.storeFirst(request, at, length);
            boolean all = request.received >= request.expected;
            if (all || !rput.begin(request, carrier, at)) {
                rendezvous.askForRest(request, sent, request.expected);
            }
        } else if (!rget.begin(request, carrier, at)) {
            rendezvous.askForRest(request, 0, request.expected);
        }
    }

    @Override
    public boolean retry(RecvRequest request) {
        return pieces.schedule(request);
    }

    @Override
    public void onEnd(RecvRequest request) {
        if (request.timed != null) {
            rget.ended(request);
        }
        cookies.revoke(request);
        pieces.release(request);
    }

    @Override
    public long length(Unexpected message) {
        return Probes.length(message);
    }
}
