package org.strata.pml.ob1;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.pml.ob1.header.FinHeader;
import org.strata.pml.ob1.header.PacketType;

/**
 * The one handler of all of ob1's packets. One class instead of a lambda for each type keeps the
 * BTLs' call of their handler monomorphic, so that the compiler can inline the way from the wire to
 * the matching. Tier 1.
 */
final class PacketDispatch implements ActiveMessages.Handler {
    private static final int MATCH_TAG = PacketType.btlTag(PacketType.MATCH);

    private final Ob1Pml pml;

    PacketDispatch(Ob1Pml pml) {
        this.pml = pml;
    }

    /** Makes this the handler of every packet type. */
    void register(ActiveMessages messages) {
        for (int type = PacketType.MATCH; type <= PacketType.ENVELOPE; type++) {
            messages.register(PacketType.btlTag(type), this);
        }
    }

    @Override
    public void onMessage(Btl btl, BtlEndpoint from, int tag, long at, int length) {
        if (tag == MATCH_TAG) {
            pml.receiver.onMatchable(btl, from, at, length);
        } else {
            onOther(btl, from, tag - ActiveMessages.PML_TAG, at, length);
        }
    }

    private void onOther(Btl btl, BtlEndpoint from, int type, long at, int length) {
        switch (type) {
            case PacketType.RNDV, PacketType.RGET ->
                    pml.receiver.onMatchable(btl, from, at, length);
            case PacketType.FRAG -> pml.receiver.onFragment(btl, from, at, length);
            case PacketType.FLOW -> pml.receiver.onFlow(btl, from, at, length);
            case PacketType.ACK -> pml.sender.onAck(btl, from, at, length);
            case PacketType.PUT -> pml.sender.rdma.onPut(at, length);
            case PacketType.FIN -> onFin(at);
            case PacketType.ENVELOPE -> pml.onEnvelope(btl, from, at, length);
            default -> throw new IllegalStateException("packet of unknown type " + type);
        }
    }

    /**
     * RDMA is over, and its memory free: a sender's that was read, or a receiver's written piece.
     */
    private void onFin(long at) {
        Named named = pml.cookies.find(FinHeader.cookie(at));
        if (named instanceof SendRequest request) {
            pml.sender.onRead(request, FinHeader.size(at));
        } else if (named instanceof Piece piece) {
            pml.receiver.rdma.onWritten(piece, FinHeader.size(at));
        }
    }
}
