package org.strata.pml.tupleq;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.QueueBtl;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

import java.util.ArrayList;
import java.util.List;

/**
 * Sends the messages of tuples by the lanes to their peers: one tuple at a time has a lane, and the
 * others are parked. docs/protocol/tupleq.md, "Lanes".
 */
final class Lanes implements QueueBtl.SentCallback {
    private static final int DETOUR_BIT = Integer.MIN_VALUE;

    private final Control control;
    private final TupleqCounters counters;
    private final LaneEvents events;
    private final Leaving leaving;

    /** Tuples whose next message the link had no resources for. */
    private final List<OutTuple> stalled = new ArrayList<>();

    Lanes(Control control, TupleqCounters counters, Crowding crowding, LaneEvents events) {
        this.control = control;
        this.counters = counters;
        this.events = events;
        this.leaving = new Leaving(crowding);
    }

    /** Adds a message to its tuple, and sends what can be sent. */
    void send(OutTuple tuple, TupleSend send) {
        send.tuple = tuple;
        tuple.append(send);
        pump(tuple);
        if (send.number == 0 && tuple.number != 0) {
            leaving.onWaiting(send);
        }
    }

    /** Sends what can be sent of a tuple. */
    private void pump(OutTuple tuple) {
        OutgoingPair out = tuple.out;
        if (tuple.first == null || out.mode() != OutMode.TUPLE || out.peer.linkGone) {
            return;
        }
        if (tuple.number == 0) {
            ask(tuple);
            return;
        }
        if (tuple.lane < 0) {
            tuple.lane = out.lanes.free();
        }
        if (tuple.lane >= 0 && tuple.lane != out.lanes.express()) {
            out.lanes.occupy(tuple.lane, tuple);
            transmit(tuple, Long.MAX_VALUE);
        } else {
            park(tuple);
        }
    }

    private void ask(OutTuple tuple) {
        if (!tuple.asked) {
            tuple.asked = true;
            counters.asked++;
            OutgoingPair out = tuple.out;
            long comm = out.context.identity();
            control.send(out.peer.proc, Control.Kind.ASK, comm, tuple.tag, 0);
        }
    }

    /** Sends wanted messages by the express lane, and asks when the others will be wanted. */
    private void park(OutTuple tuple) {
        OutgoingPair out = tuple.out;
        if (!tuple.parked) {
            tuple.parked = true;
            out.lanes.park(tuple);
        }
        if (tuple.sent < tuple.wanted) {
            tuple.lane = out.lanes.express();
            long before = tuple.sent;
            transmit(tuple, tuple.wanted);
            counters.express += tuple.sent - before;
            if (tuple.unfinished == 0) {
                tuple.lane = -1;
            }
        }
        if (tuple.first != null && tuple.wanted >= tuple.parkedUpTo) {
            tuple.parkedUpTo = tuple.sent + tuple.waiting;
            counters.parked++;
            long comm = out.context.identity();
            control.send(out.peer.proc, Control.Kind.PARKED, comm, tuple.tag, tuple.parkedUpTo);
        }
    }

    /** Passes messages up to a number to the link, on the tuple's lane. */
    private void transmit(OutTuple tuple, long upTo) {
        while (tuple.first != null && tuple.sent < upTo) {
            TupleSend send = tuple.first;
            int rc = transmit(tuple, send);
            if (rc == Rc.NO_RESOURCE) {
                stall(tuple);
                return;
            }
            if (rc != Rc.OK) {
                return;
            }
            tuple.poll();
        }
    }

    private int transmit(OutTuple tuple, TupleSend send) {
        QueuePeer peer = tuple.out.peer;
        prepare(peer, send);
        int immediate = OutTuple.immediate(tuple.sent + 1);
        boolean empty = send.detour || send.size == 0;
        int rc =
                peer.btl.sendTo(
                        peer.endpoint,
                        tuple.lane,
                        tuple.number,
                        send.detour ? immediate | DETOUR_BIT : immediate,
                        empty ? 0 : address(send),
                        empty ? 0 : send.size,
                        empty
                                ? null
                                : send.block != null ? send.block.registration : send.registration,
                        this,
                        send);
        if (rc != Rc.OK) {
            deregister(peer, send);
            return rc;
        }
        send.number = ++tuple.sent;
        tuple.unfinished++;
        tuple.out.unfinished++;
        count(tuple.out, send);
        leaving.onAccepted(send);
        return Rc.OK;
    }

    private void count(OutgoingPair out, TupleSend send) {
        if (send.detour) {
            counters.detours++;
            out.detours.add(send);
        } else if (send.block == null) {
            counters.direct += send.size > 0 ? 1 : 0;
        } else if (!send.pooled && !send.buffered) {
            counters.bounced++;
        }
    }

