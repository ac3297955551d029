package org.strata.pml.ob1;

import org.strata.mca.bml.Bml;
import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.ActiveMessages;
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
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.jit.CompiledApart;
import org.strata.opal.jit.CompiledInto;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;
import org.strata.opal.time.Clock;
import org.strata.pml.base.BufferedSends;
import org.strata.pml.base.CookieHolder;
import org.strata.pml.base.CookieTable;
import org.strata.pml.base.MessageMemory;
import org.strata.pml.base.PayloadPool;
import org.strata.pml.base.Standstill;
import org.strata.pml.base.match.FlowControl;
import org.strata.pml.base.match.MatchComm;
import org.strata.pml.base.match.MatchPeer;
import org.strata.pml.base.match.Matching;
import org.strata.pml.base.match.PacketStore;
import org.strata.pml.base.match.Unexpected;
import org.strata.pml.ob1.counters.Ob1Counters;
import org.strata.pml.ob1.eager.Eager;
import org.strata.pml.ob1.eager.FirstPacket;
import org.strata.pml.ob1.rdma.PieceEngine;
import org.strata.pml.ob1.rendezvous.Fragments;
import org.strata.pml.ob1.rendezvous.Rendezvous;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.request.RequestPools;
import org.strata.pml.ob1.request.SendRequest;
import org.strata.pml.ob1.rget.MeasuredReads;
import org.strata.pml.ob1.rget.RgetReceiver;
import org.strata.pml.ob1.rget.RgetSender;
import org.strata.pml.ob1.rput.RputReceiver;
import org.strata.pml.ob1.rput.RputSender;
import org.strata.pml.ob1.wire.ControlPackets;
import org.strata.pml.ob1.wire.ControlSender;
import org.strata.pml.ob1.wire.Departures;
import org.strata.pml.ob1.wire.Endpoints;
import org.strata.pml.ob1.wire.HeaderMemory;
import org.strata.pml.ob1.wire.Ob1Endpoint;
import org.strata.pml.ob1.wire.RetryQueues;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The ob1 PML of one rank: constructs its parts, and implements the calls of {@link Pml} over them.
 */
public final class Ob1Pml implements Pml, Progressable {
    private final Bml bml;
    private final ActiveMessages messages;
    private final ProgressEngine engine;
    private final Ob1Counters counters = new Ob1Counters();
    private final CookieTable cookies;
    private final BufferedSends buffered = new BufferedSends();
    private final PayloadPool payloads = new PayloadPool();
    private final HeaderMemory headers = new HeaderMemory();
    private final RequestPools pools = new RequestPools(headers);
    private final RetryQueues queues = new RetryQueues(counters);
    private final Departures departures = new Departures();
    private final ControlSender sender = new ControlSender(queues, headers, counters);
    private final Endpoints endpoints;
    private final Eager eager;
    private final PieceEngine pieces;
    private final Sends sends;
    private final Deliveries deliveries;
    private final FlowControl flow;
    private final Matching matching;
    private final ShortReceives shortReceives;
    private final Probes probes;
    private final PeerLoss losses;
    private final PacketDispatch dispatch;
    private final boolean fastPath;

    /** As the other constructor, without a listener for first contacts, by the machine's clock. */
    public Ob1Pml(Ob1Config config, Bml bml, ActiveMessages messages, ProgressEngine engine) {
        this(config, bml, messages, engine, links -> {}, Clock.SYSTEM, MessageMemory.ALONE);
    }

