package org.strata.pml.tupleq;

import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.ProgressEngine;
import org.strata.pml.base.BufferedSends;

/** The sender's half: passes each send to the lanes or to the PML below, by the pair's mode. */
final class Sending {
    private final Pml below;
    private final ProgressEngine engine;
    private final Control control;
    private final long firstNumber;
    private final Crowding crowding;
    private final SendRequests requests;
    private final Detours detours;
    private final SenderModes modes;
    private final Lanes lanes;

    Sending(
            TupleqConfig config,
            Pml below,
            ProgressEngine engine,
            Control control,
            Delegates delegates,
            TupleqCounters counters) {
        this.below = below;
        this.engine = engine;
        this.control = control;
        this.firstNumber = config.firstNumber();
        this.crowding = new Crowding(control);
        this.requests = new SendRequests(config, crowding, counters);
        this.detours = new Detours(below, delegates, requests);
        this.modes = new SenderModes(below, control, delegates, counters, crowding, detours);
        this.lanes = modes.lanes();
    }

    /** Returns what changes the pairs' modes. */
    SenderModes modes() {
        return modes;
    }

    /** Returns the account of the attached buffer. */
    BufferedSends attached() {
        return requests.attached();
    }

    /** Returns whether no send is under way. */
    boolean idle() {
        return requests.idle();
    }

    /** Sends a message and waits until the send is complete. */
    int send(Buf buf, OutgoingPair out, int tag, SendMode mode) {
        if (out.mode() == OutMode.PLAIN) {
            announce(out);
            // Counts before the call, which polls: the receiver's question may come meanwhile.
            out.sentBelow++;
            int rc = below.send(buf, out.rank, tag, mode, out.context);
            out.sentBelow -= rc == Rc.NO_BUFFER_SPACE ? 1 : 0;
            return rc;
        }
        PmlRequest request = isend(buf, out, tag, mode);
        engine.waitFor(request);
        int rc = request.error;
        request.release();
        return rc;
    }

    /** Starts a send. */
    PmlRequest isend(Buf buf, OutgoingPair out, int tag, SendMode mode) {
        boolean buffered = mode == SendMode.BUFFERED && out.mode() != OutMode.PLAIN;
        if (buffered && !requests.hasRoom(buf.size())) {
            // Completions release room. They may also change the mode.
            engine.progress();
        }
        return switch (out.mode()) {
            case TUPLE -> {
                TupleSend send = requests.begin(buf, out, tag, mode);
                if (!send.isFinished()) {
                    lanes.send(tuple(out, tag), send);
                }
                yield send;
            }
            case CHANGING -> {
                TupleSend send = requests.begin(buf, out, tag, mode);
                if (!send.isFinished()) {
                    out.returning.add(send);
                }
                yield send;
            }
            case PLAIN -> isendBelow(buf, out, tag, mode);
        };
    }

    private PmlRequest isendBelow(Buf buf, OutgoingPair out, int tag, SendMode mode) {
        announce(out);
        out.sentBelow++;
        PmlRequest request = below.isend(buf, out.rank, tag, mode, out.context);
        out.sentBelow -= request.isDone() && request.error == Rc.NO_BUFFER_SPACE ? 1 : 0;
        return request;
    }

    /** Tells a receiver that may wait at its queues, once, that nothing comes there. */
    private void announce(OutgoingPair out) {
        if (out.announces) {
            out.announces = false;
            long comm = out.context.identity();
            control.send(out.peer.proc, Control.Kind.SENDS_PLAIN, comm, 0, 0);
        }
    }

    private OutTuple tuple(OutgoingPair out, int tag) {
        OutTuple known = out.tuples.get(tag);
        if (known == null) {
            known = new OutTuple(out, tag, firstNumber);
            out.tuples.put(tag, known);
        }
        return known;
    }

    // What the receiver says.

    void onNumber(OutgoingPair out, int tag, int number) {
        announce(out);
        if (out.mode() == OutMode.TUPLE) {
            lanes.onNumber(tuple(out, tag), number);
        }
    }

    void onWanted(OutgoingPair out, int tag, long upTo) {
        OutTuple tuple = out.tuples.get(tag);
        if (tuple != null) {
            lanes.onWanted(tuple, upTo);
        }
    }

    void onDetour(OutgoingPair out, int tag, long number) {
        detours.onDetour(out, tag, number);
    }

    // Progress, and the end.

    /**
     * Tries again what the links had no resources for, and looks after sends that wait for room.
     *
     * @param fallingAsleep whether the rank sleeps after this poll, unless it finds something
     * @return whether it must look again soon
     */
    boolean progress(boolean fallingAsleep) {
        lanes.progress();
        return crowding.look(fallingAsleep);
    }

    void close() {
        requests.close();
    }
}
