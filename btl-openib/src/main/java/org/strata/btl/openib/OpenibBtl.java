package org.strata.btl.openib;

import org.strata.btl.openib.connect.Connection;
import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.connect.ConnectionState;
import org.strata.btl.openib.queue.QueueHost;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.proc.Proc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.time.Clock;
import org.strata.verbs.AsyncEvent;
import org.strata.verbs.DataOrder;

import java.util.ArrayList;
import java.util.List;

/**
 * One link: one port of one adapter. The rank's own thread does all the work, inside {@link
 * #progress} and the send calls. Tier 1 from {@link #sendImmediate} and {@link #progress} down.
 */
final class OpenibBtl extends OpenibRdmaBtl {
    private static final int LAST_POLLS = 10_000;

    private final OpenibContext context;
    private final OpenibConfig config;
    private final int index;
    private final Port port;
    private final BtlAttributes attributes;
    private final Resources resources;
    private final FastRings rings;
    private final QueuePairBudget budget;
    private final OpenibCompletions completions = new OpenibCompletions(this);
    private final LostLinks lost = new LostLinks();
    private final OpenibEndpoint[] endpoints;
    private final List<OpenibEndpoint> known = new ArrayList<>();
    private final Agenda agenda = new Agenda();
    private final Poller poller;
    private long tick;
    private boolean registered;
    private boolean closed;
    private boolean portDown;

    /** What the port's queue pairs promise of the order of writes; null before anybody asked. */
    private DataOrder promised;

    final OpenibCounters counters = new OpenibCounters();

    /**
     * @param index the link's number in what this process publishes
     */
    OpenibBtl(int index, Port port, BtlAttributes attributes, OpenibContext context) {
        super(context);
        this.index = index;
        this.port = port;
        this.attributes = attributes;
        this.context = context;
        this.config = context.config();
        this.resources = new Resources(this, port.adapter(), context);
        int inline = resources.maxInline();
        this.rings = new FastRings(config, port.adapter(), context.clock(), inline);
        this.budget =
                new QueuePairBudget(
                        context.clock(),
                        resources.queues().pairsPerConnection(),
                        config.connections().maxQueuePairs());
        this.endpoints = new OpenibEndpoint[context.size()];
        this.poller = new Poller(this, resources, rings, config.polling());
    }

    // ---- used by its parts

    @Override
    int index() {
        return index;
    }

    int rank() {
        return context.rank();
    }

    @Override
    Port port() {
        return port;
    }

    @Override
    OpenibCompletions completions() {
        return completions;
    }

    Clock clock() {
        return context.clock();
    }

    Connection.Timing timing() {
        return context.timing();
    }

    QueuePairBudget budget() {
        return budget;
    }

    @Override
    Resources resources() {
        return resources;
    }

    FastRings rings() {
        return rings;
    }

    int signalBatch() {
        return config.sending().signalBatch();
    }

    boolean coalesces() {
        return config.sending().coalescing();
    }

    /** Returns whether a thread of this link makes progress by itself. */
    boolean hasProgressThread() {
        return config.polling().asyncProgress();
    }

    OpenibConfig.Connections connections() {
        return config.connections();
    }

    /** Returns a number that grows with every use of a connection: what is oldest is idle. */
    long tick() {
        return ++tick;
    }

    // ---- peers

    @Override
    public BtlAttributes attributes() {
        return attributes;
    }