    /**
     * @param config parameters
     * @param bml the layer below
     * @param messages where the packets' handlers are registered
     * @param engine the rank's progress engine
     * @param contacts called with the links of each peer at first contact
     * @param clock measures what moves messages faster where that depends on the machine
     * @param memory what messages may take that no receive has matched
     */
    public Ob1Pml(
            Ob1Config config,
            Bml bml,
            ActiveMessages messages,
            ProgressEngine engine,
            Consumer<BmlEndpoint> contacts,
            Clock clock,
            MessageMemory memory) {
        this.bml = bml;
        this.messages = messages;
        this.engine = engine;
        fastPath = config.fastPath();
        int firstSequence = config.firstSequence();
        cookies = new CookieTable(firstSequence);
        endpoints =
                new Endpoints(bml, payloads, headers, counters, contacts, fastPath, firstSequence);
        int retries = config.rdmaPutRetriesLimit();
        int links = Math.max(1, config.maxRdmaPerRequest());
        int pipeline = Math.max(1, config.recvPipelineDepth());
        ControlPackets control = new ControlPackets(sender, headers);
        FirstPacket first = new FirstPacket(cookies, headers);
        eager = new Eager(first, headers, counters);
        Fragments fragments =
                new Fragments(cookies, queues, headers, counters, config.sendPipelineDepth());
        Rendezvous rendezvous = new Rendezvous(first, fragments, cookies, control, counters);
        pieces = new PieceEngine(pools, cookies, queues, rendezvous, counters, retries);
        RgetSender offers = new RgetSender(cookies, headers, links);
        RputSender writes =
                new RputSender(pools, cookies, queues, fragments, control, counters, retries);
        RputReceiver orders = new RputReceiver(pieces, cookies, control, counters, pipeline, links);
        MeasuredReads measured = new MeasuredReads(counters, clock);
        RgetReceiver reads = new RgetReceiver(pieces, orders, control, measured);
        sends =
                new Sends(
                        eager,
                        rendezvous,
                        fragments,
                        offers,
                        writes,
                        queues,
                        cookies,
                        payloads,
                        memory,
                        buffered,
                        departures,
                        config.policy(),
                        counters);
        deliveries =
                new Deliveries(
                        eager, rendezvous, reads, orders, pieces, endpoints, cookies, counters);
        pools.prepare(sends, deliveries, pieces);
        FlowControl.Alarm alarm = nanos -> onStandstill(config.bound(memory), memory, nanos);
        flow = new FlowControl(config.flowLimits(memory), engine, clock, control, alarm);
        PacketStore packets = new PacketStore(payloads);
        matching =
                new Matching(
                        deliveries, flow, packets, endpoints, counters.matching, firstSequence);
        shortReceives = new ShortReceives(engine);
        probes = new Probes(matching, engine);
        losses = new PeerLoss(queues, cookies, matching);
        dispatch =
                new PacketDispatch(
                        matching, endpoints, cookies, rendezvous, fragments, offers, writes, sends);
    }

    /** Senders wait for room here, and this rank does not receive what they have sent. */
    private void onStandstill(String bound, MessageMemory memory, long nanos) {
        memory.onStandstill(
                new Standstill(
                        bound, Ob1Config.REMEDY, matching.describeKept(), flow.held(), nanos));
    }

    /** Publishes the counters for tools. */
    void publish(Counters registry) {
        counters.publish(registry, matching.traffic()::total);
        registry.add(
                "pml_ob1_pauses",
                "requests to senders to pause, because many of their messages are unexpected",
                flow::pauses);
        registry.add(
                "pml_ob1_unexpected_now",
                "bytes of memory that unexpected messages take now",
                Counters.Kind.LEVEL,
                flow::bytes);
        registry.add(
                "pml_ob1_message_memory",
                "bytes of memory for copies of messages, in use or in reserve",
                Counters.Kind.LEVEL,
                payloads::heldBytes);
    }

    @Override
    public void open() {
        dispatch.register(messages);
        engine.register(this);
        endpoints.open(losses);
    }

    @Override
    public void addComm(CommContext context) {
        matching.add(context);
    }

    @Override
    public void removeComm(CommContext context) {
        matching.remove(context);
    }

    @Override
    public int maxTag() {
        return Integer.MAX_VALUE;
    }

    // Sends.

    @Override
    public int send(Buf buf, int destination, int tag, SendMode mode, CommContext comm) {
        MatchPeer peer = Matching.of(comm).peer(destination);
        Ob1Endpoint endpoint = endpoints.of(peer);
        if (sendShort(buf, tag, mode, peer, endpoint)) {
            return endpoint.hasPassedOn() ? Rc.OK : awaitLeft(buf.size(), tag, peer, endpoint);
        }
        return sendOtherwise(buf, tag, mode, peer, endpoint);
    }