    private static long address(TupleSend send) {
        return send.block != null ? send.block.address : send.buf.start();
    }

    /** Makes the data readable for the adapter, or decides for a detour. */
    private void prepare(QueuePeer peer, TupleSend send) {
        if (send.size == 0 || send.detour) {
            return;
        }
        if (send.size > peer.maxMessage) {
            send.detour = true;
        } else if (send.block == null && !goesInline(peer, send)) {
            if (isNative(send)) {
                int access = RegisteredBlocks.hints(send.size);
                Buf buf = send.buf;
                send.registration =
                        peer.btl.register(
                                peer.endpoint, buf.start(), send.size, access, buf.owner());
            }
            if (send.registration == null) {
                send.block = peer.blocks.allocate(peer.endpoint, send.size);
                send.detour = send.block == null;
                if (send.block != null) {
                    send.buf.pack(0, send.block.address, send.size);
                    counters.copiedBytes += send.size;
                }
            }
        }
    }

    private static boolean isNative(TupleSend send) {
        return send.buf.base() == null && send.buf.contiguous();
    }

    /** Returns whether the adapter copies the data with the request, from unregistered memory. */
    private static boolean goesInline(QueuePeer peer, TupleSend send) {
        return send.size <= peer.maxInline && isNative(send);
    }

    private static void deregister(QueuePeer peer, TupleSend send) {
        if (send.registration != null) {
            peer.btl.deregister(send.registration);
            send.registration = null;
        }
    }

    private void stall(OutTuple tuple) {
        if (!tuple.stalled) {
            tuple.stalled = true;
            stalled.add(tuple);
        }
    }

    /** Tries again what the links had no resources for, and completes what has left. */
    void progress() {
        leaving.progress();
        int count = stalled.size();
        for (int i = 0; i < count; i++) {
            OutTuple tuple = stalled.removeFirst();
            tuple.stalled = false;
            pump(tuple);
        }
    }

    @Override
    public void onSent(BtlEndpoint endpoint, Object context, int rc) {
        TupleSend send = (TupleSend) context;
        OutTuple tuple = send.tuple;
        OutgoingPair out = tuple.out;
        deregister(out.peer, send);
        leaving.onSent(send);
        tuple.unfinished--;
        out.unfinished--;
        if (rc == Rc.OK || rc == Rc.TRUNCATED) {
            events.landed(send, rc == Rc.TRUNCATED);
        } else {
            events.notLanded(send);
        }
        if (tuple.unfinished == 0) {
            leaveLane(tuple);
        }
        events.completed(out);
    }

    private void leaveLane(OutTuple tuple) {
        OutgoingPair out = tuple.out;
        int lane = tuple.lane;
        if (lane < 0) {
            return;
        }
        if (lane == out.lanes.express()) {
            tuple.lane = -1;
            pump(tuple);
        } else if (tuple.first != null && out.mode() == OutMode.TUPLE) {
            pump(tuple);
        } else {
            tuple.lane = -1;
            out.lanes.vacate(lane);
            assign(out.lanes);
        }
    }

    /** Assigns free lanes to parked tuples, the oldest first. */
    private void assign(LaneTable<OutTuple> lanes) {
        List<OutTuple> parked = lanes.parked();
        for (int i = 0; i < parked.size() && lanes.free() >= 0; ) {
            OutTuple next = parked.get(i);
            if (next.lane >= 0) {
                i++;
                continue;
            }
            parked.remove(i);
            next.parked = false;
            pump(next);
        }
    }

    /** Moves the messages that the link has not accepted to the pair, for the PML below. */
    void withdraw(OutTuple tuple) {
        OutgoingPair out = tuple.out;
        while (tuple.first != null) {
            out.returning.add(tuple.poll());
        }
        if (tuple.parked) {
            tuple.parked = false;
            out.lanes.unpark(tuple);
        }
        if (tuple.stalled) {
            tuple.stalled = false;
            stalled.remove(tuple);
        }
        if (tuple.unfinished > 0) {
            out.peer.btl.recall(out.peer.endpoint, tuple.lane);
        } else {
            leaveLane(tuple);
        }
    }

    /** Handles NUMBER: the tuple's queue is open. */
    void onNumber(OutTuple tuple, int number) {
        tuple.number = number;
        pump(tuple);
        for (TupleSend send = tuple.first; send != null; send = send.next) {
            leaving.onWaiting(send);
        }
    }

    /** Handles WANTED: receives up to a number are posted. */
    void onWanted(OutTuple tuple, long upTo) {
        if (upTo <= tuple.wanted) {
            return;
        }
        tuple.wanted = upTo;
        if (tuple.parked) {
            if (tuple.lane == tuple.out.lanes.express()) {
                park(tuple);
            } else {
                pump(tuple);
            }
        }
    }
}
