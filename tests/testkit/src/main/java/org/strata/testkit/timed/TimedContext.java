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
import org.strata.verbs.VerbsException;
import org.strata.verbs.XrcDomain;

import java.util.ArrayList;
import java.util.List;

/** A device in virtual time: every port has a wire of its own. */
final class TimedContext implements Context {
    private final TimedNetwork network;
    private final TimedRank rank;
    private final Context inner;
    private final List<Wire> wires = new ArrayList<>();

    TimedContext(TimedNetwork network, TimedRank rank, Context inner) {
        this.network = network;
        this.rank = rank;
        this.inner = inner;
        for (int port = 1; port <= inner.attributes().ports(); port++) {
            wires.add(network.addWire(rank));
        }
    }

    TimedNetwork network() {
        return network;
    }

    TimedRank rank() {
        return rank;
    }

    Wire wire(int port) {
        return wires.get(port - 1);
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
        throw new VerbsException(VerbsException.EOPNOTSUPP, "no XRC in virtual time");
    }

    @Override
    public QueuePair createQp(QpInit init) {
        QpInit below =
                new QpInit(
                        init.type(),
                        ((TimedDomain) init.pd()).inner(),
                        ((TimedCq) init.sendCq()).inner(),
                        ((TimedCq) init.recvCq()).inner(),
                        init.srq() == null ? null : ((TimedSrq) init.srq()).inner(),
                        null,
                        init.maxSendWr(),
                        init.maxRecvWr(),
                        init.maxSendSge(),
                        init.maxRecvSge(),
                        init.maxInline(),
                        init.signalAll());
        return new TimedQp(this, init, inner.createQp(below));
    }

    @Override
    public BufferArea allocate(long bytes) {
        return inner.allocate(bytes);
    }

    @Override
    public boolean nextEvent(AsyncEvent into, long timeoutNanos) {
        return inner.nextEvent(into, timeoutNanos);
    }

    @Override
    public void close() {
        inner.close();
    }
}
