package org.strata.testkit;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.btl.ReceiveQueue;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A {@link FakeBtl} with receive queues, whose adapters are in the {@link SimQueueNet}. */
public final class SimQueueBtl extends FakeBtl implements QueueBtl {
    static final int MAX_INLINE = 32;
    private static final int STEPS = 4;

    private final SimQueueNet net;
    private final FakeRank rank;
    private final Map<Integer, SimReceiveQueue> queues = new TreeMap<>();
    private final boolean[] failed;

    /** Queues of each peer that this rank has sent to and not forgotten. */
    private final List<Set<Integer>> used = new ArrayList<>();

    private int announced;

    /** No number below this one is free; numbers are used again as soon as they may be. */
    private int lowestFree = 1;

    /** The registration used last, kept as a cache would; it allocates nothing to use it again. */
    private Registration kept;

    SimQueueBtl(SimQueueNet net, FakeRank rank, BtlErrorHandler errors) {
        super(net.wire(), rank, errors);
        this.net = net;
        this.rank = rank;
        this.failed = new boolean[rank.job().size()];
        for (int peer = 0; peer < failed.length; peer++) {
            used.add(new HashSet<>());
        }
        net.attach(rank.rank(), this);
    }

    void wake() {
        rank.engine().wake();
    }

    /** Returns an open queue, or a closed one that is not released; null for other numbers. */
    SimReceiveQueue queue(int number) {
        return queues.get(number);
    }

    void remove(SimReceiveQueue queue) {
        queues.remove(queue.number());
        lowestFree = Math.min(lowestFree, queue.number());
    }

    private static int peer(BtlEndpoint endpoint) {
        return endpoint.peer().rank();
    }

    @Override
    public void useQueues(int lanes, int rnrTimer) {
        announced = lanes;
    }

    @Override
    public long maxMessage() {
        return net.longest();
    }

    @Override
    public int maxInline() {
        return MAX_INLINE;
    }

    @Override
    public int lanes(BtlEndpoint endpoint) {
        return peer(endpoint) == rank.rank() ? 0 : Math.min(announced, net.lanes());
    }

    @Override
    public ReceiveQueue open(BtlEndpoint endpoint, int depth, int before, ArrivalCallback arrival) {
        synchronized (net) {
            int number = lowestFree;
            while (queues.containsKey(number)) {
                number++;
            }
            lowestFree = number + 1;
            SimReceiveQueue made =
                    new SimReceiveQueue(this, net, number, peer(endpoint), depth, before, arrival);
            queues.put(number, made);
            return made;
        }
    }

    @Override
    public int sendTo(
            BtlEndpoint endpoint,
            int lane,
            int queue,
            int immediate,
            long address,
            long length,
            Registration registration,
            SentCallback callback,
            Object context) {
        if (lane < 0 || lane >= lanes(endpoint) || length > net.longest()) {
            throw new AssertionError("lane " + lane + ", " + length + " bytes");
        }
        if (broken(peer(endpoint))) {
            return Rc.LINK_FAILED;
        }
        if (net.wire().refuses()) {
            return Rc.NO_RESOURCE;
        }
        used.get(peer(endpoint)).add(queue);
        net.send(
                rank.rank(),
                peer(endpoint),
                lane,
                queue,
                immediate,
                address,
                length,
                registration,
                callback,
                context,
                endpoint);
        return Rc.OK;
    }

    @Override
    public boolean departed(BtlEndpoint endpoint, int lane) {
        return net.departed(rank.rank(), peer(endpoint), lane);
    }

    @Override
    public void recall(BtlEndpoint endpoint, int lane) {
        net.recall(rank.rank(), peer(endpoint), lane);
    }

    @Override
    public void forget(BtlEndpoint endpoint, int queue) {
        used.get(peer(endpoint)).remove(queue);
    }

    /** Returns whether this rank may still send to a queue of a peer. */
    boolean uses(int peer, int queue) {
        return used.get(peer).contains(queue);
    }

    int rank() {
        return rank.rank();
    }

    @Override
    public void halt(BtlEndpoint endpoint, QuietCallback quiet) {
        net.halt(rank.rank(), peer(endpoint), endpoint, quiet);
    }

    @Override
    public void resume(BtlEndpoint endpoint) {
        net.resume(rank.rank(), peer(endpoint));
    }

    @Override
    public Registration register(
            BtlEndpoint endpoint, long address, long length, int access, Object owner) {
        Registration known = kept;
        if (known != null
                && known.address() == address
                && known.length() == length
                && known.access() == access) {
            kept = null;
            return known;
        }
        return super.register(endpoint, address, length, access, owner);
    }

    @Override
    public void deregister(Registration registration) {
        if (kept != null) {
            super.deregister(kept);
        }
        kept = registration;
    }

    @Override
    public int progress() {
        net.run(STEPS);
        for (int peer = 0; peer < failed.length; peer++) {
            if (!failed[peer] && broken(peer)) {
                failed[peer] = true;
                net.fail(rank.rank(), peer);
            }
        }
        int told = net.deliver(rank.rank());
        return told + super.progress();
    }
}
