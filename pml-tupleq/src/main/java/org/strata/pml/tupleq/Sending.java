package org.strata.pml.tupleq;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.ReservedTags;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.pml.base.BufferedSends;
import org.strata.pml.base.PayloadPool;
import org.strata.pml.tupleq.TuplePair.Mode;

import java.util.ArrayList;
import java.util.List;

/** The sender's half: gives each tuple's messages to a lane, parks them when none is free. */
final class Sending implements QueueBtl.SentCallback {
    private static final int DETOUR_BIT = Integer.MIN_VALUE;

    private final Pml below;
    private final Control control;
    private final Delegates delegates;
    private final TupleqCounters counters;
    private final long copyLimit;
    private final long copyPool;
    private final long firstNumber;
    private final BufferedSends attached = new BufferedSends();
    private final PayloadPool payloads = new PayloadPool();
    private final List<OutTuple> stalled = new ArrayList<>();
    private final SenderModes modes;
    private final Crowding crowding;
    private long copied;
    private long orders;
    private int active;
    private TupleSend free;

    Sending(
            TupleqConfig config,
            Pml below,
            Control control,
            Delegates delegates,
            TupleqCounters counters) {
        this.below = below;
        this.control = control;
        this.delegates = delegates;
        this.counters = counters;
        this.copyLimit = config.copyLimit();
        this.copyPool = config.copyPool();
        this.crowding = new Crowding(control);
        this.firstNumber = config.firstNumber();
        this.modes = new SenderModes(below, control, delegates, counters, this);
    }

    /** Returns what changes the pairs' modes. */
    SenderModes modes() {
        return modes;
    }

    /** Returns the account of the attached buffer. */
    BufferedSends attached() {
        return attached;
    }

    /** Returns whether no send is under way. */
    boolean idle() {
        return active == 0;
    }

    void free(TupleSend send) {
        send.next = free;
        free = send;
    }

    /** Starts a send of a pair that is not PLAIN. */
    PmlRequest start(Buf buf, TuplePair pair, int tag, SendMode mode) {
        TupleSend send = free;
        if (send == null) {
            send = new TupleSend(this);
        } else {
            free = send.next;
        }
        send.next = null;
        send.begin(buf, pair, tag, mode, orders++);
        if (mode == SendMode.BUFFERED && !attached.reserve(send.size)) {
            send.complete(Rc.NO_BUFFER_SPACE);
            return send;
        }
        active++;
        copyAway(send);
        if (pair.out == Mode.CHANGING) {
            pair.returning.add(send);
        } else {
            OutTuple tuple = tuple(pair, tag);
            send.tuple = tuple;
            tuple.append(send);
            pump(tuple);
        }
        return send;
    }

    private void copyAway(TupleSend send) {
        QueuePeer peer = send.pair.peer;
        if (send.mode == SendMode.BUFFERED) {
            send.buffered = true;
            send.block = peer.blocks.allocate(peer.endpoint, send.size);
            if (send.block == null) {
                send.copy = payloads.allocate(send.size);
            }
        } else if (send.mode != SendMode.SYNCHRONOUS && send.size <= copyLimit && copyLimit > 0) {
            copyIfRoom(send, peer);
        }
        if (send.buffered || send.pooled) {
            long target = send.block != null ? send.block.address : send.copy;
            send.buf.pack(0, target, send.size);
            send.completeForOwner(target);
            counters.copied++;
            counters.copiedBytes += send.size;
        }
    }

    /** Copies a standard send while the pool has room, and registered memory for it. */
    private void copyIfRoom(TupleSend send, QueuePeer peer) {
        long room = Blocks.roomFor(send.size);
        if (copied + room <= copyPool) {
            send.block = peer.blocks.allocate(peer.endpoint, send.size);
            send.pooled = send.block != null;
            copied += send.pooled ? room : 0;
        }
        if (!send.pooled) {
            crowding.add(send);
        }
    }

    private OutTuple tuple(TuplePair pair, int tag) {
        OutTuple known = pair.outTuples.get(tag);
        if (known == null) {
            known = new OutTuple(pair, tag, firstNumber);
            pair.outTuples.put(tag, known);
        }
        return known;
    }

    // Lanes.

