package org.strata.pml.ob1;

import org.strata.mca.bml.Bml;
import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;
import org.strata.pml.ob1.header.EnvelopeHeader;
import org.strata.pml.ob1.header.MatchHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.pml.ob1.match.MatchPeer;
import org.strata.pml.ob1.match.Unexpected;
import org.strata.pml.ob1.protocol.ProtocolTable;
import org.strata.pml.ob1.protocol.RdmaPolicy;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The ob1 PML of one rank: its interface to the layers above, and what its two sides share. */
public final class Ob1Pml implements Pml, Bml.LinkFailureListener, Progressable {
    private static final int HEADER_SCRATCH = 512;
    private static final int MAX_CONTEXTS = 1 << 16;

    final Pools pools;
    final PayloadPool payloads = new PayloadPool();
    final CookieTable cookies = new CookieTable();
    final BufferedSpace buffered = new BufferedSpace();
    final Ob1Counters counters = new Ob1Counters();
    final Sender sender;
    final Receiver receiver;
    private final Arena arena = Arena.ofShared();
    private final Bml bml;
    private final ActiveMessages messages;
    private final ProgressEngine engine;
    private final RetryQueues retries = new RetryQueues(this);
    private CommState[] comms = new CommState[16];
    private final RdmaPolicy policy;
    private Consumer<String> protocolsShown;

    /** Channels to the peers that several links reach. */
    private final List<ReliableChannel> channels = new ArrayList<>();

    /**
     * @param config parameters
     * @param bml the layer below
     * @param messages where the packets' handlers are registered
     * @param engine the rank's progress engine
     */
    public Ob1Pml(Ob1Config config, Bml bml, ActiveMessages messages, ProgressEngine engine) {
        this.bml = bml;
        this.messages = messages;
        this.engine = engine;
        this.pools = new Pools(this, arena);
        this.policy = config.policy();
        RdmaSender puts = new RdmaSender(this, config, scratch(), HEADER_SCRATCH);
        RdmaReceiver gets = new RdmaReceiver(this, config, scratch());
        this.sender = new Sender(this, config, scratch(), puts);
        this.receiver = new Receiver(this, config, scratch(), gets);
    }

    private long scratch() {
        return arena.allocate(HEADER_SCRATCH, 64).address();
    }

    @Override
    public void open() {
        new PacketDispatch(this).register(messages);
        engine.register(this);
        bml.open(this);
    }

    @Override
    public void addComm(CommContext context) {
        int id = context.id();
        if (id >= comms.length) {
            comms = Arrays.copyOf(comms, Math.min(MAX_CONTEXTS, Math.max(id + 1, id * 2)));
        }
        CommState state = new CommState(context);
        context.pmlData = state;
        comms[id] = state;
        receiver.adopt(state);
    }

    @Override
    public void removeComm(CommContext context) {
        comms[context.id()] = null;
        context.pmlData = null;
    }

    /** Returns the communicators by id; entries may be null. */
    CommState[] comms() {
        return comms;
    }

    CommState comm(int id) {
        return id < comms.length ? comms[id] : null;
    }

    @Override
    public int maxTag() {
        return Integer.MAX_VALUE;
    }

    /** Returns the endpoint of a member's process. */
    Ob1Endpoint endpoint(PeerState peer) {
        Ob1Endpoint known = peer.endpoint;
        if (known == null) {
            known = endpoint(peer.match.proc);
            peer.endpoint = known;
        }
        return known;
    }

    /** Returns the endpoint of a process, made on first use. */
    Ob1Endpoint endpoint(Proc proc) {
        BmlEndpoint links = bml.endpoint(proc);
        if (links.pmlData instanceof Ob1Endpoint known) {
            return known;
        }
        Ob1Endpoint made = new Ob1Endpoint(links);
        if (links.send.length > 1) {
            made.channel = new ReliableChannel(this, made, arena.allocate(64, 64).address());
            made.refresh();
            channels.add(made.channel);
        }
        links.pmlData = made;
        if (!links.reachable()) {
            PeerFailure.end(this, made, deathOf(proc));
        }
        if (protocolsShown != null) {
            protocolsShown.accept(ProtocolTable.of(links, policy));
        }
        return made;
    }

    /** Returns what ends operations with a process that no link leads to. */
    static int deathOf(Proc lost) {
        return lost.failure() == null ? Rc.UNREACHABLE : Rc.PEER_FAILED;
    }

    // Sends.

    @Override
    public int send(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int destination,
            int tag,
            SendMode mode,
            CommContext comm) {
        CommState state = (CommState) comm.pmlData;
        PeerState peer = state.peer(destination);
        if (sendShort(base, offset, count, layout, tag, mode, state, peer)) {
            return Rc.OK;
        }
        PmlRequest request = isend(base, offset, count, layout, destination, tag, mode, comm);
        waitFor((Ob1Request) request);
        int rc = request.error;
        request.release();
        return rc;
    }

    private void waitFor(Ob1Request request) {
        int idleRounds = 0;
        while (!request.done) {
            idleRounds = engine.waitRound(request, idleRounds);
        }
    }

