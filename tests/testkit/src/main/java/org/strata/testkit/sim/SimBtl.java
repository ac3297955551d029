package org.strata.testkit.sim;

import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.proc.Proc;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.testkit.FakeRank;

import java.lang.foreign.Arena;
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
    private final SimMemory memory;

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
        SimRdma rdma = limits.rdma();
        this.memory = new SimMemory(rdma.registrable());
        this.attributes =
                new BtlAttributes(
                        network.name,
                        1024,
                        BtlAttributes.FLAG_SEND | rdma.flags(),
                        limits.eagerLimit(),
                        limits.maxSendSize(),
                        limits.maxSendSize(),
                        rdma.sendLength(),
                        rdma.fragment(),
                        rdma.minPipeline(),
                        10,
                        limits.bandwidth());
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
        long later = network.world.now() + notice();
        Runnable tell =
                () -> {
                    endpoint.told = true;
                    endpoint.departed = endpoint.accepted;
                    errors.onError(this, endpoint, Rc.LINK_FAILED, "cut by the test");
                };
        network.world.at(later, () -> inbox.add(tell));
    }

    /** Returns how long until a side learns of a cut; often sooner than what is under way ends. */
    private int notice() {
        return network.world.random().nextInt(1 + network.world.random().nextInt(20_000));
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
        int refusal = refusal(endpoint, headerLength + length);
        if (refusal != Rc.OK) {
            return refusal;
        }
        long at = network.packets.allocate();
        Memory.copy(header, at, headerLength);
        Memory.copyOut(base, offset, at + headerLength, length);
        travel(endpoint, tag, at, headerLength + length, rc -> {});
        return Rc.OK;
    }

    @Override
    public int sendShort(
            BtlEndpoint to,
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            int length) {
        SimEndpoint endpoint = (SimEndpoint) to;
        int refusal = refusal(endpoint, SHORT_HEADER + length);
        if (refusal != Rc.OK) {
            return refusal;
        }
        long at = network.packets.allocate();
        Memory.putWords(at, header0, header1);
        Memory.copyOut(base, offset, at + SHORT_HEADER, length);
        travel(endpoint, tag, at, SHORT_HEADER + length, rc -> {});
        return Rc.OK;
    }

    private int refusal(SimEndpoint endpoint, int length) {
        if (length > attributes.eagerLimit()) {
            throw new AssertionError("an immediate send beyond the eager limit");
        }
        return refusal(endpoint);
    }

    private void travel(SimEndpoint endpoint, int tag, long at, int length, IntConsumer arrived) {
        SimWorld world = network.world;
        long delay = 1L + world.random().nextInt(network.limits.maxDelay());
        long arrival = Math.max(world.now() + delay, endpoint.lastArrival + 1);
        endpoint.lastArrival = arrival;
        endpoint.inFlight++;
        long number = endpoint.accept(world.chance(0.25));
        SimBtl target = network.btl(endpoint.peer().rank());
        Runnable delivery =
                () -> {
                    boolean closed = target.endpoint(rank.rank()).told;
                    boolean lost = closed || (endpoint.cut && world.random().nextBoolean());
                    if (!lost) {
                        target.dispatch(rank.rank(), tag, at, length);
                    }
                    network.packets.release(at, length);
                    endpoint.inFlight--;
                    endpoint.depart(number);
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
            BtlEndpoint endpoint, Buf buf, long position, int headerLength, long maxPayload) {
        int payload = (int) Math.min(maxPayload, attributes.maxSendSize() - headerLength);
        Descriptor descriptor = alloc(endpoint, headerLength + payload);
        if (descriptor != null) {
            buf.pack(position, descriptor.address + headerLength, payload);
            descriptor.setLengths(headerLength, payload);
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
        int length = descriptor.length;
        long at = network.packets.allocate();
        Memory.copy(descriptor.address, at, length);
        IntConsumer complete = rc -> descriptor.callback.onComplete(this, descriptor, rc);
        if (network.world.random().nextBoolean()) {
            travel(endpoint, tag, at, length, rc -> {});
            complete.accept(Rc.OK);
        } else {
            travel(endpoint, tag, at, length, complete);
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
    public Registration register(
            BtlEndpoint endpoint, long address, long length, int access, Object owner) {
        boolean worth = (access & Registration.IF_WORTH) == 0 || network.world.chance(0.5);
        return !worth || network.world.chance(network.limits.refusal())
                ? null
                : memory.register(address, length, access & ~Registration.HINTS);
    }

    @Override
    public void deregister(Registration registration) {
        memory.deregister(registration);
    }

    /** Returns whether no registration is left. */
    public boolean nothingRegistered() {
        return memory.isEmpty();
    }

    @Override
    public boolean reachable(BtlEndpoint endpoint, long address, long length) {
        return network.limits.rdma().any();
    }

    @Override
    public void writeHandle(Registration registration, long address, long target) {
        Memory.putLong(target, key(registration));
    }

    private static long key(Registration registration) {
        return registration == null ? 0 : ((SimRegistration) registration).key;
    }

    /** True where nothing is registered, as btl-shm: PMLs then leave some messages to fragments. */
    @Override
    public boolean fragmentsMayWin(BtlEndpoint peer, long remote, long handle, long length) {
        return !network.limits.rdma().registers();
    }

    @Override
    public long maxRdmaSize() {
        return network.limits.rdma().maxSize();
    }

    @Override
    public int put(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback) {
        Operation operation = new Operation();
        operation.localAccess = 0;
        operation.remoteAccess = Registration.REMOTE_WRITE;
        operation.source = local;
        operation.target = remote;
        return start(
                operation, endpoint, local, localRegistration, remote, handle, length, callback);
    }

    @Override
    public int get(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback) {
        Operation operation = new Operation();
        operation.localAccess = Registration.LOCAL_WRITE;
        operation.remoteAccess = Registration.REMOTE_READ;
        operation.source = remote;
        operation.target = local;
        return start(
                operation, endpoint, local, localRegistration, remote, handle, length, callback);
    }

    /** One put or get: the network moves the bytes, progress then tells who started it. */
    private final class Operation {
        private SimEndpoint endpoint;
        private int localAccess;
        private int remoteAccess;
        private long local;
        private long localKey;
        private long remote;
        private long remoteKey;
        private long source;
        private long target;
        private long length;
        private RdmaCallback callback;

        private void move() {
            SimWorld world = network.world;
            SimBtl peer = network.btl(endpoint.peer().rank());
            // A side that has learned that the link is gone lets nothing in any more.
            boolean closed = peer.endpoint(rank.rank()).told;
            if (network.limits.rdma().registers()) {
                memory.check(localKey, local, length, localAccess);
                if (!closed) {
                    peer.memory.check(remoteKey, remote, length, remoteAccess);
                }
            }
            // A link that dies may have moved all of it, a part, or nothing.
            int part = world.random().nextInt((int) length + 1);
            if (target == local || !closed) {
                Memory.copy(source, target, endpoint.cut ? part : length);
            }
            inbox.add(this::end);
        }

        private void end() {
            endpoint.inFlight--;
            callback.onComplete(endpoint, length, endpoint.cut ? Rc.LINK_FAILED : Rc.OK);
        }
    }

    private int start(
            Operation operation,
            BtlEndpoint to,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback) {
        SimEndpoint endpoint = (SimEndpoint) to;
        if (length > maxRdmaSize()) {
            throw new AssertionError("RDMA of " + length + " bytes at once");
        }
        int refusal = refusal(endpoint);
        if (refusal != Rc.OK) {
            return refusal;
        }
        if (network.world.chance(network.limits.refusal() / 10)) {
            return Rc.NOT_AVAILABLE;
        }
        operation.endpoint = endpoint;
        operation.local = local;
        operation.localKey = key(localRegistration);
        operation.remote = remote;
        operation.remoteKey = Memory.getLong(handle);
        operation.length = length;
        operation.callback = callback;
        endpoint.inFlight++;
        long delay = 1L + network.world.random().nextInt(network.limits.maxDelay());
        network.world.at(network.world.now() + delay, operation::move);
        network.rdmaStarted(rank.rank(), endpoint.peer().rank());
        return Rc.OK;
    }

    @Override
    public void close() {
        rank.engine().unregister(this);
        arena.close();
    }
}
