package org.strata.pml.copy;

import org.strata.mca.bml.Bml;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.mca.pml.TrafficVisitor;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;
import org.strata.opal.time.Clock;
import org.strata.pml.base.BufferedSends;
import org.strata.pml.base.CookieTable;
import org.strata.pml.base.PayloadPool;
import org.strata.pml.base.match.FlowControl;
import org.strata.pml.base.match.MatchComm;
import org.strata.pml.base.match.MatchCounters;
import org.strata.pml.base.match.MatchPeer;
import org.strata.pml.base.match.Matching;
import org.strata.pml.base.match.PacketStore;
import org.strata.pml.base.match.Unexpected;

import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;

/** The PML {@code copy} of one rank: wires its parts together, and is MPI's calls over them. */
final class CopyPml implements Pml, Progressable {
    final CookieTable cookies = new CookieTable();

    /** Free requests. */
    final ArrayDeque<CopySend> sends = new ArrayDeque<>();

    /** Free requests. */
    final ArrayDeque<CopyReceive> receives = new ArrayDeque<>();

    private final Bml bml;
    private final ActiveMessages messages;
    private final ProgressEngine engine;
    private final PayloadPool payloads = new PayloadPool();
    private final BufferedSends buffered = new BufferedSends();
    private final MatchCounters counters = new MatchCounters();
    private final CopyPeers peers;
    private final Matching matching;
    private final CopyDispatch dispatch;
    private final CopyProbes probes;
    private int activeSends;

    CopyPml(CopyConfig config, Bml bml, ActiveMessages messages, ProgressEngine engine) {
        this.bml = bml;
        this.messages = messages;
        this.engine = engine;
        peers = new CopyPeers(bml, cookies);
        FlowControl flow =
                new FlowControl(
                        config.flowLimits(),
                        engine,
                        Clock.SYSTEM,
                        (to, level, number) ->
                                ((CopyPeer) to)
                                        .control(CopyPackets.FLOW, level.ordinal(), number, 0),
                        nanos -> {});
        CopyDeliveries deliveries = new CopyDeliveries(peers);
        matching = new Matching(deliveries, flow, new PacketStore(payloads), peers, counters, 0);
        dispatch = new CopyDispatch(matching, cookies, peers);
        probes = new CopyProbes(matching, engine, peers);
    }

    /** Makes the counters readable by tools. */
    void publish(Counters registry) {
        counters.publish(registry, "pml_copy_");
    }

    // Life and communicators.

    @Override
    public void open() {
        dispatch.register(messages);
        engine.register(this);
        peers.open(matching);
    }

    @Override
    public void addComm(CommContext comm) {
        matching.add(comm);
    }

    @Override
    public void removeComm(CommContext comm) {
        matching.remove(comm);
    }

    @Override
    public int maxTag() {
        return Integer.MAX_VALUE;
    }

    @Override
    public int progress() {
        return peers.progress();
    }

    @Override
    public boolean flush(BooleanSupplier hopeless) {
        engine.waitFor(() -> flushed() || hopeless.getAsBoolean());
        return flushed();
    }

    private boolean flushed() {
        return activeSends == 0 && peers.idle() && bml.btls().stream().allMatch(Btl::flushed);
    }

    @Override
    public void traffic(TrafficVisitor visitor) {
        matching.traffic().visit(visitor);
    }

    @Override
    public void close() {
        engine.unregister(this);
        bml.close();
        matching.close();
        payloads.close();
    }

    // Sends.

    @Override
    public PmlRequest isend(Buf buf, int destination, int tag, SendMode mode, CommContext comm) {
        MatchPeer peer = Matching.of(comm).peer(destination);
        CopySend free = sends.poll();
        CopySend request = free != null ? free : new CopySend(this);
        request.begin(buf, peer, peers.of(peer), tag, mode);
        if (mode == SendMode.BUFFERED) {
            if (!reserve(request.size)) {
                request.refuse(Rc.NO_BUFFER_SPACE);
                return request;
            }
            request.useCopy(payloads.allocate(request.size));
        }
        activeSends++;
        request.start();
        return request;
    }

