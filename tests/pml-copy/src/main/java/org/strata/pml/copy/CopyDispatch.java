package org.strata.pml.copy;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.pml.base.CookieTable;
import org.strata.pml.base.match.FlowLevel;
import org.strata.pml.base.match.Matching;

/** The handler of every packet: first packets go to matching, the others to what they name. */
final class CopyDispatch implements ActiveMessages.Handler {
    private final Matching matching;
    private final CookieTable cookies;
    private final CopyPeers peers;

    CopyDispatch(Matching matching, CookieTable cookies, CopyPeers peers) {
        this.matching = matching;
        this.cookies = cookies;
        this.peers = peers;
    }

    void register(ActiveMessages messages) {
        for (int type = CopyPackets.MATCH; type <= CopyPackets.FLOW; type++) {
            messages.register(CopyPackets.btlTag(type), this);
        }
    }

    /**
     * A cookie that finds nothing is that of an operation that has failed: the packet is dropped.
     */
    @Override
    public void onMessage(Btl btl, BtlEndpoint from, int tag, long at, int length) {
        int type = tag - ActiveMessages.PML_TAG;
        switch (type) {
            case CopyPackets.MATCH, CopyPackets.RNDV ->
                    matching.arrive(type, btl, from, at, length);
            case CopyPackets.ACK -> {
                if (cookies.find(CopyPackets.word(at, 0)) instanceof CopySend send) {
                    send.onAck(CopyPackets.word(at, 1), CopyPackets.word(at, 2));
                }
            }
            case CopyPackets.FRAG -> {
                if (cookies.find(CopyPackets.word(at, 0)) instanceof CopyReceive receive) {
                    receive.onFragment(at, length);
                }
            }
            case CopyPackets.FLOW -> {
                CopyPeer peer = peers.process(from.peer());
                FlowLevel level = FlowLevel.of((int) CopyPackets.word(at, 0));
                if (peer.obeyFlow(level, (int) CopyPackets.word(at, 1))) {
                    peer.onFlow();
                }
            }
            default -> throw new IllegalStateException("packet with tag " + tag);
        }
    }
}
