package org.strata.pml.base.match;

import org.strata.mca.pml.Pml;
import org.strata.opal.jit.CompiledApart;

/**
 * The matching queues of one communicator. Tier 1.
 *
 * <p>A receive waits in one of four places, by whether its source and its tag are wild; an arriving
 * message looks at the oldest candidate of each place and takes the one posted first. Before them
 * comes a fifth, {@link ExpectedReceives}, for those that no older receive competes with. An
 * unexpected message waits in two places of its sender and, once there are wildcards for sources,
 * in two of all senders, so that each kind of receive finds its oldest match directly. Negative
 * tags are the collectives': wildcards never see them.
 */
public final class Matcher {
    private final TagTable<PostedReceive> anySourceByTag = new TagTable<>();
    private final Chain<PostedReceive> anySourceAnyTag = new Chain<>();
    private final MatchComm comm;

    /** The messages of all peers, which only a receive or probe from any source needs. */
    private final UnexpectedOfAll unexpected;

    private long posts;

    /**
     * @param comm the communicator
     */
    public Matcher(MatchComm comm) {
        this.comm = comm;
        this.unexpected = new UnexpectedOfAll(comm.packets);
    }

    /** Queues a receive; {@code peer} is null when its source is wild. */
    public void post(PostedReceive receive, MatchPeer peer) {
        if (peer == null || !expect(receive, peer)) {
            receive.order = posts++;
            postOtherwise(receive, peer);
        }
    }

    /**
     * Queues a receive for which no message is kept and with which no older receive in the queues
     * competes (expected ones may), as most programs post them; returns false otherwise, and then
     * has no effect.
     */
    public boolean expect(PostedReceive receive, MatchPeer peer) {
        int tag = receive.wantedTag;
        if (!isOldest(peer, tag) || peer.unexpectedByTag.first(tag) != 0) {
            return false;
        }
        receive.order = posts++;
        peer.expected.append(receive);
        return true;
    }

    @CompiledApart("Rare: keeps the path of a short message small.")
    private void postOtherwise(PostedReceive receive, MatchPeer peer) {
        if (peer != null) {
            // They are older, and may have to stand before it in the same queue.
            queueExpected(peer);
        }
        queue(receive, peer);
    }

    /** Moves the expected receives of a peer to the queues, where their order counts. */
    static void queueExpected(MatchPeer peer) {
        PostedReceive receive = peer.expected.poll();
        while (receive != null) {
            peer.comm.matcher.queue(receive, peer);
            receive = peer.expected.poll();
        }
    }

    private void queue(PostedReceive receive, MatchPeer peer) {
        boolean anyTag = receive.wantedTag == Pml.ANY_TAG;
        if (anyTag) {
            receive.table = null;
            (peer == null ? anySourceAnyTag : peer.postedAnyTag).append(receive.link);
        } else {
            receive.table = peer == null ? anySourceByTag : peer.postedByTag;
            receive.table.append(receive.wantedTag, receive.link);
        }
    }

    /**
     * Returns whether no receive in the queues matches the messages that a receive with a source
     * and a tag matches; expected ones may.
     */
    boolean isOldest(MatchPeer peer, int tag) {
        return tag != Pml.ANY_TAG
                && peer.postedByTag.first(tag) == null
                && peer.postedAnyTag.isEmpty()
                && anySourceByTag.first(tag) == null
                && anySourceAnyTag.isEmpty();
    }

    /** Removes and returns the first-posted receive that matches a message, or null. */
    public PostedReceive matchPosted(MatchPeer peer, int tag) {
        ExpectedReceives expected = peer.expected;
        return expected.nextHas(tag) ? expected.poll() : matchOtherwise(peer, tag);
    }

    @CompiledApart("Rare: keeps the path of a short message small.")
    private PostedReceive matchOtherwise(MatchPeer peer, int tag) {
        queueExpected(peer);
        PostedReceive best = older(peer.postedByTag.first(tag), anySourceByTag.first(tag));
        if (tag >= 0) {
            best = older(best, older(peer.postedAnyTag.peek(), anySourceAnyTag.peek()));
        }
        if (best != null) {
            best.withdraw();
        }
        return best;
    }

    private static PostedReceive older(PostedReceive a, PostedReceive b) {
        if (a == null) {
            return b;
        }
        return b == null || a.order < b.order ? a : b;
    }

    /**
     * Queues a message that no receive matched.
     *
     * @param kept its record, of {@link PacketStore#copy}
     */
    public void keepUnexpected(MatchPeer peer, int tag, long kept) {
        PacketRecord.setRank(kept, peer.rank);
        peer.unexpectedByTag.append(tag, kept);
        if (tag >= 0) {
            peer.unexpectedAll.append(kept);
        }
        unexpected.add(tag, kept);
    }

    /** Returns the oldest unexpected message that matches, or 0; {@code peer} null is wild. */
    public long findUnexpected(MatchPeer peer, int tag) {
        if (peer == null) {
            return unexpected.find(tag, comm);
        }
        return tag == Pml.ANY_TAG ? peer.unexpectedAll.first() : peer.unexpectedByTag.first(tag);
    }

    /** Removes an unexpected message from the queues. */
    public void removeUnexpected(MatchPeer peer, long kept) {
        peer.unexpectedByTag.remove(kept);
        if (PacketRecord.tag(kept) >= 0) {
            peer.unexpectedAll.remove(kept);
        }
        unexpected.remove(kept);
    }

    /** Frees the table of a communicator that is removed, all of whose messages are. */
    void close() {
        unexpected.close();
    }

    /** Removes and returns some receive that only {@code peer} can match, or null. */
    public PostedReceive removePostedFor(MatchPeer peer) {
        queueExpected(peer);
        PostedReceive receive = peer.postedAnyTag.peek();
        return withdrawn(receive != null ? receive : peer.postedByTag.any());
    }

    /** Removes and returns some receive from any source, or null. */
    public PostedReceive removePostedForAny() {
        PostedReceive receive = anySourceAnyTag.peek();
        return withdrawn(receive != null ? receive : anySourceByTag.any());
    }

    private static PostedReceive withdrawn(PostedReceive receive) {
        if (receive != null) {
            receive.withdraw();
        }
        return receive;
    }
}
