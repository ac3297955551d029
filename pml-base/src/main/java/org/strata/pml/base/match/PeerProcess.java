package org.strata.pml.base.match;

import org.strata.mca.proc.Proc;

/**
 * One peer process, whatever the communicator: both sides of {@link FlowControl} with it. A PML
 * extends it with what it needs to reach the process.
 */
public abstract class PeerProcess {
    /** The process. */
    public final Proc proc;

    /** The peer asked this rank to hold back unexpected data. */
    public boolean held;

    /** Number of the last request of the peer's that was obeyed. */
    private int lastObeyed;

    /** Bytes of its unexpected packets kept here. */
    long unexpectedBytes;

    /** This rank asked it to hold back. */
    boolean holding;

    /** Number of this rank's last request to hold back or to go on. */
    int signals;

    /** What it is in each communicator in which a packet of its has arrived. */
    private final IdentityTable<MatchPeer> members = new IdentityTable<>();

    /** The member that the last packet came from: most programs use one communicator at a time. */
    private MatchPeer recent;

    /**
     * @param proc the process
     */
    protected PeerProcess(Proc proc) {
        this(proc, 0);
    }

    /**
     * @param proc the process
     * @param number that the first request to hold back or to go on follows, equal at both ends: 0,
     *     but for tests of the wrap
     */
    protected PeerProcess(Proc proc, int number) {
        this.proc = proc;
        this.lastObeyed = number;
        this.signals = number;
    }

    /** Returns what the process is in a communicator, or null before its first packet. Tier 1. */
    final MatchPeer member(long identity) {
        MatchPeer peer = recent;
        return peer != null && peer.identity == identity ? peer : search(identity);
    }

    private MatchPeer search(long identity) {
        MatchPeer peer = members.get(identity);
        if (peer != null) {
            recent = peer;
        }
        return peer;
    }

    /** Adds what the process is in a communicator, at its first packet there. */
    final void enter(MatchPeer peer) {
        members.put(peer.identity, peer);
        recent = peer;
    }

    /** Forgets what the process was in a communicator that is freed here. */
    final void leave(MatchPeer peer) {
        members.remove(peer.identity);
        recent = null;
    }

    /**
     * Obeys a request that the peer's {@link FlowControl} sent, unless a later one was obeyed: over
     * several links they overtake.
     *
     * @param hold true to hold back data, false to go on
     * @param number of the request among the peer's; wraps
     */
    public final void obeyFlow(boolean hold, int number) {
        if (number - lastObeyed > 0) {
            lastObeyed = number;
            held = hold;
        }
    }
}