    /** Sends what can be sent of a tuple. */
    private void pump(OutTuple tuple) {
        TuplePair pair = tuple.pair;
        QueuePeer peer = pair.peer;
        if (tuple.first == null || pair.out != Mode.TUPLE || peer.linkGone) {
            return;
        }
        if (tuple.number == 0) {
            ask(tuple);
            return;
        }
        if (tuple.lane < 0) {
            tuple.lane = freeLane(peer);
        }
        if (tuple.lane >= 0 && tuple.lane != peer.express()) {
            peer.lanes[tuple.lane] = tuple;
            transmit(tuple, Long.MAX_VALUE);
        } else {
            park(tuple);
        }
    }

    private void ask(OutTuple tuple) {
        if (!tuple.asked) {
            tuple.asked = true;
            counters.asked++;
            control.send(
                    tuple.pair.peer,
                    Control.Kind.ASK,
                    tuple.pair.comm.context.identity(),
                    tuple.tag,
                    0);
        }
    }

    private static int freeLane(QueuePeer peer) {
        for (int lane = 0; lane < peer.lanes.length; lane++) {
            if (peer.lanes[lane] == null) {
                return lane;
            }
        }
        return -1;
    }

    /** Sends wanted messages by the express lane; lets the receiver say when others are wanted. */
    private void park(OutTuple tuple) {
        QueuePeer peer = tuple.pair.peer;
        if (!tuple.parked) {
            tuple.parked = true;
            peer.parked.add(tuple);
        }
        if (tuple.sent < tuple.wanted) {
            tuple.lane = peer.express();
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
            long comm = tuple.pair.comm.context.identity();
            control.send(peer, Control.Kind.PARKED, comm, tuple.tag, tuple.parkedUpTo);
        }
    }

