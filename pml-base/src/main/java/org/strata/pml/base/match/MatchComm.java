package org.strata.pml.base.match;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.TrafficVisitor;
import org.strata.mca.proc.Proc;
import org.strata.opal.progress.Completion.WaitState.Arrived;
import org.strata.pml.base.PeerTraffic;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One communicator in matching: its queues and its peers. Its memory depends on the peers that this
 * rank has exchanged messages with, hardly on the size of the communicator.
 */
public final class MatchComm implements PeerTraffic.Counted {
    /** Ranks below this one are in one array, so that small jobs need one load. */
    private static final int NEAR = 64;

    /** Logarithm of the peers per page. */
    private static final int PAGE_BITS = 4;

    private static final int PAGE = 1 << PAGE_BITS;

    /** Kinds of kept messages that are told to people. */
    private static final int KINDS = 8;

    private static final MatchPeer[] NO_PEERS = {};
    private static final MatchPeer[][] NO_PAGES = {};

    /** The communicator. */
    public final CommContext context;

    /** Its queues. */
    public final Matcher matcher;

    /** Where the packets are that wait for their receives. */
    final PacketStore packets;

    /** Its identity: the first word of the {@link MatchHeader} of all its messages. */
    public final long identity;

    private final int firstSequence;

    /** The peers with the lowest ranks; empty before the first one of them is made. */
    private MatchPeer[] near = NO_PEERS;

    /** The others, in pages that are made with their first peer. */
    private MatchPeer[][] pages = NO_PAGES;

    /** The peer made last. */
    private MatchPeer newest;

    /**
     * @param context the communicator
     * @param packets keeps packets that wait for their receives
     * @param firstSequence number of the first message between any two members, equal in all ranks
     */
    public MatchComm(CommContext context, PacketStore packets, int firstSequence) {
        this.context = context;
        this.packets = packets;
        this.matcher = new Matcher(this);
        this.identity = context.identity();
        this.firstSequence = firstSequence;
    }

    /** Returns a member; the first call for a rank makes it. Tier 1. */
    public MatchPeer peer(int rank) {
        MatchPeer[] known = near;
        MatchPeer peer = rank < known.length ? known[rank] : null;
        return peer != null ? peer : farPeer(rank);
    }

    private MatchPeer farPeer(int rank) {
        if (rank >= NEAR && pages != NO_PAGES) {
            MatchPeer[] page = pages[rank >> PAGE_BITS];
            if (page != null && page[rank & (PAGE - 1)] != null) {
                return page[rank & (PAGE - 1)];
            }
        }
        return addPeer(rank);
    }

    private MatchPeer addPeer(int rank) {
        MatchPeer peer = new MatchPeer(this, rank, firstSequence, newest);
        if (rank < NEAR) {
            if (near == NO_PEERS) {
                near = new MatchPeer[Math.min(context.size(), NEAR)];
            }
            near[rank] = peer;
        } else {
            page(rank)[rank & (PAGE - 1)] = peer;
        }
        newest = peer;
        return peer;
    }

    private MatchPeer[] page(int rank) {
        if (pages == NO_PAGES) {
            pages = new MatchPeer[(context.size() + PAGE - 1) >> PAGE_BITS][];
        }
        int index = rank >> PAGE_BITS;
        if (pages[index] == null) {
            pages[index] = new MatchPeer[PAGE];
        }
        return pages[index];
    }

    /**
     * Returns whether no message can come from any source: all processes of the other group of an
     * inter-communicator are lost. In another communicator this process may send to itself.
     */
    public boolean deserted() {
        return context.isInter() && allLost();
    }

    private boolean allLost() {
        for (int rank = 0; rank < context.size(); rank++) {
            if (!context.peer(rank).isLost()) {
                return false;
            }
        }
        return true;
    }

    /** Calls an action with every message that waits for its receive. Tier 3. */
    void forEachKept(KeptAction action) {
        for (MatchPeer peer = newest; peer != null; peer = peer.older) {
            MatchPeer sender = peer;
            peer.unexpectedByTag.forEach(kept -> action.accept(sender, kept));
        }
    }

    /** Returns {@link #kept()} of a communicator; nothing where no matching knows it. */
    static List<Arrived> kept(CommContext context) {
        return context.pmlData instanceof MatchComm comm ? comm.kept() : List.of();
    }

    /**
     * Returns what the program has been sent and has not received yet: the first kinds of messages
     * by sender, tag and length. Tier 3.
     */
    List<Arrived> kept() {
        Map<Arrived, Integer> kinds = new LinkedHashMap<>();
        Unexpected view = new Unexpected();
        forEachKept((sender, kept) -> {
            view.set(sender, kept);
            Arrived kind =
                    new Arrived(Proc.inJob(sender.proc.rank()), view.tag, packets.length(view), 1);
            if (view.tag >= 0 && (kinds.size() < KINDS || kinds.containsKey(kind))) {
                kinds.merge(kind, 1, Integer::sum);
            }
        });
        return kinds.entrySet().stream()
                .map(kind -> {
                    Arrived one = kind.getKey();
                    return new Arrived(one.rank(), one.tag(), one.bytes(), kind.getValue());
                })
                .toList();
    }

    /** Gets messages that wait for their receives. */
    @FunctionalInterface
    interface KeptAction {
        /** Gets one, as the address of its {@link PacketRecord}. */
        void accept(MatchPeer sender, long kept);
    }

    /** As the other; nothing where no matching knows the communicator. */
    public static void countQueued(CommContext context, long[] unexpected, long[] posted) {
        if (context.pmlData instanceof MatchComm comm) {
            comm.countQueued(unexpected, posted);
        }
    }

    /**
     * Counts what waits here, by the rank of the peer. Tier 3.
     *
     * @param unexpected messages that no receive has matched
     * @param posted receives that name the peer
     */
    private void countQueued(long[] unexpected, long[] posted) {
        for (MatchPeer peer = newest; peer != null; peer = peer.older) {
            int rank = peer.rank;
            peer.unexpectedByTag.forEach(_ -> unexpected[rank]++);
            posted[rank] += peer.expected.size() + peer.postedByTag.size();
            posted[rank] += peer.postedAnyTag.size();
        }
    }

    @Override
    public void visitTraffic(TrafficVisitor visitor) {
        for (MatchPeer peer = newest; peer != null; peer = peer.older) {
            visitor.visit(context, peer.proc, peer.traffic());
        }
    }

    /** Returns the member made last, or null; {@link MatchPeer#older} leads to the others. */
    MatchPeer newest() {
        return newest;
    }
}