    /** The tier-1 path: a short contiguous message, and nothing waits before it. */
    private boolean sendShort(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int tag,
            SendMode mode,
            CommState state,
            PeerState peer) {
        Ob1Endpoint endpoint = endpoint(peer);
        long size = count * layout.size();
        return size <= endpoint.eagerPayload
                && layout.contiguous()
                && (mode == SendMode.STANDARD || mode == SendMode.READY)
                && !endpoint.held
                && !endpoint.busy()
                && sender.sendNow(peer, base, offset, (int) size, tag, state) == Rc.OK;
    }

    @Override
    public PmlRequest isend(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int destination,
            int tag,
            SendMode mode,
            CommContext comm) {
        CommState state = (CommState) comm.pmlData;
        PeerState peer = state.peer(destination);
        SendRequest request = pools.send();
        request.setBuffer(base, offset, count, layout);
        request.comm = state;
        request.peer = peer;
        request.destination = destination;
        request.wantedTag = tag;
        request.mode = mode;
        request.size = count * layout.size();
        if (sendShort(base, offset, count, layout, tag, mode, state, peer)) {
            request.bytes = request.size;
            request.finish();
        } else {
            begin(request);
        }
        return request;
    }

    private void begin(SendRequest request) {
        request.done = false;
        request.finished = false;
        endpoint(request.peer);
        if (request.mode == SendMode.BUFFERED && !takeBufferSpace(request.size)) {
            request.error = Rc.NO_BUFFER_SPACE;
            request.finish();
        } else {
            sender.start(request);
        }
    }

    /** Room may come free by progress alone, so look once more before refusing. */
    private boolean takeBufferSpace(long bytes) {
        if (buffered.take(bytes)) {
            return true;
        }
        engine.progress();
        return buffered.take(bytes);
    }

    @Override
    public PmlRequest sendInit(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int destination,
            int tag,
            SendMode mode,
            CommContext comm) {
        PersistentSend origin =
                new PersistentSend(base, offset, count, layout, destination, tag, mode, comm);
        return new PersistentRequest(this, origin);
    }

    // Receives.

    @Override
    public int receive(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int source,
            int tag,
            CommContext comm,
            PmlStatus status) {
        PmlRequest request = ireceive(base, offset, count, layout, source, tag, comm);
        waitFor((Ob1Request) request);
        int rc = request.error;
        if (status != null) {
            status.copyFrom(request);
        }
        request.release();
        return rc;
    }

    @Override
    public PmlRequest ireceive(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int source,
            int tag,
            CommContext comm) {
        RecvRequest request = pools.receive();
        request.setBuffer(base, offset, count, layout);
        request.comm = (CommState) comm.pmlData;
        request.wantedSource = source;
        request.wantedTag = tag;
        receiver.post(request);
        return request;
    }

    @Override
    public PmlRequest receiveInit(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int source,
            int tag,
            CommContext comm) {
        PersistentReceive origin =
                new PersistentReceive(base, offset, count, layout, source, tag, comm);
        return new PersistentRequest(this, origin);
    }

    @Override
    public int start(PmlRequest persistent) {
        return ((PersistentRequest) persistent).start();
    }

    // Probes.

    @Override
    public boolean iprobe(int source, int tag, CommContext comm, PmlStatus status) {
        Unexpected<RecvRequest> found = find(source, tag, (CommState) comm.pmlData);
        if (found == null) {
            engine.progress();
            found = find(source, tag, (CommState) comm.pmlData);
        }
        if (found != null && status != null) {
            describe(found, status);
        }
        return found != null;
    }

    @Override
    public int probe(int source, int tag, CommContext comm, PmlStatus status) {
        CommState state = (CommState) comm.pmlData;
        if (find(source, tag, state) == null) {
            engine.waitFor(() -> find(source, tag, state) != null || isLost(source, state));
        }
        Unexpected<RecvRequest> found = find(source, tag, state);
        if (found == null) {
            return deathOf(comm.peer(source));
        }
        describe(found, status);
        return Rc.OK;
    }

    @Override
    public PmlMessage improbe(int source, int tag, CommContext comm, PmlStatus status) {
        if (!iprobe(source, tag, comm, status)) {
            return null;
        }
        CommState state = (CommState) comm.pmlData;
        Unexpected<RecvRequest> found = find(source, tag, state);
        state.matcher.takeUnexpected(found);
        return new TakenMessage(found, state);
    }

    @Override
    public PmlMessage mprobe(int source, int tag, CommContext comm, PmlStatus status) {
        int rc = probe(source, tag, comm, status);
        if (rc != Rc.OK) {
            status.error = rc;
            return null;
        }
        return improbe(source, tag, comm, status);
    }

    @Override
    public PmlRequest imrecv(
            Object base, long offset, long count, DataLayout layout, PmlMessage message) {
        TakenMessage taken = (TakenMessage) message;
        RecvRequest request = pools.receive();
        request.setBuffer(base, offset, count, layout);
        request.comm = taken.comm();
        request.capacity = count * layout.size();
        receiver.deliverKept(request, taken.message());
        return request;
    }