    /** Gives messages up to a number to the link, on the tuple's lane. */
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
        QueuePeer peer = tuple.pair.peer;
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
        tuple.pair.unfinished++;
        count(tuple.pair, send);
        return Rc.OK;
    }

    private void count(TuplePair pair, TupleSend send) {
        if (send.detour) {
            counters.detours++;
            pair.detours.add(send);
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
                int access = Blocks.hints(send.size);
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

    /** Returns whether the adapter takes the data with the request, wherever they are. */
    private static boolean goesInline(QueuePeer peer, TupleSend send) {
        return send.size <= peer.maxInline && isNative(send);
    }

    private static void deregister(QueuePeer peer, TupleSend send) {
        if (send.registration != null) {
            peer.btl.deregister(send.registration);
            send.registration = null;
        }
    }

    /** Moves what the links have not accepted to the pair, for the PML below. */
    void withdraw(OutTuple tuple) {
        QueuePeer peer = tuple.pair.peer;
        while (tuple.first != null) {
            tuple.pair.returning.add(tuple.poll());
        }
        if (tuple.parked) {
            tuple.parked = false;
            peer.parked.remove(tuple);
        }
        if (tuple.stalled) {
            tuple.stalled = false;
            stalled.remove(tuple);
        }
        if (tuple.unfinished > 0) {
            peer.btl.recall(peer.endpoint, tuple.lane);
        } else {
            leaveLane(tuple);
        }
    }

    private void stall(OutTuple tuple) {
        if (!tuple.stalled) {
            tuple.stalled = true;
            stalled.add(tuple);
        }
    }

    /**
     * Tries again what the links had no resources for, and looks after sends that wait for room.
     *
     * @param fallingAsleep whether the rank sleeps after this poll, unless it finds something
     * @return how many tuples it has tried
     */
    int progress(boolean fallingAsleep) {
        crowding.look(fallingAsleep);
        int count = stalled.size();
        for (int i = 0; i < count; i++) {
            OutTuple tuple = stalled.removeFirst();
            tuple.stalled = false;
            pump(tuple);
        }
        return count;
    }

    @Override
    public void onSent(BtlEndpoint endpoint, Object context, int rc) {
        TupleSend send = (TupleSend) context;
        OutTuple tuple = send.tuple;
        TuplePair pair = tuple.pair;
        deregister(pair.peer, send);
        tuple.unfinished--;
        pair.unfinished--;
        boolean known = pair.out == Mode.CHANGING;
        boolean landed =
                rc == Rc.OK || rc == Rc.TRUNCATED || (known && send.number <= tuple.received);
        if (landed) {
            land(send, rc == Rc.TRUNCATED);
        } else if (known) {
            SenderModes.giveBack(send);
        } else {
            pair.limbo.add(send);
        }
        if (tuple.unfinished == 0) {
            leaveLane(tuple);
        }
        modes.endChange(pair);
    }

    /**
     * The message is over for the link.
     *
     * @param cut whether it was too long: what fits goes to the receiver by the PML below
     */
    void land(TupleSend send, boolean cut) {
        send.landed = true;
        if (!send.detour && (cut || send.pair.awaits(send))) {
            send.detour = true;
            expect(send);
        } else if (!send.detour) {
            end(send, Rc.OK);
        } else if (send.inner != null) {
            send.settle();
        }
    }

    /** Ends a send, and releases what it used. */
    void end(TupleSend send, int rc) {
        QueuePeer peer = send.pair.peer;
        if (send.block != null) {
            peer.blocks.free(send.block);
            send.block = null;
        }
        if (send.copy != 0) {
            payloads.free(send.copy, send.size);
            send.copy = 0;
        }
        copied -= send.pooled ? Blocks.roomFor(send.size) : 0;
        send.pooled = false;
        crowding.onEnd(send);
        if (send.buffered) {
            attached.release(send.size);
            send.buffered = false;
        }
        active--;
        send.complete(rc);
    }

    private void leaveLane(OutTuple tuple) {
        QueuePeer peer = tuple.pair.peer;
        int lane = tuple.lane;
        if (lane < 0) {
            return;
        }
        if (lane == peer.express()) {
            tuple.lane = -1;
            pump(tuple);
        } else if (tuple.first != null && tuple.pair.out == Mode.TUPLE) {
            pump(tuple);
        } else {
            tuple.lane = -1;
            peer.lanes[lane] = null;
            grant(peer);
        }
    }

    /** Gives free lanes to parked tuples, the oldest first. */
    private void grant(QueuePeer peer) {
        for (int i = 0; i < peer.parked.size() && freeLane(peer) >= 0; ) {
            OutTuple next = peer.parked.get(i);
            if (next.lane >= 0) {
                i++;
                continue;
            }
            peer.parked.remove(i);
            next.parked = false;
            pump(next);
        }
    }

    // What the receiver says.

    void onNumber(TuplePair pair, int tag, int number) {
        if (pair.out == Mode.TUPLE) {
            OutTuple tuple = tuple(pair, tag);
            tuple.number = number;
            pump(tuple);
        }
    }

    void onWanted(TuplePair pair, int tag, long upTo) {
        OutTuple tuple = pair.outTuples.get(tag);
        if (tuple != null && upTo > tuple.wanted) {
            tuple.wanted = upTo;
            if (tuple.parked) {
                if (tuple.lane == pair.peer.express()) {
                    park(tuple);
                } else {
                    pump(tuple);
                }
            }
        }
    }

    void onDetour(TuplePair pair, int tag, long number) {
        pair.awaited.add(new TuplePair.Awaited(tag, number));
        sendDetours(pair);
    }

    /** The receiver will ask for the data of a message that was too long, unless it is lost. */
    private void expect(TupleSend send) {
        if (send.pair.peer.lossHandled) {
            detour(send);
        } else {
            send.pair.detours.add(send);
            sendDetours(send.pair);
        }
    }

    /**
     * Sends the data that the receiver awaits, in the order of its receives: all have one tag. The
     * link may not have completed a message that is too long.
     */
    private void sendDetours(TuplePair pair) {
        while (!pair.awaited.isEmpty()) {
            TupleSend send = pair.detour(pair.awaited.element());
            if (send == null) {
                return;
            }
            pair.awaited.remove();
            pair.detours.remove(send);
            detour(send);
        }
    }

    void detour(TupleSend send) {
        TuplePair pair = send.pair;
        int tag = ReservedTags.DETOURS.tag(0);
        send.inner = below.isend(send.buf, pair.rank, tag, SendMode.STANDARD, pair.comm.context);
        delegates.add(send);
    }

    void close() {
        payloads.close();
    }
}
