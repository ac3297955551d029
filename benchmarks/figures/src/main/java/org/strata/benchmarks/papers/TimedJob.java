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
import org.strata.opal.counters.RareEvents;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.progress.Completion;
import org.strata.opal.time.Clock;
import org.strata.pml.base.match.Matching;
import org.strata.pml.ob1.Ob1Component;
import org.strata.pml.ob1.Ob1Config;
import org.strata.pml.tupleq.TupleqConfig;
import org.strata.pml.tupleq.TupleqPml;
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
import java.util.function.LongSupplier;
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
    private final Map<String, String> options;
    private final Parameters parameters;
    private final boolean tupleq;
    private final FakeJob job;
    private final List<Member> members = new ArrayList<>();
    private boolean hinted;

    /** One rank and what it is to do, in order: each step may start one operation, or none. */
    private static final class Member {
        private final FakeRank rank;
        private final TimedRank time;
        private final ApplicationMemory memory = new ApplicationMemory();
        private final ArrayDeque<Supplier<PmlRequest>> program = new ArrayDeque<>();
        private final List<PmlRequest> started = new ArrayList<>();
        private final Counters counters = new Counters();
        private Pml pml;
        private CommContext world;
        private PmlRequest current;
        private HintedReceive hint;
        private R2Bml bml;
        private LongSupplier looks;
        private LongSupplier found;
        private final List<LongSupplier> copied = new ArrayList<>();
        private long looksCharged;
        private long foundCharged;
        private LongSupplier mirrored;
        private long copiedCharged;
        private long mirroredCharged;

        Member(FakeRank rank, TimedRank time) {
            this.rank = rank;
            this.time = time;
            // Nothing here is freed before the job.
            memory.setFinder(address -> new ApplicationMemory.Range(0, Long.MAX_VALUE));
        }

        boolean idle() {
            return current == null && hint == null && program.isEmpty();
        }

        /** One poll, and what comes after the operation that it may have ended. */
        int step() {
            int events = hint == null ? rank.progress() : hint.poll();
            charge();
            endHint();
            while (hint == null && (current == null || current.isDone())) {
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
                charge();
                endHint();
            }
            return events;
        }

        private void endHint() {
            if (hint != null && hint.isOver()) {
                current = hint.request();
                hint = null;
                time.spin(false);
            }
        }

        /** Receives by looking where the source writes to; there is no request so far. */
        PmlRequest receive(HintedReceive receive) {
            hint = receive;
            time.spin(true);
            return null;
        }

        /** What is found by looking at memory, or copied by the PML, makes no completion. */
        private void charge() {
            long copiedNow = 0;
            for (LongSupplier bytes : copied) {
                copiedNow += bytes.getAsLong();
            }
            time.copy(copiedNow - copiedCharged);
            copiedCharged = copiedNow;
            long mirroredNow = mirrored.getAsLong();
            time.mirror(mirroredNow - mirroredCharged);
            mirroredCharged = mirroredNow;
            long looksNow = looks.getAsLong();
            long foundNow = found.getAsLong();
            time.look(looksNow - looksCharged);
            time.handle(foundNow - foundCharged);
            looksCharged = looksNow;
            foundCharged = foundNow;
        }

        /** Returns how to read a counter, which is 0 where no component has it. */
        private LongSupplier counter(String name) {
            return counters.all().stream()
                    .filter(counter -> counter.name().equals(name))
                    .map(Counters.Counter::value)
                    .findFirst()
                    .orElse(() -> 0);
        }

        private void check(PmlRequest over) {
            if (over.error != Rc.OK) {
                throw new IllegalStateException(rank + ": " + Rc.name(over.error));
            }
        }
    }

    /**
     * @param ports of each rank's one adapter
     * @param options parameters of ob1, tupleq, openib and the cache, by Open MPI's names; {@code
     *     pml} may be tupleq
     */
    TimedJob(int ranks, Costs costs, int ports, Map<String, String> options) {
        this(ranks, 1, costs, ports, options);
    }

    /**
     * @param perAdapter ranks that share an adapter
     */
    TimedJob(int ranks, int perAdapter, Costs costs, int ports, Map<String, String> options) {
        this.options = options;
        parameters = parameters(options);
        tupleq = "tupleq".equals(options.get("pml"));
        network = new TimedNetwork(costs, perAdapter);
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
        Counters counters = member.counters;
        GrdmaComponent caches =
                new GrdmaComponent(
                        GrdmaConfig.from(parameters.section("rcache", "grdma")),
                        member.memory,
                        member.time,
                        new Silence(),
                        counters,
                        new RareEvents());
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
        member.bml = bml;
        Ob1Config config = Ob1Config.from(parameters.section("pml", "ob1"));
        Pml ob1 =
                new Ob1Component(
                                config,
                                bml,
                                rank.activeMessages(),
                                rank.engine(),
                                counters,
                                new Silence(),
                                Clock.SYSTEM)
                        .pml();
        member.pml = tupleq ? tupleq(ob1, bml, member) : ob1;
        member.pml.open();
        Proc[] peers = rank.procs().toArray(new Proc[0]);
        member.world = new CommContext(0, rank.rank(), peers, rank.rank());
        member.pml.addComm(member.world);
        member.looks = member.counter("btl_openib_fast_polls");
        member.found = member.counter("btl_openib_fast_received");
        member.copied.add(member.counter("pml_tupleq_copied_bytes"));
        member.copied.add(member.counter("btl_openib_fast_received_bytes"));
        if ("fixed_guarded".equals(options.get("btl_openib_eager_rdma_layout"))) {
            // Looking for each byte's mark and taking it out is as much work as a copy.
            member.copied.add(member.counter("btl_openib_fast_received_bytes"));
        }
        member.mirrored = member.counter("btl_openib_fast_mirrored_bytes");
        member.time.setStep(member::step);
        return member;
    }

    private Pml tupleq(Pml ob1, R2Bml bml, Member member) {
        FakeRank rank = member.rank;
        TupleqPml pml =
                new TupleqPml(
                        TupleqConfig.from(parameters.section("pml", "tupleq")),
                        ob1,
                        bml,
                        network.oob(member.time, this::time, rank.oob()),
                        rank.engine(),
                        rank.rank(),
                        notice -> {
                            throw new IllegalStateException(notice);
                        });
        pml.publish(member.counters);
        return pml;
    }

    /** Returns a rank's clock and what it has spent. */
    TimedRank time(int rank) {
        return members.get(rank).time;
    }

    /** Returns a rank's MPI_COMM_WORLD. */
    CommContext world(int rank) {
        return members.get(rank).world;
    }

    /** Returns the nanoseconds in which a rank's ports have moved data out, summed over ports. */
    long busy(int rank) {
        return network.busy(time(rank));
    }

    /** Returns a rank's counters. */
    Map<String, Long> counters(int rank) {
        return members.get(rank).counters.read();
    }

    /** Returns how often a message came to a receiver that was not ready. */
    long refusals() {
        return network.refusals();
    }

    private Supplier<PmlRequest> sending(int rank, long address, int bytes, int to, int tag) {
        Member member = members.get(rank);
        return () ->
                member.pml.isend(
                        new Buf(null, address, bytes, DataLayouts.BYTE),
                        to,
                        tag,
                        SendMode.STANDARD,
                        member.world);
    }

    private Supplier<PmlRequest> receiving(int rank, long address, int bytes, int from, int tag) {
        Member member = members.get(rank);
        return () ->
                member.pml.ireceive(
                        new Buf(null, address, bytes, DataLayouts.BYTE), from, tag, member.world);
    }

    /** Adds a blocking send to what a rank does. */
    void send(int rank, long address, int bytes, int to) {
        members.get(rank).program.add(sending(rank, address, bytes, to, 0));
    }

    /** Adds a blocking receive. */
    void receive(int rank, long address, int bytes, int from) {
        Supplier<PmlRequest> request = receiving(rank, address, bytes, from, 0);
        members.get(rank)
                .program
                .add(hinted ? () -> receiveHinted(rank, address, bytes, from, request) : request);
    }

    private PmlRequest receiveHinted(
            int rank, long address, int bytes, int from, Supplier<PmlRequest> request) {
        Member member = members.get(rank);
        return member.receive(
                new HintedReceive(
                        member.rank,
                        member.bml.endpoint(member.rank.proc(from)).eager[0],
                        Matching.of(member.world).peer(from),
                        address,
                        bytes,
                        request));
    }

    /**
     * Has blocking receives that are added from now on look where their source writes to, as those
     * of ob1 do; without this, every look is at all that the rank polls.
     */
    void hintReceives() {
        hinted = true;
    }

    /** Adds a non-blocking send, which {@link #wait} ends. */
    void isend(int rank, long address, int bytes, int to) {
        isend(rank, address, bytes, to, 0);
    }

    void isend(int rank, long address, int bytes, int to, int tag) {
        start(rank, sending(rank, address, bytes, to, tag));
    }

    /** Adds a non-blocking receive, which {@link #wait} ends. */
    void ireceive(int rank, long address, int bytes, int from) {
        ireceive(rank, address, bytes, from, 0);
    }

    void ireceive(int rank, long address, int bytes, int from, int tag) {
        start(rank, receiving(rank, address, bytes, from, tag));
    }

    /** An operation that its rank's program starts, and ends when it is to wait for it. */
    static final class Operation implements Completion {
        private PmlRequest request;

        @Override
        public boolean isDone() {
            return request != null && request.isDone();
        }
    }

    /** Adds a non-blocking send, which {@link #end} ends. */
    Operation beginSend(int rank, long address, int bytes, int to, int tag) {
        return begin(rank, sending(rank, address, bytes, to, tag));
    }

    /** Adds a non-blocking receive, which {@link #end} ends. */
    Operation beginReceive(int rank, long address, int bytes, int from, int tag) {
        return begin(rank, receiving(rank, address, bytes, from, tag));
    }

    private Operation begin(int rank, Supplier<PmlRequest> starts) {
        Operation operation = new Operation();
        then(rank, () -> operation.request = starts.get());
        return operation;
    }

    /** Adds a wait for one operation. */
    void end(int rank, Operation operation) {
        members.get(rank).program.add(() -> operation.request);
    }

    private void start(int rank, Supplier<PmlRequest> operation) {
        Member member = members.get(rank);
        then(rank, () -> member.started.add(operation.get()));
    }

    /** Adds a wait for the oldest non-blocking operations, so many of them. */
    void wait(int rank, int count) {
        Member member = members.get(rank);
        for (int i = 0; i < count; i++) {
            member.program.add(member.started::removeFirst);
        }
    }

    /** Adds work outside of MPI: the rank makes no progress meanwhile. */
    void compute(int rank, long nanos) {
        then(rank, () -> members.get(rank).time.compute(nanos));
    }

    /** Adds a send and a receive at once. */
    void exchange(int rank, long from, long into, int bytes, int peer) {
        ireceive(rank, into, bytes, peer);
        send(rank, from, bytes, peer);
        wait(rank, 1);
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
