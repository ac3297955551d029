package org.strata.tests.simulation;

import org.strata.bml.r2.R2Bml;
import org.strata.btl.self.SelfComponent;
import org.strata.btl.self.SelfConfig;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.mca.proc.Proc;
import org.strata.opal.counters.Counters;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.pml.ob1.Ob1Config;
import org.strata.pml.ob1.Ob1Pml;
import org.strata.pml.tupleq.TupleqConfig;
import org.strata.pml.tupleq.TupleqPml;
import org.strata.testkit.FakeBtlComponent;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.FakeWire;
import org.strata.testkit.SimQueueComponent;
import org.strata.testkit.SimQueueNet;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A job of ranks with tupleq on ob1, over adapters that match, driven by one thread. */
final class TupleqJob implements AutoCloseable {
    /** Longest message to a queue. */
    static final int LONGEST = 60_000;

    final FakeJob job;
    final SimQueueNet net;

    /** Joins the ranks beside the queues' link. */
    final FakeWire queuesWire;

    final List<Pml> pmls = new ArrayList<>();
    final Counters counters = new Counters();
    private final List<CommContext[]> comms = new ArrayList<>();
    private final Arena arena = Arena.ofShared();

    /**
     * Over other adapters than simulated ones.
     *
     * @param link makes a rank's link with queues
     */
    TupleqJob(int ranks, TupleqConfig config, Function<FakeRank, BtlComponent> link) {
        job = FakeJob.of(ranks);
        queuesWire = null;
        net = null;
        for (FakeRank rank : job.ranks()) {
            List<BtlComponent> links = List.of(self(rank), link.apply(rank));
            pmls.add(open(rank, new R2Bml(links, rank.proc(rank.rank())), config));
            comms.add(new CommContext[8]);
        }
    }

    TupleqJob(int ranks, long seed, TupleqConfig config, boolean secondLink) {
        job = FakeJob.of(ranks);
        queuesWire = new FakeWire(ranks, FakeBtlConfig.of(FakeBtlConfig.REGISTERED_RDMA));
        net = new SimQueueNet(queuesWire, ranks, seed, LONGEST, config.lanes() + 1);
        FakeWire second =
                new FakeWire(
                        ranks, FakeBtlConfig.named("second", FakeBtlConfig.SEND_ONLY, 512, 2048));
        for (FakeRank rank : job.ranks()) {
            List<BtlComponent> links = new ArrayList<>();
            links.add(self(rank));
            links.add(new SimQueueComponent(net, rank));
            if (secondLink) {
                links.add(new FakeBtlComponent(second, rank));
            }
            pmls.add(open(rank, new R2Bml(links, rank.proc(rank.rank())), config));
            comms.add(new CommContext[8]);
        }
    }

    private static BtlComponent self(FakeRank rank) {
        return new SelfComponent(
                SelfConfig.defaults(), rank.environment(), rank.engine(), rank.activeMessages());
    }

    /** Lets simulated adapters do so many things; others do theirs when they are polled. */
    void runAdapters(int steps) {
        if (net != null) {
            net.run(steps);
        }
    }

    private Pml open(FakeRank rank, R2Bml bml, TupleqConfig config) {
        Ob1Config ob1 = Ob1Config.defaults().withFirstSequence(-1);
        Ob1Pml below = new Ob1Pml(ob1, bml, rank.activeMessages(), rank.engine());
        TupleqPml pml =
                new TupleqPml(
                        config,
                        below,
                        bml,
                        rank.oob(),
                        rank.engine(),
                        rank.rank(),
                        notice -> {
                            throw new AssertionError(notice);
                        });
        pml.publish(counters);
        pml.open();
        return pml;
    }

    /** Returns a rank's view of a communicator of all ranks. */
    CommContext comm(int rank, int id) {
        if (comms.get(rank)[id] == null) {
            Proc[] peers = job.rank(rank).procs().toArray(new Proc[0]);
            comms.get(rank)[id] = new CommContext(id, rank, peers, rank);
            pmls.get(rank).addComm(comms.get(rank)[id]);
        }
        return comms.get(rank)[id];
    }

    /** Returns memory, filled with a byte. */
    long memory(int bytes, int fill) {
        long address = Memory.allocate(arena, Math.max(1, bytes), 64);
        Memory.all().asSlice(address, bytes).fill((byte) fill);
        return address;
    }

    /** Sends so many bytes, each of them {@code fill}. */
    PmlRequest send(int from, int to, int tag, int bytes, int fill, SendMode mode) {
        return pmls.get(from).isend(buf(memory(bytes, fill), bytes), to, tag, mode, comm(from, 0));
    }

    PmlRequest send(int from, int to, int tag, int bytes, int fill) {
        return send(from, to, tag, bytes, fill, SendMode.STANDARD);
    }

    PmlRequest receive(int at, int from, int tag, long address, int bytes) {
        return pmls.get(at).ireceive(buf(address, bytes), from, tag, comm(at, 0));
    }

    static Buf buf(long address, long bytes) {
        return new Buf(null, address, bytes, DataLayouts.BYTE);
    }

    /** Waits for a request, releases it and returns its result. */
    int finish(String what, PmlRequest request) {
        job.progressUntil(what, request::isDone);
        int rc = request.error;
        request.release();
        return rc;
    }

    /** Lets everything happen that can. */
    void settle() {
        job.progressTimes(300);
    }

    static int byteAt(long address, int index) {
        return Memory.getByte(address + index);
    }

    /** Returns the sum of all ranks' counters of one name. */
    long count(String name) {
        return counters.all().stream()
                .filter(each -> each.name().equals("pml_tupleq_" + name))
                .mapToLong(each -> each.value().getAsLong())
                .sum();
    }

    @Override
    public void close() {
        pmls.forEach(Pml::close);
        job.close();
        arena.close();
    }
}
