package org.strata.testkit.timed;

import org.strata.verbs.AsyncEvent;
import org.strata.verbs.BufferArea;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.DeviceAttributes;
import org.strata.verbs.Gid;
import org.strata.verbs.PortAttributes;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.XrcDomain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A device in virtual time: every port has a wire of its own. */
final class TimedContext implements Context {
    private final TimedNetwork network;
    private final TimedRank rank;
    private final Context inner;
    private final List<Wire> wires = new ArrayList<>();

    /** Memory for messages that a link copies: address and end of each area. */
    private final TreeMap<Long, Long> areas = new TreeMap<>();

    /** Registered memory by key: the same one for both sides. */
    private final Map<Integer, TimedRegion> regions = new HashMap<>();

    private final IdentityHashMap<SharedReceiveQueue, TimedSrq> queues = new IdentityHashMap<>();

    /** Where a queue pair sends. */
    record Port(Wire wire, Gid gid) {}

    TimedContext(TimedNetwork network, TimedRank rank, Context inner) {
        this.network = network;
        this.rank = rank;
        this.inner = inner;
        for (int port = 1; port <= inner.attributes().ports(); port++) {
            wires.add(network.openWire(rank));
        }
    }

    TimedNetwork network() {
        return network;
    }

    TimedRank rank() {
        return rank;
    }

    /** Attaches a queue pair to a port. */
    Port port(int number, TimedQp pair) {
        Port port = new Port(wires.get(number - 1), gid(number, defaultGidIndex(number)));
        network.add(port.gid, pair);
        return port;
    }

    TimedSrq add(TimedSrq queue) {
        queues.put(queue.inner(), queue);
        return queue;
    }

    void add(TimedRegion region) {
        regions.put(region.lkey(), region);
    }

    void remove(TimedRegion region) {
        regions.remove(region.lkey(), region);
    }

    /** Returns how long the adapter stands still before it can use registered memory. */
    double touch(int key, long address, long length) {
        TimedRegion region = regions.get(key);
        return region == null ? 0 : region.touch(address, length);
    }

    void forget(SharedReceiveQueue below) {
        queues.remove(below);
    }

    /** Returns whether messages at an address are copied there or from there by the processor. */
    boolean copies(long address) {
        Map.Entry<Long, Long> area = areas.floorEntry(address);
        return area != null && address < area.getValue();
    }

    @Override
    public String device() {
        return inner.device();
    }

    @Override
    public DeviceAttributes attributes() {
        return inner.attributes();
    }

    @Override
    public PortAttributes port(int port) {
        return inner.port(port);
    }

    @Override
    public Gid gid(int port, int index) {
        return inner.gid(port, index);
    }

    @Override
    public int defaultGidIndex(int port) {
        return inner.defaultGidIndex(port);
    }

    @Override
    public ProtectionDomain allocPd() {
        return new TimedDomain(this, inner.allocPd());
    }

    @Override
    public CompletionChannel createChannel() {
        return inner.createChannel();
    }

    @Override
    public CompletionQueue createCq(int depth, CompletionChannel channel) {
        return new TimedCq(this, inner.createCq(depth, channel));
    }

    @Override
    public XrcDomain openXrcDomain(String name) {
        XrcDomain below = inner.openXrcDomain(name);
        return name == null
                ? new TimedXrcDomain(below)
                : new TimedXrcDomain(below, network.queues(name));
    }

    @Override
    public QueuePair createQp(QpInit init) {
        QpInit below =
                new QpInit(
                        init.type(),
                        init.pd() == null ? null : ((TimedDomain) init.pd()).inner(),
                        inner(init.sendCq()),
                        inner(init.recvCq()),
                        init.srq() == null ? null : ((TimedSrq) init.srq()).inner(),
                        init.xrc() == null ? null : ((TimedXrcDomain) init.xrc()).inner(),
                        init.maxSendWr(),
                        init.maxRecvWr(),
                        init.maxSendSge(),
                        init.maxRecvSge(),
                        init.maxInline(),
                        init.signalAll());
        return new TimedQp(this, init, inner.createQp(below));
    }

    private static CompletionQueue inner(CompletionQueue cq) {
        return cq == null ? null : ((TimedCq) cq).inner();
    }

    @Override
    public BufferArea allocate(long bytes) {
        BufferArea area = inner.allocate(bytes);
        if (area != null) {
            areas.put(area.address(), area.address() + area.length());
        }
        return area;
    }

    @Override
    public boolean nextEvent(AsyncEvent into, long timeoutNanos) {
        boolean found = inner.nextEvent(into, timeoutNanos);
        if (found && into.sharedReceiveQueue() != null) {
            into.set(into.type(), queues.get(into.sharedReceiveQueue()), into.port());
        }
        return found;
    }

    @Override
    public void close() {
        inner.close();
    }
}
