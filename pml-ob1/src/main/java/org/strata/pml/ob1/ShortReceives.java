package org.strata.pml.ob1;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.pml.Pml;
import org.strata.opal.jit.CompiledApart;
import org.strata.opal.progress.ProgressEngine;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.base.match.MatchPeer;
import org.strata.pml.base.match.Matching;
import org.strata.pml.ob1.header.PacketType;

/**
 * Blocking receives whose message is short and arrives soon: the link copies it to the user's
 * buffer, without a request, a handler or a queue. What must hold is that the peer's next packet is
 * the message: then its header is known in advance, and comparing two words is the whole of
 * matching. Everything else is left to the general path. Tier 1.
 */
final class ShortReceives {
    /**
     * Polls of the link between two polls of everything else: several times as long as the answer
     * of a waiting peer takes. A message that everything else brings takes the general path.
     */
    private static final int POLLS = 256;

    /** Polls through the progress engine that take about as long. */
    private static final int ENGINE_POLLS = 16;

    private static final int MATCH_TAG = PacketType.btlTag(PacketType.MATCH);

    private final ProgressEngine engine;

    /**
     * The last message that did not come while its wait was hot, or not this way: whoever waits for
     * it further asks a second time in vain.
     */
    private MatchPeer missedPeer;

    private int missedNumber;

    ShortReceives(ProgressEngine engine) {
        this.engine = engine;
    }

    /**
     * Waits for a message while the wait is hot.
     *
     * @param base null when {@code offset} is a native address, else a primitive array
     * @param capacity bytes that there is room for
     * @param link the only link that brings the peer's packets
     * @return the bytes received, or {@link Pml#NOT_RECEIVED} with no effect but progress
     */
    int receiveShort(
            Object base, long offset, long capacity, int tag, MatchPeer peer, BtlLink link) {
        int rounds = engine.directedRounds() / ENGINE_POLLS;
        int number = peer.expectedSequence();
        if (tag == Pml.ANY_TAG
                || rounds == 0
                || (number == missedNumber && peer == missedPeer)
                || !Matching.isNext(peer, tag)) {
            return Pml.NOT_RECEIVED;
        }
        long header0 = peer.identity;
        long header1 = MatchHeader.second(tag, number);
        int bytes;
        do {
            bytes =
                    link.btl.receiveShort(
                            link.endpoint,
                            MATCH_TAG,
                            header0,
                            header1,
                            base,
                            offset,
                            capacity,
                            POLLS);
            rounds--;
        } while (bytes == Btl.NOTHING && rounds > 0 && nothingOtherwise());
        if (bytes < 0) {
            missedPeer = peer;
            missedNumber = number;
            return Pml.NOT_RECEIVED;
        }
        peer.advance();
        peer.countReceived(bytes);
        return bytes;
    }

    /** Polls everything; what is handled there may change which message of the peer is next. */
    @CompiledApart("Rare: keeps the path of a short message small.")
    private boolean nothingOtherwise() {
        return engine.progress() == 0;
    }
}
