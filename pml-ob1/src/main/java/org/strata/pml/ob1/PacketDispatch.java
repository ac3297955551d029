package org.strata.pml.ob1;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.pml.base.CookieHolder;
import org.strata.pml.base.CookieTable;
import org.strata.pml.base.match.Matching;
import org.strata.pml.ob1.header.EnvelopeHeader;
import org.strata.pml.ob1.header.FinHeader;
import org.strata.pml.ob1.header.FlowHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.rendezvous.Fragments;
import org.strata.pml.ob1.rendezvous.Rendezvous;
import org.strata.pml.ob1.request.Piece;
import org.strata.pml.ob1.request.SendRequest;
import org.strata.pml.ob1.rget.RgetSender;
import org.strata.pml.ob1.rput.RputSender;
import org.strata.pml.ob1.wire.Endpoints;
import org.strata.pml.ob1.wire.Ob1Endpoint;

/**
 * The one handler of all of ob1's packets. One class instead of a lambda per type keeps the BTLs'
 * call of the handler monomorphic, so that the JIT compiler inlines the path from the wire to
 * matching. Tier 1.
 */
final class PacketDispatch implements ActiveMessages.Handler {
    private static final int MATCH_TAG = PacketType.btlTag(PacketType.MATCH);

    private final Matching matching;
    private final Endpoints endpoints;
    private final CookieTable cookies;
    private final Rendezvous rendezvous;
    private final Fragments fragments;
    private final RgetSender rget;
    private final RputSender writes;
    private final Sends sends;
    private ActiveMessages messages;

    PacketDispatch(
            Matching matching,
            Endpoints endpoints,
            CookieTable cookies,
            Rendezvous rendezvous,
            Fragments fragments,
            RgetSender rget,
            RputSender writes,
            Sends sends) {
        this.matching = matching;
        this.endpoints = endpoints;
        this.cookies = cookies;
        this.rendezvous = rendezvous;
        this.fragments = fragments;
        this.rget = rget;
        this.writes = writes;
        this.sends = sends;
    }

    /** Makes this the handler of every packet type. */
    void register(ActiveMessages table) {
        messages = table;
        for (int type = PacketType.MATCH; type <= PacketType.ENVELOPE; type++) {
            table.register(PacketType.btlTag(type), this);
        }
    }

    @Override
    public void onMessage(Btl btl, BtlEndpoint from, int tag, long at, int length) {
        if (tag == MATCH_TAG) {
            matching.arrive(PacketType.MATCH, btl, from, at, length);
        } else {
            onOther(btl, from, tag - ActiveMessages.PML_TAG, at, length);
        }
    }

    private void onOther(Btl btl, BtlEndpoint from, int type, long at, int length) {
        switch (type) {
            case PacketType.RNDV, PacketType.RGET -> matching.arrive(type, btl, from, at, length);
            case PacketType.FRAG -> fragments.onFragment(at, length);
            case PacketType.ACK -> rendezvous.onAck(at);
            case PacketType.PUT -> writes.onPut(at, length);
            case PacketType.FIN -> onFin(at);
            case PacketType.FLOW -> onFlow(endpoints.process(from.peer()), at);
            case PacketType.ENVELOPE -> onEnvelope(btl, from, at, length);
            default -> throw new IllegalStateException("packet of unknown type " + type);
        }
    }

    private void onFlow(Ob1Endpoint endpoint, long at) {
        if (endpoint.obeyFlow(FlowHeader.level(at), FlowHeader.number(at))) {
            sends.onFlow(endpoint);
        }
    }

    /**
     * An RDMA operation of the peer's has ended: the read of a send, or the write of a receive's
     * piece.
     */
    private void onFin(long at) {
        CookieHolder named = cookies.find(FinHeader.cookie(at));
        if (named instanceof SendRequest request) {
            rget.onFin(request, FinHeader.size(at));
        } else if (named instanceof Piece piece) {
            piece.request.transfer.mover.onFin(piece, FinHeader.size(at));
        }
    }

    /** Dispatches the packet inside through the table, so that decorators of BTLs see it, too. */
    private void onEnvelope(Btl btl, BtlEndpoint from, long at, int length) {
        if (endpoints.openEnvelope(btl, from, at, EnvelopeHeader.link(at))) {
            int inner = PacketType.btlTag(EnvelopeHeader.inner(at));
            int rest = length - EnvelopeHeader.LENGTH;
            messages.dispatch(btl, from, inner, at + EnvelopeHeader.LENGTH, rest);
        }
    }
}
