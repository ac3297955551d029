package org.strata.pml.tupleq;

import org.strata.mca.bml.Bml;
import org.strata.mca.oob.Oob;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.RetiredComms;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;
import org.strata.pml.tupleq.TuplePair.Mode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The tupleq PML of one rank: decides for each call whether queues or the PML below serve it, and
 * handles the control messages.
 */
public final class TupleqPml implements Pml, Progressable {
    /** Sleep between two attempts to post receives that there is no memory for. */
    private static final long RETRY_NANOS = 1_000_000;

    private final TupleqConfig config;
    private final Pml below;
    private final ProgressEngine engine;
    private final TupleqCounters counters = new TupleqCounters();
    private final Delegates delegates = new Delegates();
    private final Control control;
    private final Peers peers;
    private final Sending sending;
    private final Receiving receiving;
    private final Progressable losses = this::lookForLosses;

    /** By identity, for control messages; calls find them in {@link CommContext#upperPmlData}. */
    private final Map<Long, TupleComm> comms = new HashMap<>();

    /** Communicators that have been removed: control messages of theirs may be under way. */
    private final RetiredComms retired = new RetiredComms();

    /** Control messages for communicators that this rank has not added yet, by identity. */
    private final Map<Long, List<Control.Message>> early = new HashMap<>();

    /**
     * @param config parameters
     * @param below the PML that carries what tuples cannot
     * @param bml the layer below both
     * @param oob carries the control messages
     * @param engine the rank's progress engine
     * @param ownRank this process's number in the job
     * @param notices shows a line to the user
     */
    public TupleqPml(
            TupleqConfig config,
            Pml below,
            Bml bml,
            Oob oob,
            ProgressEngine engine,
            int ownRank,
            Consumer<String> notices) {
        this.config = config;
        this.below = below;
        this.engine = engine;
        control = new Control(oob, engine);
        peers = new Peers(config, bml, oob, control, ownRank, notices);
        sending = new Sending(config, below, control, delegates, counters);
        receiving = new Receiving(config, below, control, delegates, peers, counters);
    }

    /** Publishes the counters for tools. */
    public void publish(Counters registry) {
        counters.publish(registry);
    }

    @Override
    public void open() {
        below.open();
        peers.open();
        if (peers.available()) {
            control.open();
            engine.register(this);
            engine.registerLowPriority(losses);
        }
    }

    @Override
    public void addComm(CommContext context) {
        below.addComm(context);
        TupleComm comm = new TupleComm(context);
        context.upperPmlData = comm;
        comms.put(context.identity(), comm);
        List<Control.Message> waiting = early.remove(context.identity());
        if (waiting != null) {
            waiting.forEach(this::handle);
        }
    }

    @Override
    public void removeComm(CommContext context) {
        TupleComm comm = of(context);
        receiving.remove(comm);
        for (TuplePair pair : comm.pairs) {
            pair.peer.pairs.remove(pair);
            SenderModes.forgetQueues(pair);
        }
        context.upperPmlData = null;
        comms.remove(context.identity());
        retired.add(context.identity());
        below.removeComm(context);
    }

    @Override
    public int maxTag() {
        return below.maxTag();
    }

    /** Returns whether messages of a tag may use queues; receives of any tag, too. */
    private boolean mayQueue(int tag) {
        return peers.available() && (tag >= ANY_TAG || config.collectives());
    }

    private static TupleComm of(CommContext context) {
        return (TupleComm) context.upperPmlData;
    }

    // Sends.

    @Override
    public int send(Buf buf, int destination, int tag, SendMode mode, CommContext comm) {
        TuplePair pair = mayQueue(tag) ? peers.pair(of(comm), destination) : null;
        if (pair == null || pair.out == Mode.PLAIN) {
            return sendBelow(buf, destination, tag, mode, comm, pair);
        }
        PmlRequest request = startSend(buf, pair, tag, mode);
        engine.waitFor(request);
        int rc = request.error;
        request.release();
        return rc;
    }

    @Override
    public PmlRequest isend(Buf buf, int destination, int tag, SendMode mode, CommContext comm) {
        TuplePair pair = mayQueue(tag) ? peers.pair(of(comm), destination) : null;
        if (pair == null || pair.out == Mode.PLAIN) {
            announce(pair);
            return isendBelow(buf, destination, tag, mode, comm, pair);
        }
        return startSend(buf, pair, tag, mode);
    }

    private int sendBelow(
            Buf buf, int destination, int tag, SendMode mode, CommContext comm, TuplePair pair) {
        announce(pair);
        if (pair == null) {
            return below.send(buf, destination, tag, mode, comm);
        }
        // Before the call, which polls: the peer's question may come meanwhile.
        pair.sentBelow++;
        int rc = below.send(buf, destination, tag, mode, comm);
        pair.sentBelow -= rc == Rc.NO_BUFFER_SPACE ? 1 : 0;
        return rc;
    }

