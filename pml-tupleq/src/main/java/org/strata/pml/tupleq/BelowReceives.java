package org.strata.pml.tupleq;

import org.strata.mca.pml.Pml;
import org.strata.opal.Rc;

import java.util.ArrayList;

/**
 * The receives that the PML below matches: posts them, counts them and their messages for each
 * pair, and lists the pairs that may need the PML below no longer.
 */
final class BelowReceives {
    private final Pml below;
    private final Delegates delegates;
    private final TuplePeers peers;
    private final StandIns standIns;
    private final boolean never;
    private final int limit;

    /** Pairs for which the conditions of a return may hold. */
    private final ArrayList<IncomingPair> candidates = new ArrayList<>();

    BelowReceives(
            TupleqConfig config,
            Pml below,
            Delegates delegates,
            TuplePeers peers,
            StandIns standIns) {
        this.standIns = standIns;
        this.below = below;
        this.delegates = delegates;
        this.peers = peers;
        // A collective's message may wait below unseen: Pml.unmatched sees tags from 0 only.
        this.never = config.collectives();
        this.limit = config.wildcardLimit();
    }

    /** Returns whether the pair will never return to its queues once it is PLAIN. Stays true. */
    boolean never(IncomingPair in) {
        return never || !in.linked || in.neverBack || in.comm.stays;
    }

    /** Returns whether no pair of the communicator will return to its queues. Stays true. */
    boolean never(TupleComm comm) {
        return never || comm.stays;
    }

    /** Counts a wildcard, probe or cancel that changes the mode of a pair. */
    void onChange(TupleComm comm) {
        if (comm.cameBack) {
            comm.cameBack = false;
            comm.stays = ++comm.changes >= limit;
        }
    }

    /** Posts a receive to the PML below. */
    void post(TupleReceive receive) {
        begin(receive.home, receive.wantedSource);
        standIns.posted(receive);
        receive.inner =
                below.ireceive(
                        receive.buf, receive.wantedSource, receive.wantedTag, receive.home.context);
        delegates.add(receive);
    }

    /** Counts a receive that is posted to the PML below. */
    void begin(TupleComm comm, int source) {
        if (source == Pml.ANY_SOURCE) {
            comm.wild++;
        } else {
            peers.incoming(comm, source).postedBelow++;
        }
    }

    /**
     * Counts the end of a receive that was posted to the PML below.
     *
     * @param source from which rank it wanted a message
     * @param from the rank that sent its message
     * @param rc its result
     * @param cancelled whether it has no message
     */
    void end(TupleComm comm, int source, int from, int rc, boolean cancelled) {
        if (source == Pml.ANY_SOURCE) {
            comm.wild--;
        } else {
            peers.incoming(comm, source).postedBelow--;
        }
        if (!cancelled && (rc == Rc.OK || rc == Rc.TRUNCATED)) {
            matched(comm, from);
        }
        if (source == Pml.ANY_SOURCE && comm.wild == 0) {
            comm.incoming().forEach(this::consider);
        }
    }

    /** Counts a message from a peer that the PML below has matched. */
    void matched(TupleComm comm, int from) {
        IncomingPair in = peers.incoming(comm, from);
        in.matchedBelow++;
        consider(in);
    }

    private void consider(IncomingPair in) {
        if (in.mode() == InMode.PLAIN && !in.candidate && !never(in)) {
            in.candidate = true;
            candidates.add(in);
        }
    }

    /** Removes and returns a pair that may return to its queues, or null. Tier 1. */
    IncomingPair pollCandidate() {
        if (candidates.isEmpty()) {
            return null;
        }
        IncomingPair in = candidates.removeLast();
        in.candidate = false;
        return in;
    }

    /** Removes a pair from the candidates. */
    void remove(IncomingPair in) {
        candidates.remove(in);
        in.candidate = false;
    }
}
