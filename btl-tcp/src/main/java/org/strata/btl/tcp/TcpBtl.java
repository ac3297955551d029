package org.strata.btl.tcp;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * One link: at most one connection per peer over one interface (several links may share an
 * interface). The rank's own thread does all input and output, inside {@link #progress()} and the
 * send calls. Tier 1 from {@link #sendShort} and {@link #progress()} down to the sockets.
 */
final class TcpBtl implements Btl, TcpLink {
    /** Native payload from this length on is sent in place; shorter is copied to its header. */
    private static final int IN_PLACE = 4096;

    private static final int SMALL = 4096;

    private final int index;
    private final BtlAttributes attributes;
    private final TcpContext context;
    private final Reactor reactor;

    private final int gatherSize;
    private final BufferPool stagings;
    private final BufferPool receives;
    private final TcpDescriptorPool[] descriptors;
    private final TcpCompletions completions = new TcpCompletions(this);
    private final Queue<Failure> failures = new ArrayDeque<>();
    private final Map<Integer, TcpEndpoint> endpoints = new HashMap<>();
    private TcpEndpoint[] connected = new TcpEndpoint[0];

    /** The endpoint of the latest message: polled directly even when there are many. */
    private TcpEndpoint recent;

    private boolean registered;

    /** Whether sends are gathered, and the list of endpoints that have some. */
    private boolean gathers;

    private TcpEndpoint gathered;

    /** A broken link that has not been reported to the upper layer yet. */
    private record Failure(TcpEndpoint endpoint, String reason) {}

    /**
     * @param index the link's number in what this process publishes
     */
    TcpBtl(int index, BtlAttributes attributes, TcpContext context) {
        this.index = index;
        this.attributes = attributes;
        this.context = context;
        this.reactor = context.reactor();
        TcpConfig config = context.config();
        gatherSize = config.gatherSize();
        int eagerRoom = attributes.eagerLimit();
        int maxRoom = attributes.maxSendSize();
        int staging = FrameHeader.BYTES + config.coalesceSize();
        stagings = new BufferPool(staging, config.freeList().max());
        receives = new BufferPool(receiveRoom(config.sockets().endpointCache(), maxRoom), -1);
        descriptors =
                new TcpDescriptorPool[] {
                    new TcpDescriptorPool(SMALL, config.freeList()),
                    new TcpDescriptorPool(eagerRoom, config.freeList()),
                    new TcpDescriptorPool(maxRoom, config.freeList())
                };
    }

    /**
     * Returns the room of a receive buffer: whole frames of the longest packets, headers included.
     * If the last one did not fit by a few bytes, most of it would be moved to the front each time.
     */
    static int receiveRoom(int cache, int packet) {
        int packets = (cache + packet - 1) / packet;
        return packets * FrameHeader.BYTES + cache;
    }

    @Override
    public int rank() {
        return context.rank();
    }

    @Override
    public Reactor reactor() {
        return reactor;
    }

    @Override
    public String name() {
        return attributes.name();
    }

    @Override
    public BtlAttributes attributes() {
        return attributes;
    }

    // ---- peers

    @Override
    public BtlEndpoint addPeer(Proc peer, StringBuilder refusal) {
        Route route = context.links().route(index, peer, refusal);
        if (route == null) {
            return null;
        }
        TcpEndpoint endpoint = endpoint(peer);
        endpoint.setRoute(route);
        return endpoint;
    }

    @Override
    public Route findRoute(Proc peer) {
        StringBuilder refusal = new StringBuilder();
        Route route = context.links().route(index, peer, refusal);
        if (route == null) {
            verbose(name() + " to " + peer + ": cannot connect: " + refusal);
        }
        return route;
    }

    /** Returns the endpoint of a peer; makes it when the peer has connected first. */
    TcpEndpoint endpoint(Proc peer) {
        return endpoints.computeIfAbsent(peer.rank(), rank -> makeEndpoint(peer));
    }

    private TcpEndpoint makeEndpoint(Proc peer) {
        TcpSendQueue out = new TcpSendQueue(stagings, completions, context.config().maxWrite());
        ReceiveStream in = new ReceiveStream(receives, descriptors[2].room);
        return new TcpEndpoint(this, peer, out, in);
    }

    @Override
    public void removePeer(BtlEndpoint endpoint) {
        endpoints.remove(endpoint.peer().rank(), endpoint);
        ((TcpEndpoint) endpoint).close();
    }

    @Override
    public OutgoingConnection dial(TcpEndpoint endpoint) {
        register();
        return context.links().dial(index, endpoint.peer(), endpoint.route(), endpoint);
    }

    /** Returns the number of sockets that are connected to a peer. */
    int connections() {
        return connected.length;
    }

    @Override
    public void onConnected(TcpEndpoint endpoint) {
        register();
        connected = Arrays.copyOf(connected, connected.length + 1);
        connected[connected.length - 1] = endpoint;
        recent = endpoint;
        reactor.connectionAdded(endpoint);
    }

    @Override
    public void onDisconnected(TcpEndpoint endpoint) {
        List<TcpEndpoint> left = new ArrayList<>(Arrays.asList(connected));
        left.remove(endpoint);
        connected = left.toArray(TcpEndpoint[]::new);
        recent = left.isEmpty() ? null : left.getFirst();
        reactor.connectionRemoved(endpoint);
    }

    /** Keeps the failure for progress, which reports it after the descriptors' callbacks. */
    @Override
    public void onFailed(TcpEndpoint endpoint, String reason) {
        failures.add(new Failure(endpoint, reason));
    }

    private void register() {
        if (!registered) {
            registered = true;
            context.engine().register(this);
        }
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
        return ((TcpEndpoint) endpoint)
                .sendImmediate(tag, header, headerLength, base, offset, length);
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
        return ((TcpEndpoint) endpoint).sendShort(tag, header0, header1, base, offset, length);
    }

    @Override
    public Descriptor alloc(BtlEndpoint endpoint, int length) {
        TcpDescriptor descriptor = acquire(length);
        if (descriptor != null) {
            descriptor.reset((TcpEndpoint) endpoint, 0, length);
        }
        return descriptor;
    }

    @Override
    public Descriptor prepareSource(
            BtlEndpoint endpoint, Buf buf, long position, int headerLength, long maxPayload) {
        int payload = (int) Math.min(maxPayload, attributes.maxSendSize() - headerLength);
        boolean inPlace = staysInPlace(buf) && payload >= IN_PLACE;
        int copied = inPlace ? 0 : payload;
        TcpDescriptor descriptor = acquire(headerLength + copied);
        if (descriptor == null) {
            return null;
        }
        descriptor.reset((TcpEndpoint) endpoint, headerLength, copied);
        if (inPlace) {
            descriptor.pointAt(buf.start() + position, payload);
        } else {
            buf.pack(position, descriptor.address + headerLength, payload);
        }
        return descriptor;
    }

    /** Memory that a program may free too early is copied: the kernel would end the connection. */
    private static boolean staysInPlace(Buf buf) {
        return buf.base() == null && buf.guard() == null && buf.contiguous();
    }

    private TcpDescriptor acquire(int bytes) {
        for (TcpDescriptorPool pool : descriptors) {
            if (bytes <= pool.room) {
                return pool.acquire();
            }
        }
        throw new IllegalArgumentException(bytes + " bytes are more than one send takes");
    }

    @Override
    public int send(BtlEndpoint endpoint, Descriptor descriptor, int tag) {
        int rc = ((TcpEndpoint) endpoint).send((TcpDescriptor) descriptor, tag);
        completions.run();
        return rc;
    }

    @Override
    public void free(Descriptor descriptor) {
        TcpDescriptor own = (TcpDescriptor) descriptor;
        own.pool.release(own);
    }

    // ---- progress

    @Override
    public int progress() {
        int events;
        beginGather();
        try {
            events = poll();
        } finally {
            // A handler may throw, as when the job aborts: sends are written at once again.
            endGather();
        }
        if (!failures.isEmpty()) {
            events += reportFailures();
        }
        return events;
    }

    private int poll() {
        int events = completions.run();
        if (reactor.polledDirectly()) {
            TcpEndpoint[] all = connected;
            for (TcpEndpoint endpoint : all) {
                events += endpoint.poll();
            }
        } else if (recent != null) {
            events += recent.poll();
        }
        return events + completions.run();
    }

    @Override
    public void beginGather() {
        gathers = gatherSize > 0;
    }

    @Override
    public void endGather() {
        gathers = false;
        TcpEndpoint endpoint = gathered;
        gathered = null;
        while (endpoint != null) {
            endpoint = endpoint.flushGathered();
        }
    }

    @Override
    public boolean gathers() {
        return gathers;
    }

    @Override
    public int gatherSize() {
        return gatherSize;
    }

    @Override
    public TcpEndpoint gather(TcpEndpoint endpoint) {
        TcpEndpoint next = gathered;
        gathered = endpoint;
        return next;
    }

    private int reportFailures() {
        while (!completions.isEmpty()) {
            completions.run();
        }
        int count = 0;
        for (Failure failure = failures.poll(); failure != null; failure = failures.poll()) {
            context.errors().onError(this, failure.endpoint(), Rc.LINK_FAILED, failure.reason());
            count++;
        }
        return count;
    }

    @Override
    public void dispatch(TcpEndpoint from, int tag, long address, int length) {
        recent = from;
        context.activeMessages().dispatch(this, from, tag, address, length);
    }

    // ---- closing

    @Override
    public boolean flushed() {
        for (TcpEndpoint endpoint : endpoints.values()) {
            if (!endpoint.flushed()) {
                return false;
            }
        }
        for (TcpEndpoint endpoint : connected) {
            if (!endpoint.flushed()) {
                return false;
            }
        }
        return completions.isEmpty();
    }

    @Override
    public void close() {
        List<TcpEndpoint> all = new ArrayList<>(endpoints.values());
        all.addAll(Arrays.asList(connected));
        all.forEach(TcpEndpoint::closeNow);
        endpoints.clear();
        while (!completions.isEmpty()) {
            completions.run();
        }
        context.engine().unregister(this);
        context.links().closed();
    }

    @Override
    public void trace(TcpEndpoint endpoint, EndpointState from, EndpointState to, String why) {
        verbose(endpoint + ": " + from + " -> " + to + ": " + why);
    }

    @Override
    public void verbose(String line) {
        reactor.verbose(line);
    }
}
