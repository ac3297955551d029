package org.strata.pml.tupleq;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.TrafficVisitor;
import org.strata.mca.pml.TrafficVisitor.Traffic;
import org.strata.pml.base.PeerTraffic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A communicator: its pairs, and the receives that wait while a mode changes. */
final class TupleComm implements PeerTraffic.Counted {
    final CommContext context;
    final TupleqCounters counters;

    /** Whether a wildcard has meant every peer: later pairs begin PLAIN. */
    boolean plain;

    /** Receives and probes at the PML below that mean every peer. */
    int wild;

    /** How often a wildcard, a probe or a cancel has ended a mode TUPLE that began once more. */
    int changes;

    /** Whether a pair has come back, or has asked to, since the last change; true at first. */
    boolean cameBack = true;

    /** Whether no pair comes back to its queues. */
    boolean stays;

    /** Pairs in mode CHANGING; {@link IncomingPair#become} counts them. */
    int changing;

    /** Receives that were posted to queues and not consumed. */
    final List<TupleReceive> returned = new ArrayList<>();

    /** Receives that came while a mode changes. */
    final ArrayList<TupleReceive> held = new ArrayList<>();

    /** Receives from any source that wait at queues, and what they share, by tag. */
    int wildcards;

    final IntMap<Wild> wilds = new IntMap<>();

    /** Whether the process sends to itself, which no queue carries. */
    boolean own;

    /** Notices with messages whose place in the order the PML below has. */
    final List<TupleReceive> standIns = new ArrayList<>();

    /** Receives posted to the PML below while there are such notices, in their order. */
    final List<TupleReceive> belowInOrder = new ArrayList<>();

    /** What receives from any source with one tag share. */
    static final class Wild {
        /** Bytes of a notice: those of the longest such receive. */
        long length;

        /** Those that wait, in their order. */
        final ArrayDeque<TupleReceive> waiting = new ArrayDeque<>();

        /** Tuples of the tag without a notice. */
        final List<InTuple> bare = new ArrayList<>();

        /** Tuples whose notice has a message that no receive wanted, the oldest first. */
        final ArrayDeque<InTuple> filled = new ArrayDeque<>();

        /** Whether these lists and the posted notices mean every source. */
        boolean whole;
    }

    // Other threads look at the traffic. What goes to a peer is added before what comes from it.

    private final List<OutgoingPair> outgoing = new CopyOnWriteArrayList<>();
    private final List<IncomingPair> incoming = new CopyOnWriteArrayList<>();

    // By rank; made with the first pair.

    private OutgoingPair[] outgoingByRank;
    private IncomingPair[] incomingByRank;

    TupleComm(CommContext context, TupleqCounters counters) {
        this.context = context;
        this.counters = counters;
    }

    /** Returns what goes to a rank, or null when there is no pair. Tier 1. */
    OutgoingPair outgoing(int rank) {
        return outgoingByRank == null ? null : outgoingByRank[rank];
    }

    /** Returns what comes from a rank, or null when there is no pair. Tier 1. */
    IncomingPair incoming(int rank) {
        return incomingByRank == null ? null : incomingByRank[rank];
    }

    /** Returns what goes to each peer that has been contacted, in the order of the contacts. */
    List<OutgoingPair> outgoing() {
        return outgoing;
    }

    /** Returns what comes from each peer that has been contacted, in the same order. */
    List<IncomingPair> incoming() {
        return incoming;
    }

    /** Adds both directions between this process and one peer. */
    void add(IncomingPair in, OutgoingPair out) {
        if (incomingByRank == null) {
            outgoingByRank = new OutgoingPair[context.size()];
            incomingByRank = new IncomingPair[context.size()];
        }
        outgoingByRank[out.rank] = out;
        incomingByRank[in.rank] = in;
        outgoing.add(out);
        incoming.add(in);
    }

    @Override
    public void visitTraffic(TrafficVisitor visitor) {
        for (IncomingPair in : incoming) {
            OutgoingPair out = outgoingByRank[in.rank];
            Traffic traffic = new Traffic(out.sent, out.sentBytes, in.received, in.receivedBytes);
            visitor.visit(context, in.peer.proc, traffic);
        }
    }

    /** Returns the rank of a process by its number in the job; -1 if it is no member. */
    int rankOf(int process) {
        for (IncomingPair in : incoming) {
            if (in.peer.proc.rank() == process) {
                return in.rank;
            }
        }
        for (int rank = 0; rank < context.size(); rank++) {
            if (context.peer(rank).rank() == process) {
                return rank;
            }
        }
        return -1;
    }
}
