package org.strata.testkit.sim;

import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.proc.Proc;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.memory.Memory;
import org.strata.testkit.FakeRank;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** One rank's BTL in a simulated network. */
public final class SimBtl implements RdmaBtl {
    private final SimNetwork network;
    private final FakeRank rank;
    private final BtlErrorHandler errors;
    private final BtlAttributes attributes;
    private final Arena arena = Arena.ofShared();
    private final List<SimDescriptor> free = new ArrayList<>();
    private final ArrayDeque<Runnable> inbox = new ArrayDeque<>();
    private final SimEndpoint[] endpoints;

    private static final class SimDescriptor extends Descriptor {}

    /**
     * @param network the network
     * @param rank the rank it serves
     * @param errors told of cut links
     */
    public SimBtl(SimNetwork network, FakeRank rank, BtlErrorHandler errors) {
        this.errors = errors;
        this.network = network;
        this.rank = rank;
        SimLimits limits = network.limits;
        int flags = BtlAttributes.FLAG_SEND | (limits.get() ? BtlAttributes.FLAG_GET : 0);
        this.attributes =
                new BtlAttributes(
                        network.name,
                        1024,
                        flags,
                        limits.eagerLimit(),
                        limits.maxSendSize(),
                        limits.maxSendSize(),
                        0,
                        limits.maxSendSize(),
                        0,
                        10,
                        1000);
        this.endpoints = new SimEndpoint[rank.procs().size()];
        for (int i = 0; i < limits.descriptors(); i++) {
            SimDescriptor descriptor = new SimDescriptor();
            descriptor.address = arena.allocate(limits.maxSendSize(), 64).address();
            free.add(descriptor);
        }
        network.btls.add(this);
        rank.engine().register(this);
    }

    @Override
    public BtlAttributes attributes() {
        return attributes;
    }

    @Override
    public BtlEndpoint addPeer(Proc peer, StringBuilder refusal) {
        if (peer.rank() == rank.rank()) {
            refusal.append("own rank");
            return null;
        }
        return endpoint(peer.rank());
    }

    private SimEndpoint endpoint(int peer) {
        if (endpoints[peer] == null) {
            endpoints[peer] = new SimEndpoint(rank.proc(peer));
        }
        return endpoints[peer];
    }

    @Override
    public void removePeer(BtlEndpoint endpoint) {
        endpoints[endpoint.peer().rank()] = null;
    }

    private int refusal(SimEndpoint endpoint) {
        if (endpoint.cut) {
            return Rc.LINK_FAILED;
        }
        boolean full =
                endpoint.inFlight >= network.limits.inFlight()
                        || network.world.chance(network.limits.refusal());
        return full ? Rc.NO_RESOURCE : Rc.OK;
    }

    void cut(int peer) {
        SimEndpoint endpoint = endpoint(peer);
        if (endpoint.cut) {
            return;
        }
        endpoint.cut = true;
        long later = network.world.now() + network.world.random().nextInt(20_000);
        Runnable tell = () -> errors.onError(this, endpoint, Rc.LINK_FAILED, "cut by the test");
        network.world.at(later, () -> inbox.add(tell));
    }

    @Override
    public int sendImmediate(
            BtlEndpoint to,
            int tag,
            long header,
            int headerLength,
            Object base,
            long offset,
            int length) {
        SimEndpoint endpoint = (SimEndpoint) to;
        if (headerLength + length > attributes.eagerLimit()) {
            throw new AssertionError("sendImmediate beyond the eager limit");
        }
        int refusal = refusal(endpoint);
        if (refusal != Rc.OK) {
            return refusal;
        }
        Arena packet = Arena.ofShared();
        long at = packet.allocate(Math.max(headerLength + length, 1), 64).address();
        Memory.copy(header, at, headerLength);
        Memory.copyOut(base, offset, at + headerLength, length);
        travel(endpoint, tag, packet, at, headerLength + length, rc -> {});
        return Rc.OK;
    }

    private void travel(
            SimEndpoint endpoint, int tag, Arena packet, long at, int length, IntConsumer arrived) {
        SimWorld world = network.world;
        long delay = 1L + world.random().nextInt(network.limits.maxDelay());
        long arrival = Math.max(world.now() + delay, endpoint.lastArrival + 1);
        endpoint.lastArrival = arrival;
        endpoint.inFlight++;
        SimBtl target = network.btl(endpoint.peer().rank());
        Runnable delivery =
                () -> {
                    boolean lost = endpoint.cut && world.random().nextBoolean();
                    if (!lost) {
                        target.dispatch(rank.rank(), tag, at, length);
                    }
                    packet.close();
                    endpoint.inFlight--;
                    inbox.add(() -> arrived.accept(endpoint.cut ? Rc.LINK_FAILED : Rc.OK));
                };
        world.at(arrival, () -> target.inbox.add(delivery));
    }