    private PmlRequest isendBelow(
            Buf buf, int destination, int tag, SendMode mode, CommContext comm, TuplePair pair) {
        if (pair == null) {
            return below.isend(buf, destination, tag, mode, comm);
        }
        pair.sentBelow++;
        PmlRequest request = below.isend(buf, destination, tag, mode, comm);
        pair.sentBelow -= request.isDone() && request.error == Rc.NO_BUFFER_SPACE ? 1 : 0;
        return request;
    }

    /** The peer may wait at its queues: tells it that nothing comes there. */
    private void announce(TuplePair pair) {
        if (pair != null && pair.announces) {
            pair.announces = false;
            long comm = pair.comm.context.identity();
            control.send(pair.peer, Control.Kind.SENDS_PLAIN, comm, 0, 0);
        }
    }

    private PmlRequest startSend(Buf buf, TuplePair pair, int tag, SendMode mode) {
        if (mode == SendMode.BUFFERED && !sending.attached().reserve(buf.size())) {
            // Completions release room.
            engine.progress();
        } else if (mode == SendMode.BUFFERED) {
            sending.attached().release(buf.size());
        }
        return pair.out == Mode.PLAIN
                ? isendBelow(buf, pair.rank, tag, mode, pair.comm.context, pair)
                : sending.start(buf, pair, tag, mode);
    }

    // Receives.

    @Override
    public int receive(Buf buf, int source, int tag, CommContext comm, PmlStatus status) {
        if (!mayQueue(tag)) {
            return below.receive(buf, source, tag, comm, status);
        }
        if (isPlain(source, tag, comm)) {
            return receiveBelow(buf, source, tag, comm, status);
        }
        PmlRequest request = receiving.start(buf, source, tag, of(comm));
        engine.waitFor(request);
        if (status != null) {
            status.copyFrom(request);
        }
        int rc = request.error;
        request.release();
        return rc;
    }

    private int receiveBelow(Buf buf, int source, int tag, CommContext comm, PmlStatus status) {
        Returns returns = receiving.returns();
        returns.posted(of(comm), source);
        int rc = below.receive(buf, source, tag, comm, status);
        returns.ended(of(comm), source, source, rc, false);
        returns.progress();
        return rc;
    }

    private boolean isPlain(int source, int tag, CommContext context) {
        TupleComm comm = of(context);
        return source != ANY_SOURCE
                && tag != ANY_TAG
                && comm.changing == 0
                && peers.pair(comm, source).in == Mode.PLAIN;
    }

    @Override
    public PmlRequest ireceive(Buf buf, int source, int tag, CommContext comm) {
        return mayQueue(tag)
                ? receiving.start(buf, source, tag, of(comm))
                : below.ireceive(buf, source, tag, comm);
    }

    // Probes.

    /** Leaves the queues that a probe may mean; returns whether the PML below can be asked. */
    private boolean readyToProbe(int source, int tag, CommContext context) {
        if (!mayQueue(tag)) {
            return true;
        }
        TupleComm comm = of(context);
        receiving.leaveQueues(source, comm);
        return comm.changing == 0;
    }

    private boolean pollToProbe(int source, int tag, CommContext comm) {
        if (!readyToProbe(source, tag, comm)) {
            engine.progress();
        }
        return readyToProbe(source, tag, comm);
    }

    @Override
    public boolean iprobe(int source, int tag, CommContext comm, PmlStatus status) {
        return pollToProbe(source, tag, comm) && below.iprobe(source, tag, comm, status);
    }

    /** Sees no message that waits in the sender's adapter or in a queue. */
    @Override
    public boolean unmatched(int source, CommContext comm) {
        return below.unmatched(source, comm);
    }

    @Override
    public int probe(int source, int tag, CommContext comm, PmlStatus status) {
        beginToProbe(source, tag, comm);
        int rc = below.probe(source, tag, comm, status);
        of(comm).wild--;
        return rc;
    }

    /**
     * Waits until the PML below can be asked; no pair comes back to queues until it has answered.
     */
    private void beginToProbe(int source, int tag, CommContext comm) {
        of(comm).wild++;
        engine.waitFor(() -> readyToProbe(source, tag, comm));
    }

    @Override
    public PmlMessage improbe(int source, int tag, CommContext comm, PmlStatus status) {
        return pollToProbe(source, tag, comm)
                ? matched(below.improbe(source, tag, comm, status), tag, comm, status)
                : null;
    }

    @Override
    public PmlMessage mprobe(int source, int tag, CommContext comm, PmlStatus status) {
        beginToProbe(source, tag, comm);
        PmlMessage message = below.mprobe(source, tag, comm, status);
        of(comm).wild--;
        return matched(message, tag, comm, status);
    }

    /** Counts a message that has been removed from matching. */
    private PmlMessage matched(PmlMessage message, int tag, CommContext comm, PmlStatus status) {
        if (message != null && mayQueue(tag)) {
            receiving.returns().matched(of(comm), status.source);
        }
        return message;
    }

    @Override
    public PmlRequest imrecv(Buf buf, PmlMessage message) {
        return below.imrecv(buf, message);
    }

