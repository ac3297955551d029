package org.strata.pml.tupleq;

import org.strata.mca.btl.QueueBtl;
import org.strata.mca.btl.ReceiveQueue;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.ReservedTags;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

import java.util.ArrayList;
import java.util.List;

/** The tuples' queues: opens them, posts receives to them, completes what lands, closes them. */
final class QueuePosts implements QueueBtl.ArrivalCallback {
    /** Failed attempts to post, one per poll, after which the pair leaves its queues. */
    private static final int PATIENCE = 10_000;

    /**
     * What an attempt counts after which the rank sleeps: many polls have found nothing that could
     * have released memory.
     */
    private static final int IDLE_ATTEMPT = 100;

    private final Pml below;
    private final Control control;
    private final Delegates delegates;
    private final TupleqCounters counters;
    private final QueueEvents events;
    private final int maxQueues;
    private final int depth;
    private final long firstNumber;

    /** Tuples whose next receive could not be posted. */
    private final List<InTuple> stalled = new ArrayList<>();

    private int queues;
    private int attempt = 1;

    QueuePosts(
            TupleqConfig config,
            Pml below,
            Control control,
            Delegates delegates,
            TupleqCounters counters,
            QueueEvents events) {
        this.below = below;
        this.control = control;
        this.delegates = delegates;
        this.counters = counters;
        this.events = events;
        this.maxQueues = config.maxQueues();
        this.depth = config.queueDepth();
        this.firstNumber = config.firstNumber();
    }

    /**
     * Returns a tuple, and opens its queue if it has none.
     *
     * @return null if the pair is not in mode TUPLE, or no queue can be opened
     */
    InTuple open(IncomingPair in, int tag) {
        InTuple known = in.tuples.get(tag);
        if (known != null) {
            return known;
        }
        QueuePeer peer = in.peer;
        ReceiveQueue queue =
                in.mode() == InMode.TUPLE && queues < maxQueues
                        ? peer.btl.open(peer.endpoint, depth, OutTuple.immediate(firstNumber), this)
                        : null;
        if (queue == null) {
            return null;
        }
        queues++;
        counters.queues++;
        InTuple made = new InTuple(in, tag, queue, firstNumber);
        in.tuples.put(tag, made);
        long comm = in.comm.context.identity();
        control.send(peer.proc, Control.Kind.NUMBER, comm, tag, queue.number());
        return made;
    }

    /** Adds a receive to its tuple, and posts what the queue has room for. */
    void enqueue(InTuple tuple, TupleReceive receive) {
        receive.tuple = tuple;
        tuple.append(receive);
        post(tuple);
    }

    /** Adds what is not to be posted at once. */
    void append(InTuple tuple, TupleReceive receive) {
        receive.tuple = tuple;
        tuple.append(receive);
    }

    /** Returns whether so many queues more may be opened. */
    boolean hasRoom(int more) {
        return queues + more <= maxQueues;
    }

    /** Posts what the queue has room for. */
    void post(InTuple tuple) {
        while (tuple.unposted != null && tuple.posted - tuple.arrived < depth) {
            TupleReceive receive = tuple.unposted;
            if (!post(tuple, receive)) {
                stall(tuple);
                break;
            }
            tuple.unposted = receive.next;
            tuple.posted++;
            tuple.failures = 0;
        }
        tellPosted(tuple);
    }

    private boolean post(InTuple tuple, TupleReceive receive) {
        QueuePeer peer = tuple.in.peer;
        long room = Math.min(receive.capacity, peer.maxMessage);
        if (room > 0 && receive.block == null && !prepare(peer, receive, room)) {
            return false;
        }
        Registration covers =
                receive.block != null ? receive.block.registration : receive.registration;
        int rc =
                tuple.queue.post(
                        room == 0 ? 0 : address(receive), room, room == 0 ? null : covers, receive);
        if (rc != Rc.OK) {
            releaseMemory(peer, receive);
            return false;
        }
        return true;
    }