    private void dispatch(int source, int tag, long at, int length) {
        rank.activeMessages().dispatch(this, endpoint(source), tag, at, length);
    }

    @Override
    public Descriptor alloc(BtlEndpoint endpoint, int length) {
        if (length > attributes.maxSendSize()) {
            throw new AssertionError("alloc beyond the maximal send size");
        }
        boolean none = free.isEmpty() || network.world.chance(network.limits.refusal());
        return none ? null : free.removeLast();
    }

    @Override
    public Descriptor prepareSource(
            BtlEndpoint endpoint,
            Object base,
            long offset,
            DataLayout layout,
            long count,
            long position,
            int headerLength,
            long maxPayload) {
        int payload = (int) Math.min(maxPayload, attributes.maxSendSize() - headerLength);
        Descriptor descriptor = alloc(endpoint, headerLength + payload);
        if (descriptor != null) {
            layout.pack(base, offset, position, descriptor.address + headerLength, payload);
            descriptor.headerLength = headerLength;
            descriptor.length = headerLength + payload;
            descriptor.payloadLength = payload;
            descriptor.inPlaceLength = 0;
        }
        return descriptor;
    }

    @Override
    public int send(BtlEndpoint to, Descriptor descriptor, int tag) {
        SimEndpoint endpoint = (SimEndpoint) to;
        int refusal = refusal(endpoint);
        if (refusal != Rc.OK) {
            return refusal;
        }
        Arena packet = Arena.ofShared();
        int length = descriptor.length;
        long at = packet.allocate(length, 64).address();
        Memory.copy(descriptor.address, at, length);
        IntConsumer complete = rc -> descriptor.callback.onComplete(this, descriptor, rc);
        if (network.world.random().nextBoolean()) {
            travel(endpoint, tag, packet, at, length, rc -> {});
            complete.accept(Rc.OK);
        } else {
            travel(endpoint, tag, packet, at, length, complete);
        }
        return Rc.OK;
    }

    @Override
    public void free(Descriptor descriptor) {
        free.add((SimDescriptor) descriptor);
    }

    @Override
    public int progress() {
        int events = 0;
        Runnable next = inbox.poll();
        while (next != null) {
            next.run();
            events++;
            next = events < 4 ? inbox.poll() : null;
        }
        return events;
    }

    @Override
    public int handleSize() {
        return Long.BYTES;
    }

    @Override
    public Registration register(BtlEndpoint endpoint, long address, long length, int access) {
        return new Registration(address, length, access) {};
    }

    @Override
    public void deregister(Registration registration) {}

    @Override
    public boolean reachable(BtlEndpoint endpoint, long address, long length) {
        return network.limits.get();
    }

    @Override
    public void writeHandle(Registration registration, long address, long target) {
        Memory.all().set(ValueLayout.JAVA_LONG_UNALIGNED, target, address);
    }

    @Override
    public long maxRdmaSize() {
        return network.limits.maxSendSize();
    }

    @Override
    public int put(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback,
            Object context) {
        return Rc.NOT_AVAILABLE;
    }

    @Override
    public int get(
            BtlEndpoint to,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback,
            Object context) {
        SimEndpoint endpoint = (SimEndpoint) to;
        int refusal = refusal(endpoint);
        if (refusal != Rc.OK) {
            return refusal;
        }
        if (network.world.chance(network.limits.refusal() / 10)) {
            return Rc.NOT_AVAILABLE;
        }
        endpoint.inFlight++;
        long time = network.world.now() + 1;
        long delay = network.world.random().nextInt(network.limits.maxDelay());
        Runnable over =
                () -> {
                    endpoint.inFlight--;
                    if (endpoint.cut) {
                        callback.onComplete(endpoint, context, length, Rc.LINK_FAILED);
                    } else {
                        Memory.copy(remote, local, length);
                        callback.onComplete(endpoint, context, length, Rc.OK);
                    }
                };
        network.world.at(time + delay, () -> inbox.add(over));
        return Rc.OK;
    }

    @Override
    public void close() {
        rank.engine().unregister(this);
        arena.close();
    }
}
