package org.strata.pml.tupleq;

import org.strata.mca.pml.Pml;
import org.strata.mca.pml.SendMode;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The sender's modes: passes messages that have not landed to the PML below when the receiver says
 * PLAIN, and answers the receiver's question whether the pair may return to its queues.
 */
final class SenderModes implements LaneEvents {
    private static final Buf EMPTY = new Buf(null, 0, 0, DataLayouts.BYTE);

    private final Pml below;
    private final Control control;
    private final Delegates delegates;
    private final TupleqCounters counters;
    private final Detours detours;
    private final Lanes lanes;

    SenderModes(
            Pml below,
            Control control,
            Delegates delegates,
            TupleqCounters counters,
            Crowding crowding,
            Detours detours) {
        this.below = below;
        this.control = control;
        this.delegates = delegates;
        this.counters = counters;
        this.detours = detours;
        this.lanes = new Lanes(control, counters, crowding, this);
    }

    Lanes lanes() {
        return lanes;
    }

    // What the lanes report.

    @Override
    public void landed(TupleSend send, boolean cut) {
        detours.land(send, cut);
    }

    @Override
    public void notLanded(TupleSend send) {
        if (send.out.mode() == OutMode.CHANGING) {
            resolve(send);
        } else {
            send.out.limbo.add(send);
        }
    }

    @Override
    public void completed(OutgoingPair out) {
        endChange(out);
    }

    /** Ends a message that has landed as the receiver said with PLAIN; others go below. */
    private void resolve(TupleSend send) {
        if (send.number <= send.tuple.received) {
            detours.land(send, false);
        } else {
            send.out.detours.remove(send);
            send.out.returning.add(send);
        }
    }

    // What the receiver says.

    /**
     * Handles PLAIN: the receiver matches messages of the pair at the PML below only.
     *
     * @param epoch number of this time in mode PLAIN
     * @param counts pairs of a tag, with its note, and the number of its last message that has
     *     landed
     */
    void onPlain(OutgoingPair out, long epoch, long[] counts) {
        switch (out.mode()) {
            case PLAIN -> sayForgotten(out);
            case CHANGING -> {}
            case TUPLE -> {
                out.epoch = epoch;
                for (int i = 0; i < counts.length; i += 2) {
                    OutTuple tuple = out.tuples.get((int) counts[i]);
                    if (tuple != null) {
                        tuple.note = Control.note(counts[i]);
                        tuple.received = counts[i + 1];
                    }
                }
                change(out);
            }
        }
    }

    private void change(OutgoingPair out) {
        out.become(OutMode.CHANGING);
        List<TupleSend> limbo = new ArrayList<>(out.limbo);
        out.limbo.clear();
        limbo.forEach(this::resolve);
        for (OutTuple tuple : out.tuples.values()) {
            lanes.withdraw(tuple);
        }
        endChange(out);
    }

    /**
     * Once the lanes have completed the pair's messages, passes those that have not landed to the
     * PML below, in the order of the calls.
     */
    private void endChange(OutgoingPair out) {
        if (out.mode() != OutMode.CHANGING || out.unfinished > 0) {
            return;
        }
        out.become(OutMode.PLAIN);
        List<OutTuple> kept = keptByReceiver(out);
        out.returning.sort(Comparator.comparingLong(send -> send.order));
        for (TupleSend send : out.returning) {
            standIn(kept, send.order);
            counters.handedOver++;
            out.sentBelow++;
            send.detour = false;
            boolean copy = send.pooled || send.buffered;
            SendMode mode = copy ? SendMode.STANDARD : send.mode;
            send.inner = below.isend(send.buf, out.rank, send.wantedTag, mode, out.context);
            delegates.add(send);
        }
        standIn(kept, Long.MAX_VALUE);
        out.returning.clear();
        forgetQueues(out);
        sayForgotten(out);
    }

    /**
     * Returns the tuples whose last landed message the receiver keeps until the PML below matches
     * its place, in the order of these messages' calls. Those whose data it does not have are sent
     * again.
     */
    private static List<OutTuple> keptByReceiver(OutgoingPair out) {
        List<OutTuple> kept = new ArrayList<>();
        for (OutTuple tuple : out.tuples.values()) {
            if (tuple.note == Control.STAND_IN) {
                kept.add(tuple);
            } else if (tuple.note == Control.SEND_AGAIN) {
                TupleSend again =
                        out.detour(new OutgoingPair.Awaited(tuple.tag, tuple.received + 1));
                if (again != null) {
                    out.detours.remove(again);
                    out.returning.add(again);
                }
            }
        }
        kept.sort(Comparator.comparingLong(tuple -> tuple.landedOrder));
        return kept;
    }

    /** Sends an empty message in the place of each kept one that was sent before a call. */
    private void standIn(List<OutTuple> kept, long order) {
        while (!kept.isEmpty() && kept.getFirst().landedOrder < order) {
            OutTuple tuple = kept.removeFirst();
            OutgoingPair out = tuple.out;
            out.sentBelow++;
            SendMode mode = SendMode.STANDARD;
            below.isend(EMPTY, out.rank, tuple.tag, mode, out.context).release();
        }
    }

    private void sayForgotten(OutgoingPair out) {
        control.send(out.peer.proc, Control.Kind.FORGOTTEN, out.context.identity(), 0, 0);
    }

    /** Forgets the queues of a pair: no message to them is unfinished, and none will be sent. */
    static void forgetQueues(OutgoingPair out) {
        for (OutTuple tuple : out.tuples.values()) {
            if (tuple.number != 0) {
                out.peer.btl.forget(out.peer.endpoint, tuple.number);
            }
        }
        out.tuples.clear();
    }

    /**
     * Handles TUPLE: the receiver asks to use queues again. Agrees if it has matched every message
     * at the PML below: then none is under way that a message of a queue could overtake.
     */
    void onTuple(OutgoingPair out, long epoch, long matched) {
        boolean agreed =
                out.linked
                        && out.mode() == OutMode.PLAIN
                        && out.epoch == epoch
                        && out.sentBelow == matched
                        && !out.peer.linkGone;
        if (agreed) {
            out.become(OutMode.TUPLE);
            out.crowd.flooded = false;
        } else {
            out.epoch = epoch + 1;
        }
        Control.Kind answer = agreed ? Control.Kind.AGREED : Control.Kind.REFUSED;
        control.sendMode(out.peer.proc, answer, out.context.identity(), epoch, 0);
    }

    // Lost links and processes.

    /** The link with queues is lost: asks the receiver which messages have landed. */
    void onLinkGone(OutgoingPair out) {
        if (out.mode() == OutMode.TUPLE) {
            long comm = out.context.identity();
            control.send(out.peer.proc, Control.Kind.SENDS_PLAIN, comm, 0, 0);
        }
    }

    /** The process is lost: passes everything to the PML below, which fails it. */
    void onLost(OutgoingPair out) {
        if (out.mode() == OutMode.TUPLE) {
            change(out);
        }
        List<TupleSend> waiting = new ArrayList<>(out.detours);
        out.detours.clear();
        out.awaited.clear();
        for (TupleSend send : waiting) {
            send.landed = true;
            detours.send(send);
        }
    }
}