    private static long address(TupleReceive receive) {
        return receive.block != null ? receive.block.address : receive.buf.start();
    }

    private static boolean prepare(QueuePeer peer, TupleReceive receive, long room) {
        Buf buf = receive.buf;
        if (!receive.notice && buf.base() == null && buf.contiguous()) {
            int access = Registration.LOCAL_WRITE | RegisteredBlocks.hints(room);
            receive.registration =
                    peer.btl.register(peer.endpoint, buf.start(), room, access, buf.owner());
        }
        if (receive.registration == null) {
            receive.block = peer.blocks.allocate(peer.endpoint, room);
        }
        return receive.registration != null || receive.block != null;
    }

    /** Releases what a receive has for the adapter. */
    static void releaseMemory(QueuePeer peer, TupleReceive receive) {
        if (receive.registration != null) {
            peer.btl.deregister(receive.registration);
            receive.registration = null;
        }
        if (receive.block != null) {
            peer.blocks.free(receive.block);
            receive.block = null;
        }
    }

    private void stall(InTuple tuple) {
        if (!tuple.stalled) {
            tuple.stalled = true;
            stalled.add(tuple);
        }
        tuple.failures += attempt;
        if (tuple.failures > PATIENCE && tuple.posted == tuple.arrived) {
            tuple.failures = 0;
            events.exhausted(tuple.in);
        }
    }

    /**
     * Tries again to post what there were no resources for.
     *
     * @param fallingAsleep whether the rank sleeps after this poll, unless it finds something
     */
    void progress(boolean fallingAsleep) {
        attempt = fallingAsleep ? IDLE_ATTEMPT : 1;
        int count = stalled.size();
        for (int i = 0; i < count; i++) {
            InTuple tuple = stalled.removeFirst();
            tuple.stalled = false;
            if (tuple.in.mode() == InMode.TUPLE) {
                post(tuple);
            }
        }
        attempt = 1;
    }

    /** Returns how many tuples wait for resources. */
    int stalled() {
        return stalled.size();
    }

    /** Tells the sender how many receives are posted, as far as it has asked. */
    private void tellPosted(InTuple tuple) {
        if (tuple.reported < tuple.reportUpTo && tuple.posted > tuple.reported) {
            tuple.reported = tuple.posted;
            IncomingPair in = tuple.in;
            long comm = in.comm.context.identity();
            control.send(in.peer.proc, Control.Kind.WANTED, comm, tuple.tag, tuple.posted);
        }
    }

    /** Handles PARKED: the sender wants to know when receives up to a number are posted. */
    void onParked(IncomingPair in, int tag, long upTo) {
        InTuple tuple = in.tuples.get(tag);
        if (tuple != null && in.mode() == InMode.TUPLE) {
            tuple.reportUpTo = Math.max(tuple.reportUpTo, upTo);
            tellPosted(tuple);
        }
    }

    @Override
    public void onArrival(ReceiveQueue queue, Object context, int immediate, long length, int rc) {
        TupleReceive receive = (TupleReceive) context;
        InTuple tuple = receive.tuple;
        IncomingPair in = tuple.in;
        if (tuple.poll() != receive) {
            throw new IllegalStateException("tupleq: an arrival that is not the oldest receive's");
        }
        tuple.arrived++;
        if (receive.notice) {
            counters.truncated += rc == Rc.TRUNCATED ? 1 : 0;
            onNotice(receive, in, length, rc == Rc.OK && immediate >= 0);
            return;
        }
        // A negative number says that the data come by a detour (Lanes.DETOUR_BIT).
        if (rc == Rc.OK && immediate >= 0) {
            complete(receive, in, length);
        } else {
            counters.truncated += rc == Rc.TRUNCATED ? 1 : 0;
            awaitDetour(receive, in, tuple.arrived);
        }
        if (in.mode() == InMode.TUPLE) {
            post(tuple);
        }
    }

