package org.strata.pml.tupleq;

import org.strata.mca.bml.Bml;
import org.strata.mca.oob.Oob;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.mca.pml.TrafficVisitor;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;
import org.strata.pml.base.PeerTraffic;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The tupleq PML of one rank: decides by the tag whether a call may use queues, and drives both
 * halves.
 */
public final class TupleqPml implements Pml, Progressable {
    /** Sleep between two looks at what no event brings: room for copies, memory for receives. */
    private static final long RETRY_NANOS = 1_000_000;

    private final TupleqConfig config;
    private final Pml below;
    private final ProgressEngine engine;
    private final TupleqCounters counters = new TupleqCounters();
    private final Delegates delegates = new Delegates();
    private final Control control;
    private final TuplePeers peers;
    private final Sending sending;
    private final Receiving receiving;
    private final ControlDispatch dispatch;
    private final Progressable losses = this::lookForLosses;
    private final PeerTraffic traffic = new PeerTraffic();
    private final int ownRank;
    private final boolean handOver;

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
        this.ownRank = ownRank;
        this.handOver = config.handOver();
        control = new Control(oob, engine);
        peers = new TuplePeers(config, bml, oob, control, ownRank, notices);
        sending = new Sending(config, below, engine, control, delegates, counters);
        receiving = new Receiving(config, below, engine, control, delegates, peers, counters);
        dispatch = new ControlDispatch(control, peers, sending, receiving);
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
        TupleComm comm = new TupleComm(context, counters);
        context.upperPmlData = comm;
        traffic.add(comm);
        dispatch.add(comm);
    }

    @Override
    public void removeComm(CommContext context) {
        TupleComm comm = of(context);
        receiving.modes().remove(comm);
        comm.outgoing().forEach(SenderModes::forgetQueues);
        context.upperPmlData = null;
        dispatch.remove(comm);
        traffic.remove(comm);
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

    /** Notes that the process communicates with itself, which no queue carries. */
    private void noteSelf(int rank, int tag, CommContext comm) {
        if (handOver && rank >= 0 && comm.peer(rank).rank() == ownRank && mayQueue(tag)) {
            receiving.modes().meetsItself(of(comm));
        }
    }

    // Sends.

    @Override
    public int send(Buf buf, int destination, int tag, SendMode mode, CommContext comm) {
        noteSelf(destination, tag, comm);
        return mayQueue(tag)
                ? sending.send(buf, peers.outgoing(of(comm), destination), tag, mode)
                : below.send(buf, destination, tag, mode, comm);
    }

    @Override
    public PmlRequest isend(Buf buf, int destination, int tag, SendMode mode, CommContext comm) {
        noteSelf(destination, tag, comm);
        return mayQueue(tag)
                ? sending.isend(buf, peers.outgoing(of(comm), destination), tag, mode)
                : below.isend(buf, destination, tag, mode, comm);
    }

    // Receives.

    @Override
    public int receive(Buf buf, int source, int tag, CommContext comm, PmlStatus status) {
        noteSelf(source, tag, comm);
        return mayQueue(tag)
                ? receiving.receive(buf, source, tag, of(comm), status)
                : below.receive(buf, source, tag, comm, status);
    }

    @Override
    public PmlRequest ireceive(Buf buf, int source, int tag, CommContext comm) {
        noteSelf(source, tag, comm);
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
        receiving.modes().leaveQueues(source, comm);
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
        boolean found = pollToProbe(source, tag, comm) && below.iprobe(source, tag, comm, status);
        if (found && mayQueue(tag)) {
            receiving.modes().standIns().seen(of(comm), status);
        }
        return found;
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
        if (rc == Rc.OK) {
            receiving.modes().standIns().seen(of(comm), status);
        }
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
            receiving.modes().standIns().matched(of(comm), message, status);
            receiving.modes().below().matched(of(comm), status.source);
        }
        return message;
    }

    @Override
    public PmlRequest imrecv(Buf buf, PmlMessage message) {
        return receiving.startMatched(buf, message);
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
        int events = delegates.progress() + dispatch.progress();
        boolean fallingAsleep = engine.fallingAsleep();
        boolean again = sending.progress(fallingAsleep);
        again |= receiving.progress(fallingAsleep) > 0;
        if (again && fallingAsleep) {
            // No event ends the sleep when memory can be registered again, or a peer does nothing.
            engine.sleepAtMost(RETRY_NANOS);
        }
        return events;
    }

    private int lookForLosses() {
        List<QueuePeer> all = peers.withQueues();
        for (int i = 0; i < all.size(); i++) {
            QueuePeer peer = all.get(i);
            if (!peer.linkGone && peer.linkIsGone()) {
                peer.linkGone = true;
                forPairs(peer, receiving.modes()::onLinkGone, sending.modes()::onLinkGone);
            }
            if (!peer.lossHandled && peer.proc.isLost()) {
                peer.lossHandled = true;
                forPairs(peer, receiving.modes()::onLost, sending.modes()::onLost);
            }
        }
        return 0;
    }

    /** Handles an event of a peer in all communicators: first for what comes from it. */
    private void forPairs(
            QueuePeer peer, Consumer<IncomingPair> incoming, Consumer<OutgoingPair> outgoing) {
        for (TupleComm comm : dispatch.comms()) {
            comm.incoming().stream().filter(in -> in.peer == peer).forEach(incoming);
        }
        for (TupleComm comm : dispatch.comms()) {
            comm.outgoing().stream().filter(out -> out.peer == peer).forEach(outgoing);
        }
    }

    @Override
    public boolean flush(BooleanSupplier hopeless) {
        engine.waitFor(() -> sending.idle() || hopeless.getAsBoolean());
        return below.flush(hopeless) && sending.idle();
    }

    @Override
    public void countQueued(CommContext comm, long[] unexpected, long[] posted) {
        below.countQueued(comm, unexpected, posted);
    }

    @Override
    public void traffic(TrafficVisitor visitor) {
        below.traffic(visitor);
        traffic.visit(visitor);
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