    @Override
    public BtlEndpoint addPeer(Proc peer, StringBuilder refusal) {
        int remote = context.links().route(index, peer, refusal);
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
            endpoint = new OpenibEndpoint(this, peer, remoteLink);
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
            } else {
                onLaneMessage(endpoint, message);
            }
        }
    }

    void say(Proc peer, ConnectionMessage message) {
        context.links().say(peer, message);
    }

    /** Has an endpoint looked after on every poll. */
    void schedule(OpenibEndpoint endpoint) {
        register();
        agenda.add(endpoint);
    }

    /** Has the link make progress. */
    @Override
    void activate() {
        register();
    }

    @Override
    QueueHost queueHost() {
        return new LinkQueueHost(this);
    }

    private void register() {
        if (!registered) {
            registered = true;
            context.engine().register(this);
        }
    }

    // ---- connections

    /** Makes one channel of a new connection. */
    Channel openChannel(OpenibEndpoint endpoint, int queue) {
        return resources.openChannel(endpoint, queue, peers());
    }

    void closeChannel(Channel channel) {
        resources.closeChannel(channel);
    }

    /** Reports a failure to the upper layer: from progress, after the descriptors' callbacks. */
    void onFailed(OpenibEndpoint endpoint, String reason) {
        lost.add(endpoint, reason);
        onQueuePeerLost(endpoint, reason);
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
            descriptor.reset((OpenibEndpoint) endpoint, 0, length);
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
        descriptor.reset((OpenibEndpoint) endpoint, headerLength, payload);
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

    /** Returns a descriptor with room for so many bytes, or null. */
    OpenibDescriptor acquire(int bytes) {
        return orNews(resources.acquire(bytes));
    }

    /** Returns a descriptor for a control message, or null. */
    OpenibDescriptor acquireControl() {
        return orNews(resources.acquireControl());
    }

    /** Sends without a completion of their own hold descriptors: asks for news of them. */
    private OpenibDescriptor orNews(OpenibDescriptor taken) {
        if (taken == null) {
            known.forEach(OpenibEndpoint::drained);
        }
        return taken;
    }

    HeldMessage takeHeld(int bytes) {
        counters.early++;
        return resources.takeHeld(bytes);
    }

    void giveHeld(HeldMessage message) {
        resources.giveHeld(message);
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

    /** A message is over, or will never be. */
    void complete(OpenibDescriptor message, int rc) {
        if (message.internal) {
            message.pool.release(message);
        } else {
            completions.add(message, rc);
        }
    }

    void complete(RdmaOperation operation, int rc) {
        operation.endpoint.onOperationEnd();
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
            events += resources.retired().run();
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
        FastPath fast = ((OpenibEndpoint) endpoint).fast();
        return fast.isBusy() && agenda.isEmpty() ? fast.pollAlone() : progress();
    }

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
        FastPath fast = ((OpenibEndpoint) endpoint).fast();
        return fast.isBusy() && agenda.isEmpty()
                ? fast.receives().receiveShort(tag, header0, header1, base, offset, capacity, polls)
                : OTHER;
    }

    /**
     * Polls the queues, for a receive that goes on with what came by ring. Returns whether it must
     * not: a message has come, or there is something to do.
     */
    boolean pollAside() {
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

    boolean isClosed() {
        return closed;
    }

    /** Polls the completion queues until both are empty. */
    int pollEmpty() {
        return poller.pollEmpty();
    }

    /** Handles what the adapters have reported. */
    void pollEvents() {
        context.links().pollEvents();
    }

    private int reportLost() {
        completions.runAll();
        reportQueues();
        return lost.report(this, context.errors());
    }

    /** Passes a received message to the upper layer. */
    void dispatch(OpenibEndpoint from, int tag, long address, int length) {
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
            if (endpoint.isUsable() && context.links().reachedOtherwise(this, endpoint.peer())) {
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
        for (OpenibEndpoint endpoint : known) {
            endpoint.shutDown(endpoint.state() == ConnectionState.CLOSED);
        }
        shutDownQueues();
        completions.runAll();
        poller.close();
        closeLoopback();
        closeQueues();
        rings.close();
        resources.close();
        context.links().closed(this);
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

    void trace(OpenibEndpoint endpoint, ConnectionState from, ConnectionState to, String why) {
        if (context.output().isVerbose("btl", OpenibContext.TRACE)) {
            verbose(endpoint + ": " + from + " -> " + to + ": " + why);
        }
    }

    /** Returns whether short messages of peers come by rings, and why, before any connection. */
    String describeRings() {
        if (promised == null) {
            promised = RingProbe.ask(port);
        }
        return rings.order.describe(promised);
    }

    @Override
    public String remark(BtlEndpoint endpoint) {
        DataOrder known = ((OpenibEndpoint) endpoint).fast().order();
        return known == null ? describeRings() : rings.order.describe(known);
    }

    /** Says what a user who looks at btl_base_verbose wants to know of rings. */
    void inform(String line) {
        context.output().verbose("btl", OpenibContext.INFORM, line);
    }

    @Override
    void verbose(String line) {
        context.output().verbose("btl", OpenibContext.TRACE, line);
    }

    /** Returns a line about every peer, for failed tests. */
    String describe() {
        StringBuilder text = new StringBuilder(attributes.name());
        known.forEach(endpoint -> text.append(" [").append(endpoint.describe()).append(']'));
        return text.append(" live ").append(budget.live()).toString();
    }
}