    @CompiledApart("Rare: keeps the path of a short message small.")
    private int sendOtherwise(
            Buf buf, int tag, SendMode mode, MatchPeer peer, Ob1Endpoint endpoint) {
        SendRequest request = pools.send(sends);
        request.begin(buf, peer, endpoint, tag, mode);
        start(request);
        return finish(request);
    }

    /** Waits until a message that was sent without a request has left this process. */
    @CompiledApart("Rare: keeps the path of a short message small.")
    private int awaitLeft(long size, int tag, MatchPeer peer, Ob1Endpoint endpoint) {
        SendRequest request = pools.send(sends);
        request.beginSent(peer, endpoint, tag, size);
        sends.follow(request);
        return finish(request);
    }

    /**
     * The tier-1 path, for a short contiguous message to a peer for which nothing is queued;
     * returns whether it was sent.
     */
    @CompiledInto(
            "At the limit of what the JIT inlines by itself; the call costs more than its work.")
    private boolean sendShort(
            Buf buf, int tag, SendMode mode, MatchPeer peer, Ob1Endpoint endpoint) {
        return buf.layout().contiguous()
                && (mode == SendMode.STANDARD || mode == SendMode.READY)
                && sendShort(buf.base(), buf.offset(), buf.size(), tag, peer, endpoint);
    }

    @CompiledInto(
            "At the limit of what the JIT inlines by itself; the call costs more than its work.")
    private boolean sendShort(
            Object base, long offset, long size, int tag, MatchPeer peer, Ob1Endpoint endpoint) {
        return size <= endpoint.shortPayload
                && !endpoint.obstructed()
                && eager.sendShort(endpoint, peer, base, offset, (int) size, tag) == Rc.OK;
    }

    @CompiledInto(
            "At the limit of what the JIT inlines by itself; the call costs more than its work.")
    @Override
    public int sendShort(
            Object base, long offset, long bytes, int destination, int tag, CommContext comm) {
        MatchPeer peer = Matching.of(comm).peer(destination);
        Ob1Endpoint endpoint = endpoints.of(peer);
        if (!sendShort(base, offset, bytes, tag, peer, endpoint)) {
            return Rc.NOT_AVAILABLE;
        }
        return endpoint.hasPassedOn() ? Rc.OK : awaitLeft(bytes, tag, peer, endpoint);
    }

    @Override
    public PmlRequest isend(Buf buf, int destination, int tag, SendMode mode, CommContext comm) {
        MatchPeer peer = Matching.of(comm).peer(destination);
        Ob1Endpoint endpoint = endpoints.of(peer);
        SendRequest request = pools.send(sends);
        request.begin(buf, peer, endpoint, tag, mode);
        if (sendShort(buf, tag, mode, peer, endpoint)) {
            if (endpoint.hasPassedOn()) {
                request.completeAtOnce(Rc.OK);
            } else {
                sends.follow(request);
            }
        } else {
            start(request);
        }
        return request;
    }

    private void start(SendRequest request) {
        if (request.mode == SendMode.BUFFERED && !reserveBuffer(request.size)) {
            request.completeAtOnce(Rc.NO_BUFFER_SPACE);
        } else {
            sends.start(request);
        }
    }

    /**
     * Reserves room in the attached buffer; polls once before it refuses, since completions release
     * room.
     */
    private boolean reserveBuffer(long bytes) {
        if (buffered.reserve(bytes)) {
            return true;
        }
        engine.progress();
        return buffered.reserve(bytes);
    }

    /** Waits for a request, releases it and returns its error. */
    private int finish(PmlRequest request) {
        awaitAny(request);
        int rc = request.error;
        request.release();
        return rc;
    }

    // Receives.

    @Override
    public int receive(Buf buf, int source, int tag, CommContext comm, PmlStatus status) {
        if (source != ANY_SOURCE && buf.layout().contiguous()) {
            int received = receiveShort(buf.base(), buf.offset(), buf.size(), source, tag, comm);
            if (received >= 0) {
                if (status != null) {
                    status.set(source, tag, received);
                }
                return Rc.OK;
            }
        }
        return receiveOtherwise(buf, source, tag, comm, status);
    }

