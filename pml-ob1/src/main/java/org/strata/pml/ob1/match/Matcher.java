package org.strata.pml.ob1.match;

import org.strata.mca.pml.Pml;

/**
 * The matching queues of one communicator. Tier 1.
 *
 * <p>A receive waits in one of four places, by whether its source and its tag are wild; an arriving
 * message looks at the oldest candidate of each place and takes the one posted first. An unexpected
 * message waits in four places at once, so that each kind of receive finds its oldest match
 * directly. Negative tags are the collectives': wildcards never see them.
 *
 * @param <R> the receive request
 */
public final class Matcher<R> {
    private final TagTable<Posted<R>> anySourceByTag = new TagTable<>();
    private final Chain<Posted<R>> anySourceAnyTag = new Chain<>();
    private final TagTable<Unexpected<R>> unexpectedByTag = new TagTable<>();
    private final Chain<Unexpected<R>> unexpectedAll = new Chain<>();
    private long posts;

    /** Queues a receive; {@code peer} is null when its source is wild. */
    public void post(Posted<R> receive, MatchPeer<R> peer) {
        receive.order = posts++;
        boolean anyTag = receive.tag == Pml.ANY_TAG;
        if (anyTag) {
            receive.table = null;
            (peer == null ? anySourceAnyTag : peer.postedAnyTag).append(receive.link);
        } else {
            receive.table = peer == null ? anySourceByTag : peer.postedByTag;
            receive.table.append(receive.tag, receive.link);
        }
    }

    /** Takes a receive out of the queues; returns false when it was not in them. */
    public boolean withdraw(Posted<R> receive) {
        if (!receive.link.linked()) {
            return false;
        }
        if (receive.table == null) {
            receive.link.unlink();
        } else {
            receive.table.remove(receive.link);
        }
        return true;
    }

    /** Takes the first-posted receive that matches a message, or null. */
    public Posted<R> takePosted(MatchPeer<R> peer, int tag) {
        Posted<R> best = older(peer.postedByTag.first(tag), anySourceByTag.first(tag));
        if (tag >= 0) {
            best = older(best, older(peer.postedAnyTag.peek(), anySourceAnyTag.peek()));
        }
        if (best != null) {
            withdraw(best);
        }
        return best;
    }

    private static <R> Posted<R> older(Posted<R> a, Posted<R> b) {
        if (a == null) {
            return b;
        }
        return b == null || a.order < b.order ? a : b;
    }

    /** Queues a message that no receive matched. */
    public void keepUnexpected(Unexpected<R> message) {
        MatchPeer<R> peer = message.peer;
        peer.unexpectedByTag.append(message.tag, message.inPeerTag);
        unexpectedByTag.append(message.tag, message.inCommTag);
        if (message.tag >= 0) {
            peer.unexpectedAll.append(message.inPeerAll);
            unexpectedAll.append(message.inCommAll);
        }
    }

    /** Returns the oldest unexpected message that matches, or null; {@code peer} null is wild. */
    public Unexpected<R> findUnexpected(MatchPeer<R> peer, int tag) {
        if (peer == null) {
            return tag == Pml.ANY_TAG ? unexpectedAll.peek() : unexpectedByTag.first(tag);
        }
        return tag == Pml.ANY_TAG ? peer.unexpectedAll.peek() : peer.unexpectedByTag.first(tag);
    }

    /** Takes an unexpected message out of the queues. */
    public void takeUnexpected(Unexpected<R> message) {
        MatchPeer<R> peer = message.peer;
        peer.unexpectedByTag.remove(message.inPeerTag);
        unexpectedByTag.remove(message.inCommTag);
        message.inPeerAll.unlink();
        message.inCommAll.unlink();
    }

    /** Takes any receive that only {@code peer} could match, or null: for a dead peer. */
    public Posted<R> takeAnyPostedFor(MatchPeer<R> peer) {
        Posted<R> receive = peer.postedAnyTag.peek();
        if (receive == null) {
            receive = peer.postedByTag.any();
        }
        if (receive != null) {
            withdraw(receive);
        }
        return receive;
    }
}
