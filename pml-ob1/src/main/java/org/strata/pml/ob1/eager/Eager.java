package org.strata.pml.ob1.eager;

import org.strata.mca.bml.BtlLink;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.base.match.MatchPeer;
import org.strata.pml.ob1.counters.Ob1Counters;
import org.strata.pml.ob1.counters.SentSizes;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.request.SendRequest;
import org.strata.pml.ob1.wire.HeaderMemory;
import org.strata.pml.ob1.wire.Ob1Endpoint;

/** The eager protocol: one MATCH packet carries the whole message. Tier 1. */
public final class Eager {
    private static final int MATCH_TAG = PacketType.btlTag(PacketType.MATCH);

    private final FirstPacket packets;
    private final Ob1Counters counters;
    private final SentSizes sizes;
    private final long header;

    /**
     * @param packets sends messages that must be packed first
     * @param headers memory of headers under construction
     */
    public Eager(FirstPacket packets, HeaderMemory headers, Ob1Counters counters) {
        this.packets = packets;
        this.counters = counters;
        this.sizes = counters.sizes;
        this.header = headers.allocate();
    }

    /**
     * Sends a short contiguous message without a request, over the only link there is. With any
     * result but OK the call had no effect.
     *
     * @param base null when {@code offset} is a native address, else a primitive array
     * @param offset where the data are
     * @param size packed bytes, at most the endpoint's short payload
     */
    public int sendShort(
            Ob1Endpoint endpoint, MatchPeer peer, Object base, long offset, int size, int tag) {
        int sequence = peer.sendSequence;
        // Before the call, which may run callbacks that send to this peer.
        peer.sendSequence = sequence + 1;
        BtlLink link = endpoint.onlyLink;
        int rc =
                link.btl.sendShort(
                        link.endpoint,
                        MATCH_TAG,
                        peer.identity,
                        MatchHeader.second(tag, sequence),
                        base,
                        offset,
                        size);
        if (rc == Rc.OK) {
            peer.countSent(size);
            sizes.countShort(size);
        } else {
            peer.sendSequence = sequence;
        }
        return rc;
    }

    /** Sends a request's message, which fits the eager limit; with OK a link has accepted it. */
    public int send(SendRequest request, BtlLink link) {
        Buf buf = request.buf;
        int rc;
        if (request.endpoint.channel() == null && buf.contiguous() && buf.guard() == null) {
            FirstPacket.writeMatch(header, request);
            rc =
                    link.btl.sendImmediate(
                            link.endpoint,
                            MATCH_TAG,
                            header,
                            MatchHeader.LENGTH,
                            buf.base(),
                            buf.start(),
                            (int) request.size);
        } else {
            rc = packets.sendMatch(request, link);
        }
        if (rc == Rc.OK) {
            counters.copiedOut += request.size;
        }
        return rc;
    }

    /** Copies a MATCH packet to its receive and completes the receive. */
    public void deliver(RecvRequest request, MatchPeer peer, long at, int length) {
        long size = (long) length - MatchHeader.LENGTH;
        long wanted = Math.min(size, request.capacity);
        request.buf.unpack(at + MatchHeader.LENGTH, 0, wanted);
        peer.countReceived(wanted);
        if (size > wanted) {
            request.messageBytes = size;
            request.completeAtOnce(wanted, Rc.TRUNCATED);
        } else {
            request.completeAtOnce(wanted, Rc.OK);
        }
    }
}
