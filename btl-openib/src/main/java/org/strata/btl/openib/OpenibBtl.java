package org.strata.btl.openib;

import org.strata.btl.openib.connect.Agenda;
import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.queue.QueueHost;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.proc.Proc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.jit.CompiledApart;
import org.strata.verbs.AsyncEvent;
import org.strata.verbs.DataOrder;

import java.util.ArrayList;
import java.util.List;

/**
 * One link: one port of one adapter. The rank's own thread does all the work, inside {@link
 * #progress} and the send calls. Tier 1 from {@link #sendImmediate} and {@link #progress} down.
 */
final class OpenibBtl extends OpenibRdmaBtl
        implements Link, RetiredPairs.Polls, Datagrams.Receiver {
    private static final int LAST_POLLS = 10_000;

    private final OpenibContext context;
    private final OpenibConfig config;
    private final LinkParts parts;
    final OpenibCounters counters;
    private final BtlAttributes attributes;
    private final Resources resources;
    private final LinkRings rings;
    private final QueuePairBudget budget;
    private final OpenibCompletions completions = new OpenibCompletions(this);
    private final LostLinks lost = new LostLinks();
    private final OpenibEndpoint[] endpoints;
    private final List<OpenibEndpoint> known = new ArrayList<>();
    private final Agenda agenda = new Agenda();
    private final Poller poller;

    /** Null where each peer has queue pairs of its own. */
    private final NodeLanes nodes;

    private boolean registered;
    private boolean closed;
    private boolean portDown;

    /** What the port's queue pairs promise of the order of writes; null before anybody asked. */
    private DataOrder promised;

    /**
     * @param index the link's number in what this process publishes
     */
    OpenibBtl(int index, Port port, BtlAttributes attributes, OpenibContext context) {
        super(context);
        int eagerLimit = attributes.eagerLimit();
        this.parts = new LinkParts(context, index, attributes.name(), port, eagerLimit);
        this.attributes = attributes;
        this.context = context;
        this.config = context.config();
        this.counters = parts.counters;
        this.resources = parts.resources();
        this.rings = parts.rings();
        this.budget = parts.budget();
        this.endpoints = new OpenibEndpoint[context.size()];
        this.poller = new Poller(this, parts);
        this.nodes = context.lanesToNodes() ? new NodeLanes(this, parts, this) : null;
        if (parts.datagrams() != null) {
            // The first sign of a peer may be a datagram.
            register();
        }
    }

    // ---- used by its parts

    @Override
    int index() {
        return parts.index();
    }

    int rank() {
        return context.rank();
    }

    @Override
    LinkParts parts() {
        return parts;
    }

    @Override
    OpenibCompletions completions() {
        return completions;
    }

    Port port() {
        return parts.port();
    }

    /** Returns the number of the queue pair for datagrams; 0 for none. */
    int datagramPair() {
        return parts.datagrams() == null ? 0 : parts.datagrams().pair();
    }

    QueuePairBudget budget() {
        return budget;
    }

    LinkRings rings() {
        return rings;
    }

    /** Returns whether a thread of this link makes progress by itself. */
    boolean hasProgressThread() {
        return config.polling().asyncProgress();
    }

    // ---- peers

    @Override
    public BtlAttributes attributes() {
        return attributes;
    }

    @Override
    public BtlEndpoint addPeer(Proc peer, StringBuilder refusal) {
        int remote = context.links().route(parts.index(), peer, refusal);
        if (remote < 0) {
            return null;
        }
        OpenibEndpoint endpoint = endpoint(peer, remote);
        endpoint.revive();
        return endpoint;
    }

    /** Returns the endpoint of a peer, made when the peer was the first to make contact. */
    private OpenibEndpoint endpoint(Proc peer, int remoteLink) {
        OpenibEndpoint endpoint = endpoints[peer.numberInWorld()];
        if (endpoint == null) {
            endpoint = new OpenibEndpoint(this, parts, nodes, peer, remoteLink);
            endpoint.numberFrom(config.connections().firstSequence());
            endpoints[peer.numberInWorld()] = endpoint;
            known.add(endpoint);
        }
        return endpoint;
    }

    /** Returns the number of processes that this one talks with over this link. */
    int peers() {
        return known.size();
    }

    @Override
    public void removePeer(BtlEndpoint endpoint) {
        ((OpenibEndpoint) endpoint).remove();
        removeQueuePeer((OpenibEndpoint) endpoint);
    }

    /** Handles what a peer said out of band. */
    void onMessage(Proc peer, ConnectionMessage message) {
        if (!closed) {
            register();
            OpenibEndpoint endpoint = endpoint(peer, message.fromLink());
            if (message.lane() == 0) {
                endpoint.onMessage(message);
            } else if (NodeLaneEnd.index(message) >= 0) {
                onNodeMessage(peer, message);
            } else {
                onLaneMessage(endpoint, message);
            }
        }
    }

    private void onNodeMessage(Proc peer, ConnectionMessage message) {
        if (nodes != null) {
            nodes.onMessage(peer, message);
        }
    }

    /** Returns the lanes to nodes; null where each peer has queue pairs of its own. */
    NodeLanes nodes() {
        return nodes;
    }

    @Override
    public void onDatagram(int from, int fromLink, int expected, long packet, int length) {
        Proc peer = closed ? null : context.links().peer(from);
        if (peer != null) {
            OpenibEndpoint endpoint = endpoint(peer, fromLink);
            if (endpoint.remoteLink() == fromLink) {
                endpoint.onDatagram(expected, packet, length);
            }
        }
    }

    @Override
    public void say(Proc peer, ConnectionMessage message) {
        context.links().say(peer, message);
    }

    @Override
    public void schedule(Agenda.Entry endpoint) {
        register();
        agenda.add(endpoint);
    }

    @Override
    public void activate() {
        register();
    }

    @Override
    QueueHost queueHost() {
        return new LinkQueueHost(this, parts);
    }

    private void register() {
        if (!registered) {
            registered = true;
            context.engine().register(this);
        }
    }

    // ---- connections

    @Override
    public Channel openChannel(ChannelEvents events, int queue, ChannelPairs borrowed) {
        return resources.openChannel(events, queue, peers(), borrowed);
    }

    @Override
    public void lost(BtlEndpoint endpoint, String reason) {
        lost.add(endpoint, reason);
        if (nodes != null) {
            nodes.onLost(endpoint.peer(), reason);
        }
        onQueuePeerLost((OpenibEndpoint) endpoint, reason);
    }

    // ---- sending

    @Override
    public int sendImmediate(
            BtlEndpoint endpoint,
            int tag,
            long header,
            int headerLength,
            Object base,
            long offset,
            int length) {
        return ((OpenibEndpoint) endpoint)
                .immediate()
                .send(tag, header, headerLength, base, offset, length);
    }

    @CompiledApart("Compiled once, not again in each method above it.")
    @Override
    public int sendShort(
            BtlEndpoint endpoint,
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            int length) {
        return ((OpenibEndpoint) endpoint)
                .immediate()
                .sendShort(tag, header0, header1, base, offset, length);
    }

    @Override
    public Descriptor alloc(BtlEndpoint endpoint, int length) {
        OpenibDescriptor descriptor = acquire((OpenibEndpoint) endpoint, length);
        if (descriptor != null) {
            descriptor.reset(endpoint, 0, length);
        }
        return descriptor;
    }

    @Override
    public Descriptor prepareSource(
            BtlEndpoint endpoint, Buf buf, long position, int headerLength, long maxPayload) {
        int payload = (int) Math.min(maxPayload, attributes.maxSendSize() - headerLength);
        OpenibDescriptor descriptor = acquire((OpenibEndpoint) endpoint, headerLength + payload);
        if (descriptor == null) {
            return null;
        }
        descriptor.reset(endpoint, headerLength, payload);
        buf.pack(position, descriptor.address + headerLength, payload);
        return descriptor;
    }

    private OpenibDescriptor acquire(OpenibEndpoint endpoint, int bytes) {
        OpenibDescriptor descriptor = acquire(bytes);
        if (descriptor == null) {
            endpoint.starve();
        }
        return descriptor;
    }

    @Override
    public OpenibDescriptor acquire(int bytes) {
        OpenibDescriptor acquired = resources.acquire(bytes);
        if (acquired == null) {
            markAll();
        }
        return acquired;
    }

    @Override
    public OpenibDescriptor acquireControl() {
        OpenibDescriptor acquired = resources.acquireControl();
        if (acquired == null) {
            markAll();
        }
        return acquired;
    }

    /** Sends without a completion of their own hold descriptors: requests completions for them. */
    private void markAll() {
        known.forEach(OpenibEndpoint::drained);
    }

    @Override
    public int send(BtlEndpoint endpoint, Descriptor descriptor, int tag) {
        return ((OpenibEndpoint) endpoint).send((OpenibDescriptor) descriptor, tag);
    }

    @Override
    public void free(Descriptor descriptor) {
        OpenibDescriptor own = (OpenibDescriptor) descriptor;
        own.pool.release(own);
    }

    @Override
    public void completed(OpenibDescriptor message, int rc) {
        if (message.internal) {
            message.pool.release(message);
        } else {
            completions.add(message, rc);
        }
    }

    @Override
    public void completed(RdmaOperation operation, int rc) {
        completions.add(operation, rc);
    }

    // ---- progress

    @Override
    public int progress() {
        int events = completions.run();
        events += poller.poll(context.engine().fallingAsleep());
        if (!agenda.isEmpty() || queuesNeedService()) {
            events += budget.pump() + agenda.run();
        }
        if (!resources.retired().isEmpty()) {
            events += resources.retired().run(this);
        }
        events += progressQueues();
        events += completions.run();
        if (!lost.isEmpty()) {
            events += reportLost();
        }
        if (events == 0 && context.engine().fallingAsleep()) {
            long due = Math.min(agenda.nanosToRetry(), resources.retired().nanosLeft());
            context.engine().sleepAtMost(Math.min(due, nanosToLaneRetry()));
            events = rings.beforeSleep(context.engine());
            events += poller.armForSleep(context.engine());
        }
        return events;
    }

    /** A peer whose last message came by its ring probably sends the next one by it, too. */
    @Override
    public int progress(BtlEndpoint endpoint) {
        PeerRings fast = ((OpenibEndpoint) endpoint).fast();
        return fast.isBusy() && agenda.isEmpty() ? fast.pollAlone() : progress();
    }

    @CompiledApart("Compiled once, not again in each method above it.")
    @Override
    public int receiveShort(
            BtlEndpoint endpoint,
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            long capacity,
            int polls) {
        PeerRings fast = ((OpenibEndpoint) endpoint).fast();
        return fast.isBusy() && agenda.isEmpty()
                ? fast.receives().receiveShort(tag, header0, header1, base, offset, capacity, polls)
                : OTHER;
    }

    @Override
    public boolean pollAside() {
        long received = counters.received;
        poller.pollQueues();
        return counters.received != received
                || !agenda.isEmpty()
                || !completions.isEmpty()
                || !lost.isEmpty();
    }

    /** Has the next completion make an event; returns completions found meanwhile. */
    int arm() {
        return poller.arm();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public int pollEmpty() {
        return poller.pollEmpty();
    }

    @Override
    public void pollEvents() {
        context.links().pollEvents();
    }

    private int reportLost() {
        completions.runAll();
        reportQueues();
        return lost.report(this, context.errors());
    }

    @Override
    public void dispatch(BtlEndpoint from, int tag, long address, int length) {
        if (closed) {
            return;
        }
        counters.received++;
        context.activeMessages().dispatch(this, from, tag, address, length);
    }

    /** Handles an event of the adapter. */
    void onEvent(AsyncEvent event) {
        DeviceEvents.handle(this, event, known, context.output());
    }

    /** Returns whether a peer is reached over this link, as far as this side knows. */
    boolean reaches(Proc peer) {
        OpenibEndpoint endpoint = endpoints[peer.numberInWorld()];
        return !closed && !portDown && endpoint != null && endpoint.isUsable();
    }

    /**
     * The port has gone down. Peers that other links reach are left to these; for the others the
     * adapter goes on trying until its retries are used up.
     */
    void onPortDown(String why) {
        portDown = true;
        for (OpenibEndpoint endpoint : known) {
            if (endpoint.isUsable() && context.links().reachedByOtherLink(this, endpoint.peer())) {
                endpoint.connection().fail(why);
            }
        }
    }

    void onPortUp() {
        portDown = false;
    }

    /** The adapter has died: nothing gets through any more. */
    void failAll(String why) {
        known.forEach(endpoint -> endpoint.connection().fail(why));
    }

    // ---- closing

    @Override
    public boolean flushed() {
        boolean all = completions.isEmpty() && queuesFlushed();
        for (OpenibEndpoint endpoint : known) {
            all &= endpoint.isFlushed();
        }
        return all;
    }

    @Override
    public void close() {
        context.links().closing();
        closed = true;
        settle();
        context.engine().unregister(this);
        if (nodes != null) {
            nodes.shutDown();
        }
        for (OpenibEndpoint endpoint : known) {
            endpoint.shutDown();
        }
        shutDownQueues();
        completions.runAll();
        poller.close();
        closeLoopback();
        closeQueues();
        parts.close();
        context.links().closed(parts.port());
    }

    /** Gives requests that are under way a last chance to be reported as over. */
    private void settle() {
        boolean idle = false;
        for (int i = 0; i < LAST_POLLS && !idle; i++) {
            poller.poll(true);
            idle = true;
            for (OpenibEndpoint endpoint : known) {
                idle &= endpoint.drained();
            }
        }
        completions.run();
    }

    // ---- words

    /** Returns whether short messages of peers come by rings, and why, before any connection. */
    String describeRings() {
        if (promised == null) {
            promised = RingProbe.ask(parts.port());
        }
        return rings.order.describe(promised);
    }

    @Override
    public String remark(BtlEndpoint endpoint) {
        DataOrder known = ((OpenibEndpoint) endpoint).fast().order();
        return known == null ? describeRings() : rings.order.describe(known);
    }

    /** Returns a line about every peer, for failed tests. */
    String describe() {
        StringBuilder text = new StringBuilder(attributes.name());
        known.forEach(endpoint -> text.append(" [").append(endpoint.describe()).append(']'));
        text.append(nodes == null ? "" : nodes.describe());
        return text.append(" live ").append(budget.live()).toString();
    }
}
