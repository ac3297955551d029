package org.strata.pml.base.match;

import org.strata.mca.proc.Proc;

/**
 * One peer process, whatever the communicator: both sides of {@link FlowControl} with it. A PML
 * extends it with what it needs to reach the process.
 */
public abstract class PeerProcess {
    /** The process. */
    public final Proc proc;

    // As a receiver of this rank's messages.

    /** The peer does not let this rank send everything: no data goes to it unasked. */
    public boolean held;

    /** The peer lets this rank send nothing unasked: messages wait here. Implies {@link #held}. */
    public boolean paused;

    /** Number of the last signal of the peer's that was obeyed. */
    private int lastObeyed;

    /** No signal of the peer's counts any more: it is lost. */
    private boolean deaf;

    // As a sender: FlowControl's.

    /** What this rank lets it send. */
    FlowLevel level = FlowLevel.GO;

    /** Bytes that its packets take that no receive has matched. */
    long keptBytes;

    /** How many of them it may take before it is asked to pause; at first that is not known. */
    long allowedBytes;

    /** With so few of them something changes; -1 if nothing does. */
    long resumeBytes = -1;

    /** How many of its packets have been received or dropped after they were kept. */
    long releases;

    /** The last value of {@link #releases} that was looked at. */
    long releasesSeen;

    /** Polls since the last change of {@link #releases}, while it is held. */
    int polls;

    /** Time of the last change, or when it was held. */
    long since;

    /** Number of this rank's last signal to it. */
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
     * Obeys a signal that the peer's {@link FlowControl} sent, unless a later one was obeyed: over
     * several links they overtake.
     *
     * @param number of the signal among the peer's; wraps
     * @return whether it was obeyed
     */
    public final boolean obeyFlow(FlowLevel asked, int number) {
        if (deaf || number - lastObeyed <= 0) {
            return false;
        }
        lastObeyed = number;
        held = asked != FlowLevel.GO;
        paused = asked == FlowLevel.PAUSE;
        return true;
    }

    /**
     * The peer is lost: it will let nobody go on, so messages to it must not wait for that. They
     * begin, and fail.
     */
    public final void endFlow() {
        deaf = true;
        held = false;
        paused = false;
    }

    /** Returns what this rank lets the peer send. */
    public final FlowLevel level() {
        return level;
    }
}
