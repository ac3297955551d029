package org.strata.benchmarks.papers;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.pml.PmlRequest;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.base.match.MatchPeer;
import org.strata.pml.base.match.Matching;
import org.strata.pml.ob1.header.PacketType;
import org.strata.testkit.FakeRank;

import java.util.function.Supplier;

/**
 * A blocking receive whose source is the hint: what ob1's short receives do, with its numbers, but
 * one look at a time, so that virtual time passes in between. It looks at the source's ring alone,
 * and at everything else once in so many looks; what is not found so is received by a request.
 */
final class HintedReceive {
    /** Looks between two polls of everything else. */
    private static final int LOOKS = 256;

    /** Polls of everything else before the receive gets a request. */
    private static final int ROUNDS = 16;

    private static final int TAG = 0;

    private final FakeRank rank;
    private final BtlLink link;
    private final MatchPeer peer;
    private final long address;
    private final int bytes;
    private final Supplier<PmlRequest> otherwise;
    private int looks;
    private boolean over;
    private PmlRequest request;

    /**
     * @param link that brings the peer's messages
     * @param address where a message of up to {@code bytes} is stored
     * @param otherwise starts the receive by a request
     */
    HintedReceive(
            FakeRank rank,
            BtlLink link,
            MatchPeer peer,
            long address,
            int bytes,
            Supplier<PmlRequest> otherwise) {
        this.rank = rank;
        this.link = link;
        this.peer = peer;
        this.address = address;
        this.bytes = bytes;
        this.otherwise = otherwise;
        if (!Matching.isNext(peer, TAG)) {
            giveUp();
        }
    }

    /** Looks once; returns the events that were handled. */
    int poll() {
        int received =
                link.btl.receiveShort(
                        link.endpoint,
                        PacketType.btlTag(PacketType.MATCH),
                        peer.identity,
                        MatchHeader.second(TAG, peer.expectedSequence()),
                        null,
                        address,
                        bytes,
                        1);
        if (received >= 0) {
            peer.advance();
            peer.countReceived(received);
            over = true;
            return 1;
        }
        if (received != Btl.NOTHING) {
            giveUp();
            return 1;
        }
        return ++looks % LOOKS == 0 ? pollOthers() : 0;
    }

    private int pollOthers() {
        int events = rank.progress();
        if (events > 0 || looks == ROUNDS * LOOKS) {
            giveUp();
        }
        return events;
    }

    private void giveUp() {
        request = otherwise.get();
        over = true;
    }

    /** Returns whether the message is there, or {@link #request} is to receive it. */
    boolean isOver() {
        return over;
    }

    /** Returns the request that receives the message; null where it has been received. */
    PmlRequest request() {
        return request;
    }
}
