package org.strata.pml.tupleq;

import org.strata.mca.pml.CommContext;

import java.util.ArrayList;
import java.util.List;

/** A communicator: its pairs, and the receives that wait while a mode changes. */
final class TupleComm {
    final CommContext context;

    /** Whether a wildcard has meant every peer: later pairs begin PLAIN. */
    boolean plain;

    /** Receives and probes below that mean every peer. */
    int wild;

    /** How often a wildcard, a probe or a cancel has ended a mode TUPLE that began once more. */
    int changes;

    /** Whether a pair has come back, or has asked to, since the last change; true at first. */
    boolean cameBack = true;

    /** Whether no pair comes back to its queues. */
    boolean stays;

    /** Pairs whose peers are not quiet yet. */
    int changing;

    /** Receives that were posted to queues and not consumed. */
    final List<TupleReceive> returned = new ArrayList<>();

    /** Receives that came while a mode changes. */
    final ArrayList<TupleReceive> held = new ArrayList<>();

    final List<TuplePair> pairs = new ArrayList<>();

    /** By rank; made with the first pair. */
    private TuplePair[] byRank;

    TupleComm(CommContext context) {
        this.context = context;
    }

    /** Returns the pair of a rank, or null. Tier 1. */
    TuplePair find(int rank) {
        return byRank == null ? null : byRank[rank];
    }

    void add(TuplePair pair) {
        if (byRank == null) {
            byRank = new TuplePair[context.size()];
        }
        byRank[pair.rank] = pair;
        pairs.add(pair);
    }

    /** Returns the rank of a process by its number in the job; -1 if it is no member. */
    int rankOf(int process) {
        for (TuplePair pair : pairs) {
            if (pair.peer.proc.rank() == process) {
                return pair.rank;
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
