package org.strata.benchmarks.papers;

import org.strata.bml.r2.R2Bml;
import org.strata.btl.openib.OpenibComponent;
import org.strata.btl.openib.OpenibConfig;
import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.mca.proc.Proc;
import org.strata.mca.rcache.ApplicationMemory;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.pml.ob1.Ob1Component;
import org.strata.pml.ob1.Ob1Config;
import org.strata.rcache.GrdmaComponent;
import org.strata.rcache.GrdmaConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.timed.Costs;
import org.strata.testkit.timed.TimedNetwork;
import org.strata.testkit.timed.TimedRank;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A job of real ob1, r2, openib and registration caches, all ranks in this JVM, in virtual time:
 * what a rank does and what its adapter does take the time that {@link Costs} says. The same
 * parameters give the same times, to the nanosecond.
 */
final class TimedJob implements AutoCloseable {
    private final TimedNetwork network;
    private final SoftFabric fabric;
    private final SoftConfig adapters;
    private final Parameters parameters;
    private final FakeJob job;
    private final List<Member> members = new ArrayList<>();

    /** One rank and what it is to do, in order: each step may start one operation, or none. */
    private static final class Member {
        private final FakeRank rank;
        private final TimedRank time;
        private final ApplicationMemory memory = new ApplicationMemory();
        private final ArrayDeque<Supplier<PmlRequest>> program = new ArrayDeque<>();
        private Pml pml;
        private CommContext world;
        private PmlRequest current;

        Member(FakeRank rank, TimedRank time) {
            this.rank = rank;
            this.time = time;
            // Nothing here is freed before the job.
            memory.setFinder((address, length) -> ApplicationMemory.PERMANENT);
        }

        boolean idle() {
            return current == null && program.isEmpty();
        }

        /** One poll, and what comes after the operation that it may have ended. */
        int step() {
            int events = rank.progress();
            while (current == null || current.isDone()) {
                if (current != null) {
                    check(current);
                    current.release();
                    current = null;
                    events++;
                }
                Supplier<PmlRequest> next = program.poll();
                if (next == null) {
                    return events;
                }
                events++;
                current = next.get();
            }
            return events;
        }

        private void check(PmlRequest over) {
            if (over.error != Rc.OK) {
                throw new IllegalStateException(rank + ": " + Rc.name(over.error));
            }
        }
    }

    /**
     * @param ports of each rank's one adapter
     * @param options parameters of ob1, openib and the cache, by Open MPI's names
     */
    TimedJob(int ranks, Costs costs, int ports, Map<String, String> options) {
        parameters = parameters(options);
        network = new TimedNetwork(costs);
        fabric = SoftFabric.inProcess(network::now, FaultPlan.NONE);
        // Nothing is pinned: registering costs what the model says.
        adapters =
                SoftConfig.defaults().withDevices(1, ports).withRegistration(0, SoftConfig.Pin.OFF);
        job = FakeJob.of(ranks);
        for (FakeRank rank : job.ranks()) {
            members.add(open(rank));
        }
    }

    private static Parameters parameters(Map<String, String> options) {
        Map<String, String> commandLine = new LinkedHashMap<>();
        ParameterSources.addCommandLine(commandLine, "btl", "openib");
        // A cache that looks after itself would need a thread, and real time.
        ParameterSources.addCommandLine(commandLine, "rcache_grdma_sweep_interval", "0");
        options.forEach((key, value) -> ParameterSources.addCommandLine(commandLine, key, value));
        ClassLoader loader = TimedJob.class.getClassLoader();
        Path here = Path.of("").toAbsolutePath();
        return Parameters.resolve(
                        new ParameterSources(
                                commandLine, Map.of(), List.of(), here, null, null, loader))
                .orThrow();
    }

    private Member open(FakeRank rank) {
        Member member = new Member(rank, network.addRank());
        Counters counters = new Counters();
        GrdmaComponent caches =
                new GrdmaComponent(
                        GrdmaConfig.from(parameters.section("rcache", "grdma")),
                        member.memory,
                        member.time,
                        new Silence(),
                        counters);
        OpenibComponent openib =
                new OpenibComponent(
                        OpenibConfig.from(parameters.section("btl", "openib")),
                        new OpenibComponent.Rank(
                                rank.environment(),
                                rank.oob(),
                                rank.activeMessages(),
                                rank.engine(),
                                member.time,
                                counters,
                                new Silence()),
                        new OpenibComponent.Adapters(
                                refusal ->
                                        network.adapters(
                                                member.time,
                                                new SoftProvider(adapters, fabric, text -> {})),
                                caches));
        R2Bml bml = new R2Bml(List.of(openib), rank.proc(rank.rank()));
        Ob1Config config = Ob1Config.from(parameters.section("pml", "ob1"));
        member.pml =
                new Ob1Component(
                                config,
                                bml,
                                rank.activeMessages(),
                                rank.engine(),
                                counters,
                                new Silence())
                        .pml();
        member.pml.open();
        Proc[] peers = rank.procs().toArray(new Proc[0]);
        member.world = new CommContext(0, rank.rank(), peers, rank.rank());
        member.pml.addComm(member.world);
        member.time.setStep(member::step);
        return member;
    }

    /** Returns a rank's clock and what it has spent. */
    TimedRank time(int rank) {
        return members.get(rank).time;
    }

    /** Returns the nanoseconds in which a rank's ports have moved data out, summed over ports. */
    long busy(int rank) {
        return network.busy(time(rank));
    }

    /** Adds a blocking send to what a rank does. */
    void send(int rank, long address, int bytes, int to) {
        Member member = members.get(rank);
        member.program.add(() ->
                member.pml.isend(
                        new Buf(null, address, bytes, DataLayouts.BYTE),
                        to,
                        0,
                        SendMode.STANDARD,
                        member.world));
    }

    /** Adds a blocking receive. */
    void receive(int rank, long address, int bytes, int from) {
        Member member = members.get(rank);
        member.program.add(() ->
                member.pml.ireceive(
                        new Buf(null, address, bytes, DataLayouts.BYTE), from, 0, member.world));
    }

    /** Adds a send and a receive at once. */
    void exchange(int rank, long from, long into, int bytes, int peer) {
        Member member = members.get(rank);
        receive(rank, into, bytes, peer);
        Supplier<PmlRequest> receive = member.program.removeLast();
        PmlRequest[] started = new PmlRequest[1];
        then(rank, () -> started[0] = receive.get());
        send(rank, from, bytes, peer);
        member.program.add(() -> started[0]);
    }

    /** Adds that a rank gives a buffer up, as by {@code MPI.freeMem}. */
    void giveUp(int rank, long address, int bytes) {
        then(rank, () -> members.get(rank).memory.invalidate(address, bytes));
    }

    /** Adds something that takes no time. */
    void then(int rank, Runnable action) {
        members.get(rank)
                .program
                .add(() -> {
                    action.run();
                    return null;
                });
    }

    /** Lets time pass until every rank has done what it is to do. */
    void run() {
        network.runUntil("the ranks", () -> members.stream().allMatch(Member::idle));
    }

    @Override
    public void close() {
        network.settle();
        members.forEach(member -> member.pml.close());
        job.close();
    }
}
