package org.strata.pml.tupleq;

import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.FakeWire;
import org.strata.testkit.SimQueueBtl;
import org.strata.testkit.SimQueueComponent;
import org.strata.testkit.SimQueueNet;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/**
 * Two ranks over simulated adapters that match, with a part of tupleq under test at one of them.
 */
final class TwoRanks implements AutoCloseable {
    static final int SENDER = 0;
    static final int RECEIVER = 1;
    static final int LANES = 1;
    static final int LONGEST = 4096;

    final FakeJob job = FakeJob.of(2);
    final List<FakePml> below = FakePml.of(job, 0);
    final List<Control> controls = new ArrayList<>();
    final TupleqCounters counters = new TupleqCounters();
    private final List<SimQueueBtl> btls = new ArrayList<>();
    private final Arena arena = Arena.ofShared();

    TwoRanks() {
        FakeWire wire = new FakeWire(2, FakeBtlConfig.of(FakeBtlConfig.REGISTERED_RDMA));
        SimQueueNet net = new SimQueueNet(wire, 2, 7, LONGEST, LANES + 1);
        for (FakeRank rank : job.ranks()) {
            SimQueueComponent component = new SimQueueComponent(net, rank);
            SimQueueBtl btl =
                    (SimQueueBtl)
                            component
                                    .open((one, peer, rc, why) -> {}, new StringBuilder())
                                    .getFirst();
            btl.useQueues(LANES + 1, 0);
            btls.add(btl);
            controls.add(new Control(rank.oob(), rank.engine()));
            controls.getLast().open();
        }
    }

    /** Returns settings without copies, with one lane and first number 0. */
    static TupleqConfig config(int maxQueues, int depth) {
        return config(maxQueues, depth, 1 << 20);
    }

    /**
     * As the other one.
     *
     * @param pool bytes of all notices
     */
    static TupleqConfig config(int maxQueues, int depth, long pool) {
        return new TupleqConfig(
                0, "ob1", 0, 0, maxQueues, depth, LANES, 0, 100, false, false, 0, true, pool);
    }

    SimQueueBtl btl(int rank) {
        return btls.get(rank);
    }

    /** Returns the other rank, as a rank sees it. */
    QueuePeer peer(int rank) {
        SimQueueBtl btl = btls.get(rank);
        Proc other = job.rank(rank).proc(1 - rank);
        BmlEndpoint links = new BmlEndpoint(other);
        BtlLink link = new BtlLink(btl, btl.addPeer(other, new StringBuilder()));
        links.send = new BtlLink[] {link};
        return new QueuePeer(links, link, new RegisteredBlocks(btl), LANES);
    }

    CommContext context(int rank) {
        Proc[] peers = job.rank(rank).procs().toArray(new Proc[0]);
        return new CommContext(5, rank, peers, rank);
    }

    /** Returns what comes from the sender, in a mode that it has reached without an event. */
    IncomingPair incoming(InMode mode, long first) {
        TupleComm comm = new TupleComm(context(RECEIVER), new TupleqCounters());
        return new IncomingPair(comm, SENDER, peer(RECEIVER), true, mode, first);
    }

    /** Returns what goes to the receiver, in a mode that it has reached in the usual order. */
    OutgoingPair outgoing(OutMode mode, long first) {
        LaneTable<OutTuple> lanes = new LaneTable<>(LANES);
        OutgoingPair out =
                new OutgoingPair(context(SENDER), RECEIVER, peer(SENDER), lanes, true, first);
        for (OutMode next : OutMode.values()) {
            if (next != OutMode.TUPLE && next.compareTo(mode) <= 0) {
                out.become(next);
            }
        }
        return out;
    }

    Buf buf(long bytes) {
        return new Buf(null, Memory.allocate(arena, bytes, 64), bytes, DataLayouts.BYTE);
    }

    /** Returns the control messages that a rank has got since the last call. */
    List<Control.Message> controls(int rank) {
        List<Control.Message> all = new ArrayList<>();
        for (Control.Message m = controls.get(rank).poll();
                m != null;
                m = controls.get(rank).poll()) {
            all.add(m);
        }
        return all;
    }

    /** Lets the adapters move what can move, and reports it to both ranks. */
    void run() {
        for (int i = 0; i < 50; i++) {
            btls.forEach(SimQueueBtl::progress);
        }
    }

    @Override
    public void close() {
        job.close();
        arena.close();
    }
}
