package org.strata.pml.tupleq;

import org.strata.mca.pml.Pml;
import org.strata.mca.pml.SendMode;
import org.strata.pml.tupleq.TuplePair.Mode;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The sender's modes: hands messages that did not land to the PML below when the receiver says
 * PLAIN, and answers the receiver's question whether it may come back to its queues.
 */
final class SenderModes {
    private final Pml below;
    private final Control control;
    private final Delegates delegates;
    private final TupleqCounters counters;
    private final Sending sending;

    SenderModes(
            Pml below,
            Control control,
            Delegates delegates,
            TupleqCounters counters,
            Sending sending) {
        this.below = below;
        this.control = control;
        this.delegates = delegates;
        this.counters = counters;
        this.sending = sending;
    }

    /**
     * The receiver takes messages of the pair by the PML below only.
     *
     * @param epoch number of this time
     * @param counts pairs of tag and number of the last message that has landed
     */
    void onPlain(TuplePair pair, long epoch, long[] counts) {
        if (pair.out != Mode.TUPLE) {
            return;
        }
        pair.outEpoch = epoch;
        for (int i = 0; i < counts.length; i += 2) {
            OutTuple tuple = pair.outTuples.get((int) counts[i]);
            if (tuple != null) {
                tuple.received = counts[i + 1];
            }
        }
        change(pair);
    }

    private void change(TuplePair pair) {
        pair.out = Mode.CHANGING;
        List<TupleSend> limbo = new ArrayList<>(pair.limbo);
        pair.limbo.clear();
        for (TupleSend send : limbo) {
            if (send.number <= send.tuple.received) {
                sending.land(send, false);
            } else {
                giveBack(send);
            }
        }
        for (OutTuple tuple : pair.outTuples.values()) {
            sending.withdraw(tuple);
        }
        endChange(pair);
    }

    /** The message has not landed and goes by the PML below. */
    static void giveBack(TupleSend send) {
        TuplePair pair = send.pair;
        pair.detours.remove(send);
        pair.returning.add(send);
    }

    /**
     * Once the links are rid of the pair's messages, hands those that are left to the PML below.
     */
    void endChange(TuplePair pair) {
        if (pair.out != Mode.CHANGING || pair.unfinished > 0) {
            return;
        }
        pair.out = Mode.PLAIN;
        pair.returning.sort(Comparator.comparingLong(send -> send.order));
        for (TupleSend send : pair.returning) {
            counters.handedOver++;
            pair.sentBelow++;
            send.detour = false;
            boolean copy = send.pooled || send.buffered;
            SendMode mode = copy ? SendMode.STANDARD : send.mode;
            send.inner = below.isend(send.buf, pair.rank, send.wantedTag, mode, pair.comm.context);
            delegates.add(send);
        }
        pair.returning.clear();
        forgetQueues(pair);
        control.send(pair.peer, Control.Kind.FORGOTTEN, pair.comm.context.identity(), 0, 0);
    }

    /** Forgets the queues of a pair: no message to them is unfinished, and none will be sent. */
    static void forgetQueues(TuplePair pair) {
        for (OutTuple tuple : pair.outTuples.values()) {
            if (tuple.number != 0) {
                pair.peer.btl.forget(pair.peer.endpoint, tuple.number);
            }
        }
        pair.outTuples.clear();
    }

    /**
     * The receiver needs the PML below no more. Agrees if it has matched every message: then none
     * is under way that one of a queue could overtake.
     */
    void onTuple(TuplePair pair, long epoch, long matched) {
        boolean agreed =
                pair.linked
                        && pair.out == Mode.PLAIN
                        && pair.outEpoch == epoch
                        && pair.sentBelow == matched
                        && !pair.peer.linkGone;
        if (agreed) {
            pair.out = Mode.TUPLE;
            pair.flooded = false;
        } else {
            pair.outEpoch = epoch + 1;
        }
        Control.Kind answer = agreed ? Control.Kind.AGREED : Control.Kind.REFUSED;
        control.sendMode(pair.peer, answer, pair.comm.context.identity(), epoch, 0);
    }

    // Lost links and processes.

    /** The link with queues is gone: the receiver says which messages have landed. */
    void onLinkGone(QueuePeer peer) {
        for (TuplePair pair : peer.pairs) {
            if (pair.out == Mode.TUPLE) {
                long comm = pair.comm.context.identity();
                control.send(peer, Control.Kind.SENDS_PLAIN, comm, 0, 0);
            }
        }
    }

    /** The process is lost: the PML below fails whatever is left. */
    void onLost(QueuePeer peer) {
        for (TuplePair pair : peer.pairs) {
            if (pair.out == Mode.TUPLE) {
                change(pair);
            }
            List<TupleSend> waiting = new ArrayList<>(pair.detours);
            pair.detours.clear();
            pair.awaited.clear();
            for (TupleSend send : waiting) {
                send.landed = true;
                sending.detour(send);
            }
        }
    }
}