    // Buffered sends: each PML keeps an account of the same buffer.

    @Override
    public int attachBuffer(long bytes) {
        int rc = below.attachBuffer(bytes);
        return rc == Rc.OK ? sending.attached().attach(bytes) : rc;
    }

    @Override
    public int detachBuffer() {
        if (sending.attached().attached()) {
            engine.waitFor(() -> sending.attached().idle());
            sending.attached().detach();
        }
        return below.detachBuffer();
    }

    // Progress, and the end.

    @Override
    public int progress() {
        int events = delegates.progress();
        for (Control.Message message = control.poll(); message != null; message = control.poll()) {
            handle(message);
            events++;
        }
        boolean fallingAsleep = engine.fallingAsleep();
        sending.progress(fallingAsleep);
        if (receiving.progress(fallingAsleep) > 0 && fallingAsleep) {
            // No event ends the sleep when memory can be registered again.
            engine.sleepAtMost(RETRY_NANOS);
        }
        return events;
    }

    private void handle(Control.Message message) {
        if (message.kind() == Control.Kind.NO_QUEUES) {
            onNoQueues(message.source());
            return;
        }
        TupleComm comm = comms.get(message.comm());
        if (comm == null) {
            handleWithoutComm(message);
            return;
        }
        int rank = comm.rankOf(message.source());
        if (rank >= 0) {
            handle(message, peers.pair(comm, rank));
        }
    }

    private void handle(Control.Message message, TuplePair pair) {
        switch (message.kind()) {
            case ASK -> receiving.onAsk(pair, message.tag());
            case PARKED -> receiving.onParked(pair, message.tag(), message.number());
            case SENDS_PLAIN -> receiving.onSendsPlain(pair);
            case FLOOD -> receiving.onFlood(pair);
            case FORGOTTEN -> pair.peer.release(message.comm());
            case AGREED -> receiving.returns().onAgreed(pair, message.epoch());
            case REFUSED -> receiving.returns().onRefused(pair);
            case TUPLE -> sending.modes().onTuple(pair, message.epoch(), message.number());
            case WANTED -> sending.onWanted(pair, message.tag(), message.number());
            case DETOUR -> sending.onDetour(pair, message.tag(), message.number());
            case NUMBER -> {
                announce(pair);
                sending.onNumber(pair, message.tag(), (int) message.number());
            }
            case PLAIN -> {
                if (pair.out == Mode.PLAIN) {
                    forgotten(pair.peer, message.comm());
                } else {
                    sending.modes().onPlain(pair, message.epoch(), message.counts());
                }
            }
            default -> throw new IllegalStateException("tupleq: " + message);
        }
    }

    private void forgotten(QueuePeer peer, long comm) {
        control.send(peer, Control.Kind.FORGOTTEN, comm, 0, 0);
    }

    private void handleWithoutComm(Control.Message message) {
        QueuePeer peer = peer(message.source());
        long comm = message.comm();
        if (!retired.contains(comm)) {
            early.computeIfAbsent(comm, any -> new ArrayList<>()).add(message);
        } else if (peer != null) {
            switch (message.kind()) {
                case ASK, FLOOD -> control.send(peer, Control.Kind.PLAIN, comm, 0, 0);
                case PLAIN -> forgotten(peer, comm);
                case FORGOTTEN -> peer.release(comm);
                default -> {}
            }
        }
    }

    private QueuePeer peer(int process) {
        for (QueuePeer peer : peers.withQueues()) {
            if (peer.proc.rank() == process) {
                return peer;
            }
        }
        return null;
    }

    private void onNoQueues(int process) {
        QueuePeer peer = peers.withoutQueues(process);
        if (peer != null) {
            List.copyOf(peer.pairs).forEach(receiving::leaveQueues);
        }
    }

    private int lookForLosses() {
        List<QueuePeer> all = peers.withQueues();
        for (int i = 0; i < all.size(); i++) {
            QueuePeer peer = all.get(i);
            if (!peer.linkGone && peer.linkIsGone()) {
                peer.linkGone = true;
                receiving.onLinkGone(peer);
                sending.modes().onLinkGone(peer);
            }
            if (!peer.lossHandled && peer.proc.isLost()) {
                peer.lossHandled = true;
                receiving.onLost(peer);
                sending.modes().onLost(peer);
            }
        }
        return 0;
    }

    @Override
    public boolean flush(BooleanSupplier hopeless) {
        engine.waitFor(() -> sending.idle() || hopeless.getAsBoolean());
        return below.flush(hopeless) && sending.idle();
    }

    @Override
    public void close() {
        if (peers.available()) {
            engine.unregister(this);
            engine.unregister(losses);
        }
        peers.deregister();
        below.close();
        // Only now does no adapter access the blocks any more.
        peers.close();
        sending.close();
    }

    @Override
    public String explain(int peerRank, CommContext comm, int rc) {
        return rc == Rc.BAD_ARGUMENT ? receiving.refusal(comm) : below.explain(peerRank, comm, rc);
    }
}