    /** Progress may free room: looks once more before it refuses. */
    private boolean reserve(long bytes) {
        if (!buffered.reserve(bytes)) {
            engine.progress();
            return buffered.reserve(bytes);
        }
        return true;
    }

    /** A send is over: nothing refers to it any more. */
    void onSendEnd(CopySend send) {
        activeSends--;
        cookies.revoke(send);
        if (send.copy != 0) {
            payloads.free(send.copy, send.size);
            buffered.release(send.size);
        }
    }

    @Override
    public int send(Buf buf, int destination, int tag, SendMode mode, CommContext comm) {
        return finish(isend(buf, destination, tag, mode, comm), null);
    }

    private int finish(PmlRequest request, PmlStatus status) {
        engine.waitFor(request);
        if (status != null) {
            status.copyFrom(request);
        }
        int rc = request.error;
        request.release();
        return rc;
    }

    @Override
    public int attachBuffer(long bytes) {
        return buffered.attach(bytes);
    }

    @Override
    public int detachBuffer() {
        if (!buffered.attached()) {
            return Rc.BAD_ARGUMENT;
        }
        engine.waitFor(buffered::idle);
        buffered.detach();
        return Rc.OK;
    }

    // Receives.

    @Override
    public PmlRequest ireceive(Buf buf, int source, int tag, CommContext comm) {
        CopyReceive request = receive(buf, source, tag, comm);
        MatchComm queues = Matching.of(comm);
        MatchPeer peer = source == ANY_SOURCE ? null : queues.peer(source);
        if (!matching.deliverKept(request, queues, peer)) {
            int loss = peer == null ? Rc.OK : peers.of(peer).loss;
            if (loss == Rc.OK) {
                queues.matcher.post(request, peer);
            } else {
                request.complete(loss);
            }
        }
        return request;
    }

    private CopyReceive receive(Buf buf, int source, int tag, CommContext comm) {
        CopyReceive free = receives.poll();
        CopyReceive request = free != null ? free : new CopyReceive(this);
        request.begin(buf, comm, source, tag);
        return request;
    }

    @Override
    public int receive(Buf buf, int source, int tag, CommContext comm, PmlStatus status) {
        return finish(ireceive(buf, source, tag, comm), status);
    }

    // Probes.

    @Override
    public boolean iprobe(int source, int tag, CommContext comm, PmlStatus status) {
        return CopyProbes.describe(probes.find(source, tag, comm), status);
    }

    @Override
    public boolean unmatched(int source, CommContext comm) {
        return matching.has(source, ANY_TAG, Matching.of(comm));
    }

    @Override
    public int probe(int source, int tag, CommContext comm, PmlStatus status) {
        return CopyProbes.describe(probes.await(source, tag, comm), status)
                ? Rc.OK
                : probes.loss(source, comm);
    }

    @Override
    public PmlMessage improbe(int source, int tag, CommContext comm, PmlStatus status) {
        return probes.remove(probes.find(source, tag, comm), status);
    }

    @Override
    public PmlMessage mprobe(int source, int tag, CommContext comm, PmlStatus status) {
        PmlMessage message = probes.remove(probes.await(source, tag, comm), status);
        if (message == null) {
            status.error = probes.loss(source, comm);
        }
        return message;
    }

    @Override
    public PmlRequest imrecv(Buf buf, PmlMessage message) {
        Unexpected removed = (Unexpected) message;
        CopyReceive request =
                receive(buf, removed.peer.rank, removed.tag, removed.peer.comm.context);
        matching.deliver(request, removed);
        return request;
    }

    @Override
    public String explain(int peerRank, CommContext comm, int rc) {
        Proc proc = comm.peer(peerRank);
        return rc == Rc.UNREACHABLE
                ? bml.explain(proc)
                : proc + ": " + (proc.failure() == null ? Rc.name(rc) : proc.failure());
    }
}