    @CompiledInto(
            "At the limit of what the JIT inlines by itself; the call costs more than its work.")
    @Override
    public int receiveShort(
            Object base, long offset, long capacity, int source, int tag, CommContext comm) {
        MatchPeer peer = Matching.of(comm).peer(source);
        BtlLink link = endpoints.of(peer).onlyLink;
        return link == null || !fastPath || messages.wrapped()
                ? NOT_RECEIVED
                : shortReceives.receiveShort(base, offset, capacity, tag, peer, link);
    }

    @CompiledApart("Rare: keeps the path of a short message small.")
    private int receiveOtherwise(Buf buf, int source, int tag, CommContext comm, PmlStatus status) {
        RecvRequest request = pools.receive(deliveries);
        request.begin(buf, comm, source, tag);
        MatchComm queuesOf = Matching.of(comm);
        if (source == ANY_SOURCE) {
            postOtherwise(request, queuesOf, null);
            awaitAny(request);
        } else {
            MatchPeer peer = queuesOf.peer(source);
            post(request, queuesOf, peer);
            await(request, endpoints.of(peer));
        }
        return finish(request, status);
    }

    /** Copies the status of a receive that has ended, releases it and returns its error. */
    private static int finish(RecvRequest request, PmlStatus status) {
        if (status != null) {
            status.copyFrom(request);
        }
        int rc = request.error;
        request.release();
        return rc;
    }

    /**
     * Waits for a request that a packet of one peer ends. Looks at that peer's link first, and at
     * everything else every so many rounds.
     */
    private void await(PmlRequest request, Ob1Endpoint endpoint) {
        BtlLink link = endpoint.onlyLink;
        if (link == null || !fastPath || engine.threadMultiple()) {
            awaitAny(request);
            return;
        }
        int idleRounds = 0;
        while (!request.isDone()) {
            idleRounds = engine.waitRound(request, link, idleRounds);
        }
    }

    private void awaitAny(PmlRequest request) {
        int idleRounds = 0;
        while (!request.isDone()) {
            idleRounds = engine.waitRound(request, idleRounds);
        }
    }

    @Override
    public PmlRequest ireceive(Buf buf, int source, int tag, CommContext comm) {
        RecvRequest request = pools.receive(deliveries);
        request.begin(buf, comm, source, tag);
        post(request, Matching.of(comm), source);
        return request;
    }

    @Override
    public PmlRequest ireceiveGapless(
            Object base,
            long offset,
            long capacity,
            Object owner,
            int source,
            int tag,
            CommContext comm) {
        if (!fastPath) {
            return null;
        }
        RecvRequest request = pools.receive(deliveries);
        request.buf.set(base, offset, capacity, DataLayouts.BYTE, owner);
        request.begin(comm, source, tag, capacity);
        post(request, Matching.of(comm), source);
        return request;
    }

    private void post(RecvRequest request, MatchComm queuesOf, int source) {
        if (source == ANY_SOURCE) {
            postOtherwise(request, queuesOf, null);
        } else {
            post(request, queuesOf, queuesOf.peer(source));
        }
    }

    /**
     * The tier-1 path: the peer is there, no matching message is kept, and no older receive in the
     * queues competes.
     */
    private void post(RecvRequest request, MatchComm queuesOf, MatchPeer peer) {
        if (!peer.proc.isLost() && queuesOf.matcher.expect(request, peer)) {
            request.transition(RecvRequest.State.POSTED);
        } else {
            postOtherwise(request, queuesOf, peer);
        }
    }

    @CompiledApart("Rare: keeps the path of a short message small.")
    private void postOtherwise(RecvRequest request, MatchComm queuesOf, MatchPeer peer) {
        if (matching.deliverKept(request, queuesOf, peer)) {
            return;
        }
        if (peer != null && peer.proc.isLost()) {
            request.complete(endpoints.of(peer).lossCode());
        } else if (peer == null && queuesOf.deserted()) {
            request.complete(Rc.PEER_FAILED);
        } else {
            request.transition(RecvRequest.State.POSTED);
            queuesOf.matcher.post(request, peer);
        }
    }