    /** A message has consumed a notice, and the receive that gets it decides what comes next. */
    private void onNotice(TupleReceive notice, IncomingPair in, long length, boolean dataHere) {
        notice.filled = true;
        notice.dataHere = dataHere;
        notice.bytes = dataHere ? length : 0;
        if (dataHere) {
            in.received++;
            in.receivedBytes += length;
        }
        events.noticed(notice.tuple);
    }

    /** Gives the message of a notice to a receive. */
    void give(TupleReceive notice, TupleReceive receive) {
        InTuple tuple = notice.tuple;
        if (notice.dataHere) {
            receive.set(tuple.in.rank, tuple.tag, 0);
            unpack(notice, receive);
            receive.complete();
        } else {
            awaitDetour(receive, tuple.in, tuple.arrived);
        }
    }

    /** Copies the message of a notice to the buffer of a receive. */
    void unpack(TupleReceive notice, TupleReceive receive) {
        receive.unpack(notice.block == null ? 0 : notice.block.address, notice.bytes);
        counters.copiedBytes += receive.bytes;
    }

    private void complete(TupleReceive receive, IncomingPair in, long length) {
        if (receive.block != null) {
            receive.buf.unpack(receive.block.address, 0, length);
            counters.copiedBytes += length;
        }
        in.received++;
        in.receivedBytes += length;
        releaseMemory(in.peer, receive);
        receive.complete(in.rank, receive.wantedTag, length, Rc.OK);
    }

    /**
     * Receives the data by the PML below, and asks the sender for them. That includes what fits of
     * a message that was too long, of which an adapter writes any part or none.
     */
    private void awaitDetour(TupleReceive receive, IncomingPair in, long number) {
        releaseMemory(in.peer, receive);
        receive.detour = true;
        int tag = ReservedTags.DETOURS.tag(0);
        receive.inner = below.ireceive(receive.buf, in.rank, tag, in.comm.context);
        delegates.add(receive);
        long comm = in.comm.context.identity();
        control.send(in.peer.proc, Control.Kind.DETOUR, comm, receive.wantedTag, number);
    }

    /** Tells the peer to send by the PML below, and how many messages of each tag have landed. */
    void sayPlain(IncomingPair in) {
        in.toldPlain = true;
        List<InTuple> tuples = in.tuples.values();
        long[] counts = new long[2 * tuples.size()];
        for (int i = 0; i < tuples.size(); i++) {
            InTuple tuple = tuples.get(i);
            boolean filled = tuple.notice != null && tuple.notice.filled;
            int what = !filled ? 0 : tuple.notice.dataHere ? Control.STAND_IN : Control.SEND_AGAIN;
            counts[2 * i] = Control.noted(tuple.tag, what);
            counts[2 * i + 1] = tuple.arrived - (what == Control.SEND_AGAIN ? 1 : 0);
        }
        long comm = in.comm.context.identity();
        control.sendMode(in.peer.proc, Control.Kind.PLAIN, comm, in.epoch(), 0, counts);
    }

    /** Closes the queues of a pair; adds their receives to those that the communicator returns. */
    void close(IncomingPair in) {
        QueuePeer peer = in.peer;
        for (InTuple tuple : in.tuples.values()) {
            tuple.queue.close();
            queues--;
            Block posted = null;
            while (tuple.first != null) {
                TupleReceive receive = tuple.poll();
                if (receive.notice) {
                    posted = receive.block;
                    receive.block = null;
                } else {
                    releaseMemory(peer, receive);
                    receive.tuple = null;
                    in.comm.returned.add(receive);
                }
            }
            in.comm.returned.addAll(tuple.behind);
            tuple.behind.clear();
            peer.closed.add(new QueuePeer.Closed(in.comm.context.identity(), tuple.queue, posted));
            tuple.unposted = null;
            if (tuple.stalled) {
                tuple.stalled = false;
                stalled.remove(tuple);
            }
        }
        in.tuples.clear();
    }
}
