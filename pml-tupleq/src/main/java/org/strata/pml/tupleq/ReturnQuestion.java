package org.strata.pml.tupleq;

import org.strata.mca.pml.Pml;

import java.util.ArrayList;

/**
 * The receiver's question whether a pair returns from PLAIN to TUPLE: asks the peer whether the PML
 * below has matched all that it has sent. Receives from the peer are held until the answer.
 */
final class ReturnQuestion {
    /** Logarithm of the largest number of occasions that are left out after refusals. */
    private static final int MOST_REFUSALS = 10;

    private final Pml below;
    private final Control control;
    private final TupleqCounters counters;
    private final BelowReceives receives;

    /** Pairs in mode RETURNING. */
    private final ArrayList<IncomingPair> asked = new ArrayList<>();

    ReturnQuestion(Pml below, Control control, TupleqCounters counters, BelowReceives receives) {
        this.below = below;
        this.control = control;
        this.counters = counters;
        this.receives = receives;
    }

    /**
     * Withdraws the questions that a message of the PML below has overtaken, and asks the peers of
     * the pairs that need the PML below no longer. Not called while receives are moved.
     */
    void progress() {
        for (int i = asked.size() - 1; i >= 0; i--) {
            IncomingPair in = asked.get(i);
            if (below.unmatched(in.rank, in.comm.context)) {
                withdraw(in);
            }
        }
        for (IncomingPair in = receives.pollCandidate();
                in != null;
                in = receives.pollCandidate()) {
            attempt(in);
        }
    }

    private void attempt(IncomingPair in) {
        if (!mayReturn(in)) {
            return;
        }
        if (!in.toldPlain) {
            // The peer does not know that the pair was PLAIN.
            in.become(InMode.TUPLE);
        } else if (in.occasionsToSkip > 0) {
            in.occasionsToSkip--;
        } else {
            ask(in);
        }
    }

    private boolean mayReturn(IncomingPair in) {
        TupleComm comm = in.comm;
        QueuePeer peer = in.peer;
        return in.mode() == InMode.PLAIN
                && !receives.never(in)
                && !peer.sendsPlain
                && !peer.linkGone
                && !peer.proc.isLost()
                && !in.answerAwaited
                && in.postedBelow == 0
                && comm.wild == 0
                && comm.changing == 0
                && comm.held.isEmpty()
                && !below.unmatched(in.rank, comm.context);
    }

    private void ask(IncomingPair in) {
        in.become(InMode.RETURNING);
        in.answerAwaited = true;
        in.comm.cameBack = true;
        asked.add(in);
        long comm = in.comm.context.identity();
        control.sendMode(in.peer.proc, Control.Kind.TUPLE, comm, in.epoch(), in.matchedBelow);
    }

    /** Ends the question without its answer: posts the held receives to the PML below. */
    void withdraw(IncomingPair in) {
        asked.remove(in);
        in.become(InMode.PLAIN);
        for (TupleReceive receive : in.takeHeld()) {
            receives.post(receive);
        }
    }

    /** Handles AGREED; returns false if the question has been withdrawn meanwhile. */
    boolean onAgreed(IncomingPair in, long epoch) {
        in.answerAwaited = false;
        if (in.mode() != InMode.RETURNING || in.epoch() != epoch) {
            return false;
        }
        in.refusals = 0;
        in.toldPlain = false;
        asked.remove(in);
        in.become(InMode.TUPLE);
        return true;
    }

    /** Handles REFUSED. */
    void onRefused(IncomingPair in) {
        in.answerAwaited = false;
        counters.refused++;
        in.refusals = Math.min(in.refusals + 1, MOST_REFUSALS);
        in.occasionsToSkip = 1 << in.refusals;
        if (in.mode() == InMode.RETURNING) {
            withdraw(in);
        }
    }

    /** The communicator is removed, and holds no receive: forgets the pair. */
    void remove(IncomingPair in) {
        asked.remove(in);
        receives.remove(in);
    }
}
