package org.strata.pml.tupleq;

import org.strata.mca.pml.Pml;
import org.strata.opal.Rc;
import org.strata.pml.tupleq.TuplePair.Mode;

import java.util.ArrayList;
import java.util.List;

/**
 * The way back from PLAIN to TUPLE, at the receiver: counts what the PML below has matched, asks
 * the peer whether it has sent exactly that, and holds new receives until the answer.
 */
final class Returns {
    /** Logarithm of the most occasions that are left out after refusals. */
    private static final int MOST_REFUSALS = 10;

    private final Pml below;
    private final Control control;
    private final Peers peers;
    private final TupleqCounters counters;
    private final Receiving receiving;
    private final boolean never;
    private final int limit;

    /** Pairs for which the conditions may hold. */
    private final ArrayList<TuplePair> candidates = new ArrayList<>();

    /** Pairs in mode RETURNING. */
    private final ArrayList<TuplePair> asked = new ArrayList<>();

    Returns(
            TupleqConfig config,
            Pml below,
            Control control,
            Peers peers,
            TupleqCounters counters,
            Receiving receiving) {
        this.below = below;
        this.control = control;
        this.peers = peers;
        this.counters = counters;
        this.receiving = receiving;
        // A collective's message may wait below unseen: Pml.unmatched sees tags from 0 only.
        this.never = config.collectives();
        this.limit = config.wildcardLimit();
    }

    /** Returns whether the pair will never come back once it is PLAIN. Stays true. */
    boolean never(TuplePair pair) {
        return never || !pair.linked || pair.neverBack || pair.comm.stays;
    }

    /** Returns whether no pair of the communicator will come back. Stays true. */
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

    // What the PML below does.

    /** A receive is posted below. */
    void posted(TupleComm comm, int source) {
        if (source == Pml.ANY_SOURCE) {
            comm.wild++;
        } else {
            peers.pair(comm, source).postedBelow++;
        }
    }

    /**
     * A receive below is over.
     *
     * @param source where it wanted a message from
     * @param from who sent its message
     * @param rc its result
     * @param cancelled whether it has no message
     */
    void ended(TupleComm comm, int source, int from, int rc, boolean cancelled) {
        if (source == Pml.ANY_SOURCE) {
            comm.wild--;
        } else {
            peers.pair(comm, source).postedBelow--;
        }
        if (!cancelled && (rc == Rc.OK || rc == Rc.TRUNCATED)) {
            matched(comm, from);
        }
        if (source == Pml.ANY_SOURCE && comm.wild == 0) {
            comm.pairs.forEach(this::consider);
        }
    }

    /** A message from a peer has been matched below. */
    void matched(TupleComm comm, int from) {
        TuplePair pair = peers.pair(comm, from);
        pair.matchedBelow++;
        consider(pair);
    }

    private void consider(TuplePair pair) {
        if (pair.in == Mode.PLAIN && !pair.candidate && !never(pair)) {
            pair.candidate = true;
            candidates.add(pair);
        }
    }

    // The question.

    /**
     * Asks the peers of the pairs that need the PML below no more, and ends the questions that a
     * message below has overtaken. Not called while receives are handed from one place to another.
     */
    void progress() {
        for (int i = asked.size() - 1; i >= 0; i--) {
            TuplePair pair = asked.get(i);
            if (below.unmatched(pair.rank, pair.comm.context)) {
                withdraw(pair);
            }
        }
        while (!candidates.isEmpty()) {
            TuplePair pair = candidates.removeLast();
            pair.candidate = false;
            attempt(pair);
        }
    }

    private void attempt(TuplePair pair) {
        if (!mayReturn(pair)) {
            return;
        }
        if (!pair.toldPlain) {
            // The peer does not know that it was PLAIN.
            pair.in = Mode.TUPLE;
        } else if (pair.occasionsToSkip > 0) {
            pair.occasionsToSkip--;
        } else {
            ask(pair);
        }
    }

    private boolean mayReturn(TuplePair pair) {
        TupleComm comm = pair.comm;
        QueuePeer peer = pair.peer;
        return pair.in == Mode.PLAIN
                && !never(pair)
                && !peer.sendsPlain
                && !peer.linkGone
                && !peer.proc.isLost()
                && !pair.answerAwaited
                && pair.postedBelow == 0
                && comm.wild == 0
                && comm.changing == 0
                && comm.held.isEmpty()
                && !below.unmatched(pair.rank, comm.context);
    }

    private void ask(TuplePair pair) {
        pair.in = Mode.RETURNING;
        pair.answerAwaited = true;
        pair.comm.cameBack = true;
        asked.add(pair);
        long comm = pair.comm.context.identity();
        control.sendMode(pair.peer, Control.Kind.TUPLE, comm, pair.epoch, pair.matchedBelow);
    }

    /** Ends the question without its answer: the held receives go to the PML below. */
    void withdraw(TuplePair pair) {
        leave(pair, Mode.PLAIN);
        pair.epoch++;
        for (TupleReceive receive : held(pair)) {
            receiving.delegate(receive);
        }
    }

    private void leave(TuplePair pair, Mode next) {
        asked.remove(pair);
        pair.in = next;
    }

    private static List<TupleReceive> held(TuplePair pair) {
        List<TupleReceive> held = new ArrayList<>(pair.held);
        pair.held.clear();
        return held;
    }

    /** The communicator is removed: no receive is held. */
    void remove(TuplePair pair) {
        asked.remove(pair);
        candidates.remove(pair);
        pair.candidate = false;
    }

    // The answer.

    void onAgreed(TuplePair pair, long epoch) {
        pair.answerAwaited = false;
        if (pair.in != Mode.RETURNING || pair.epoch != epoch) {
            // It comes too late: the peer must change to PLAIN once more.
            receiving.sayPlain(pair);
            return;
        }
        counters.returns++;
        pair.refusals = 0;
        pair.toldPlain = false;
        leave(pair, Mode.TUPLE);
        receiving.requeue(held(pair), pair);
    }

    void onRefused(TuplePair pair) {
        pair.answerAwaited = false;
        counters.refused++;
        pair.refusals = Math.min(pair.refusals + 1, MOST_REFUSALS);
        pair.occasionsToSkip = 1 << pair.refusals;
        if (pair.in == Mode.RETURNING) {
            withdraw(pair);
        }
    }
}