    /** A message between its matched probe and its receive. */
    private record TakenMessage(Unexpected<RecvRequest> message, CommState comm)
            implements PmlMessage {}

    private static Unexpected<RecvRequest> find(int source, int tag, CommState comm) {
        MatchPeer<RecvRequest> peer = source == ANY_SOURCE ? null : comm.peer(source).match;
        return comm.matcher.findUnexpected(peer, tag);
    }

    private static boolean isLost(int source, CommState comm) {
        return source != ANY_SOURCE && comm.peer(source).match.proc.isLost();
    }

    private static void describe(Unexpected<RecvRequest> message, PmlStatus status) {
        status.source = message.peer.rank;
        status.tag = message.tag;
        status.error = Rc.OK;
        status.cancelled = false;
        boolean whole = MatchHeader.type(message.packet) == PacketType.MATCH;
        status.bytes =
                whole
                        ? message.length - MatchHeader.LENGTH
                        : RendezvousHeader.messageLength(message.packet);
    }

    // Buffered sends.

    @Override
    public int attachBuffer(long bytes) {
        return buffered.attach(bytes);
    }

    @Override
    public int detachBuffer() {
        if (!buffered.attached()) {
            return Rc.BAD_ARGUMENT;
        }
        engine.waitFor(this::bufferedHaveLeft);
        buffered.detach();
        return Rc.OK;
    }

    /** Tells how each new peer's messages will travel. */
    void showProtocols(Consumer<String> reader) {
        protocolsShown = reader;
    }

    /** Makes the counters readable by tools. */
    void publish(Counters registry) {
        counters.publish(registry);
    }

    /** Over several links a message may be through with its request and still wait for a link. */
    private boolean bufferedHaveLeft() {
        return buffered.idle() && channels.stream().allMatch(ReliableChannel::allSent);
    }

    /** Queues a request that found no resource; progress tries again. */
    void enqueue(Ob1Endpoint endpoint, Ob1Request request) {
        retries.enqueue(endpoint, request);
    }

    /** Forgets a queued request that is over. */
    void dequeue(Ob1Endpoint endpoint, Ob1Request request) {
        retries.dequeue(endpoint, request);
    }

    /** Sends a control packet now, or queues a copy of it. */
    void sendControl(Ob1Endpoint endpoint, int type, long at, int length) {
        retries.sendControl(endpoint, type, at, length);
    }

    /** Unwraps a packet from a peer that several links reach. */
    void onEnvelope(Btl btl, BtlEndpoint from, long at, int length) {
        Ob1Endpoint endpoint = endpoint(from.peer());
        if (endpoint.channel == null) {
            endpoint.channel =
                    new ReliableChannel(this, endpoint, arena.allocate(64, 64).address());
            endpoint.refresh();
            channels.add(endpoint.channel);
        }
        endpoint.pair(EnvelopeHeader.link(at), btl, from);
        if (endpoint.channel.receive(at)) {
            int inner = PacketType.btlTag(EnvelopeHeader.inner(at));
            int rest = length - EnvelopeHeader.LENGTH;
            messages.dispatch(btl, from, inner, at + EnvelopeHeader.LENGTH, rest);
        }
    }

    @Override
    public int progress() {
        return retries.isEmpty() && channels.isEmpty() ? 0 : progressWaiting();
    }

    private int progressWaiting() {
        int events = retries.retryAll();
        for (int i = 0; i < channels.size(); i++) {
            events += channels.get(i).progress();
        }
        return events;
    }

    // Failures and the end.

    @Override
    public void onLinkFailed(BmlEndpoint links, BtlLink link, int rc, String reason) {
        if (!(links.pmlData instanceof Ob1Endpoint endpoint)) {
            return;
        }
        endpoint.refresh();
        if (endpoint.channel != null) {
            endpoint.channel.onLinkFailed(link);
        }
        if (!links.reachable()) {
            PeerFailure.end(this, endpoint, rc == Rc.LINK_FAILED ? Rc.UNREACHABLE : rc);
        }
    }

    @Override
    public boolean flush(BooleanSupplier hopeless) {
        engine.waitFor(() -> flushed() || hopeless.getAsBoolean());
        return flushed();
    }

    private boolean flushed() {
        return sender.idle()
                && retries.isEmpty()
                && channels.stream().allMatch(ReliableChannel::idle)
                && bml.btls().stream().allMatch(btl -> btl.flushed());
    }

    @Override
    public void close() {
        engine.unregister(this);
        cookies.forEach(Ob1Pml::letGo);
        bml.close();
        receiver.close();
        payloads.close();
        arena.close();
    }

    /** Deregisters what an operation under way has registered. */
    private static void letGo(Named named) {
        if (named instanceof SendRequest send) {
            send.exposure.drop();
        } else if (named instanceof RecvRequest receive) {
            receive.pml.receiver.rdma.release(receive);
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