    // Probes.

    @Override
    public boolean iprobe(int source, int tag, CommContext comm, PmlStatus status) {
        return Probes.describe(probes.find(source, tag, comm), status);
    }

    @Override
    public boolean unmatched(int source, CommContext comm) {
        return matching.has(source, ANY_TAG, Matching.of(comm));
    }

    @Override
    public int probe(int source, int tag, CommContext comm, PmlStatus status) {
        Unexpected found = probes.await(source, tag, comm);
        return Probes.describe(found, status) ? Rc.OK : lossCode(source, comm);
    }

    private int lossCode(int source, CommContext comm) {
        return source == ANY_SOURCE
                ? Rc.PEER_FAILED
                : endpoints.process(comm.peer(source)).lossCode();
    }

    @Override
    public PmlMessage improbe(int source, int tag, CommContext comm, PmlStatus status) {
        return probes.remove(probes.find(source, tag, comm), status);
    }

    @Override
    public PmlMessage mprobe(int source, int tag, CommContext comm, PmlStatus status) {
        PmlMessage message = probes.remove(probes.await(source, tag, comm), status);
        if (message == null) {
            status.error = lossCode(source, comm);
        }
        return message;
    }

    @Override
    public PmlRequest imrecv(Buf buf, PmlMessage message) {
        Unexpected removed = (Unexpected) message;
        RecvRequest request = pools.receive(deliveries);
        request.begin(buf, removed.peer.comm.context, removed.peer.rank, removed.tag);
        matching.deliver(request, removed);
        return request;
    }

    // Buffered sends.

    @Override
    public int attachBuffer(long bytes) {
        return buffered.attach(bytes);
    }

    /**
     * Also waits for the links: a buffered send is complete while its packets are still queued
     * there.
     */
    @Override
    public int detachBuffer() {
        if (!buffered.attached()) {
            return Rc.BAD_ARGUMENT;
        }
        engine.waitFor(() -> buffered.idle() && endpoints.allSent());
        buffered.detach();
        return Rc.OK;
    }

    // Progress, and the end.

    @Override
    public int progress() {
        boolean idle = queues.isEmpty() && departures.isEmpty() && endpoints.noChannels();
        return idle ? 0 : progressWaiting();
    }

    private int progressWaiting() {
        return queues.retryAll(sender) + endpoints.progress() + departures.progress();
    }

    @Override
    public boolean flush(BooleanSupplier hopeless) {
        engine.waitFor(() -> flushed() || hopeless.getAsBoolean());
        return flushed();
    }

    private boolean flushed() {
        return sends.idle()
                && queues.isEmpty()
                && endpoints.idle()
                && bml.btls().stream().allMatch(btl -> btl.flushed());
    }

    @Override
    public void countQueued(CommContext comm, long[] unexpected, long[] posted) {
        MatchComm.countQueued(comm, unexpected, posted);
    }

    @Override
    public void traffic(TrafficVisitor visitor) {
        matching.traffic().visit(visitor);
        endpoints.visit(visitor);
        long shortBytes = matching.traffic().total().sentBytes() - counters.requestedBytes;
        counters.sizes.visit(visitor, shortBytes);
    }

    @Override
    public void close() {
        engine.unregister(this);
        cookies.forEach(this::deregister);
        bml.close();
        matching.close();
        payloads.close();
        headers.close();
    }

    /** Deregisters the memory of an operation under way. */
    private void deregister(CookieHolder holder) {
        if (holder instanceof SendRequest send) {
            send.registered.drop();
        } else if (holder instanceof RecvRequest receive) {
            pieces.release(receive);
        }
    }

    @Override
    public String explain(int peerRank, CommContext comm, int rc) {
        Proc proc = comm.peer(peerRank);
        return rc == Rc.UNREACHABLE
                ? bml.explain(proc)
                : proc + ": " + (proc.failure() == null ? Rc.name(rc) : proc.failure());
    }
}
