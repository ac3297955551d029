package org.strata.launcher.job;

import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.io.Forwarding;
import org.strata.launcher.io.RankPipes;
import org.strata.launcher.map.Binder;
import org.strata.launcher.map.CpuSet;
import org.strata.launcher.map.MapReport;
import org.strata.launcher.map.Plan;
import org.strata.launcher.map.Plan.PlannedRank;
import org.strata.launcher.map.Topology;
import org.strata.launcher.program.Programs.Launch;
import org.strata.launcher.program.RankCommand;
import org.strata.launcher.program.RankNames;
import org.strata.launcher.raw.RankStart;
import org.strata.mca.base.LocalHost;
import org.strata.opal.sys.HostFiles;
import org.strata.opal.sys.HostMemory;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.IntConsumer;

/** Starts the processes of a world, and connects their input and output. */
final class ProcessStarter {
    private static final File NOTHING = HostFiles.nothing().toFile();
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private final JobRequest request;
    private final Session session;
    private final Path contact;
    private final Sentinel sentinel;
    private final Forwarding forwarding;
    private final Console console;
    private final Queue<JobEvent> events;
    private final Binder binder;
    private final RemoteNodes others;
    private final Topology topology;
    private final CoreClaim cores;
    private final long memory = HostMemory.usable();

    ProcessStarter(
            JobRequest request,
            Session session,
            Path contact,
            Sentinel sentinel,
            Forwarding forwarding,
            Console console,
            Queue<JobEvent> events,
            RemoteNodes others,
            Topology topology) {
        this.request = request;
        this.session = session;
        this.contact = contact;
        this.sentinel = sentinel;
        this.forwarding = forwarding;
        this.console = console;
        this.events = events;
        this.others = others;
        this.topology = topology;
        cores = new CoreClaim(session.directory(), LocalHost.name(), topology, PROCESSORS);
        binder = new Binder(request.binding().optional(), console::warn);
    }

    /**
     * Starts all processes of a plan that run on this host; the others are expected from the
     * daemons of theirs.
     *
     * @param launches what each program is started with; null for one that has no process here
     * @param directories the working directory of each program
     * @param environment makes the processes' environments
     * @param first number of the first process
     * @param ranks where to add them, by number
     * @param streams gets the number of streams that each writes to, also of one that fails then
     * @throws IOException when one cannot be started; those before it have been added
     */
    void start(
            Plan plan,
            List<Launch> launches,
            List<Path> directories,
            RankEnvironment environment,
            int first,
            List<RankProcess> ranks,
            IntConsumer streams)
            throws IOException {
        NodeNumbers nodes = new NodeNumbers(plan);
        Iterator<RankPipes> pipes = pipes(plan, nodes);
        Iterator<CpuSet> free = freeCores(plan, nodes, launches, first);
        for (Plan.PlannedRank rank : plan.ranks()) {
            int number = first + rank.number();
            int node = nodes.of(rank);
            if (node != 0) {
                RankNames names = command(plan, rank.host()).names(number);
                streams.accept(expect(names, first, node, ranks));
                continue;
            }
            Launch launch = launches.get(rank.program());
            CpuSet core = leftToHost(rank) && bindable(launch) ? free.next() : CpuSet.EMPTY;
            Map<String, String> variables =
                    environment.ofRank(rank, launch, session.jobId(), contact);
            List<String> words =
                    command(plan, rank.host())
                            .words(
                                    launch,
                                    number,
                                    request.debuggers().option(number),
                                    core.isEmpty() ? 0 : PROCESSORS,
                                    variables);
            RankStart start =
                    new RankStart(
                            launch.fitting(
                                    words, session.directory().resolve("arguments." + number)),
                            directories.get(rank.program()),
                            variables,
                            session.directory().resolve("start." + number));
            start.streams().redirectInput(stdin(number, first > 0));
            try (RankPipes own = pipes.next()) {
                own.attach(start.streams());
                Process process = start(start, rank, launch, core);
                own.started(process);
                sentinel.watch(process.pid());
                RankNames names = command(plan, rank.host()).names(number);
                streams.accept(own.separateErrors() ? 2 : 1);
                follow(names, process, own);
                ranks.add(RankProcess.here(number, first, process));
            }
        }
    }

    /** Starts the threads that bring what a process writes, and tell its end. */
    private void follow(RankNames names, Process process, RankPipes pipes) throws IOException {
        try {
            forwarding.start(names, pipes, () -> events.add(JobEvent.streamEnd()));
            await(names.rank(), process);
        } catch (IOException e) {
            // Nobody would see its end.
            process.destroyForcibly();
            throw e;
        } catch (OutOfMemoryError e) {
            // The JVM throws it, too, when the system makes no thread.
            process.destroyForcibly();
            throw new IOException(e.getMessage(), e);
        }
    }

    private Process start(RankStart start, Plan.PlannedRank rank, Launch launch, CpuSet core)
            throws IOException {
        if (!core.isEmpty()) {
            return binder.startDefault(start, core);
        }
        return launch.java()
                ? binder.startJava(start, rank.cpus())
                : binder.start(start, rank.cpus());
    }

    /**
     * Returns whether a program's thread may be bound by default: a java command, whose JVM is told
     * how many processors there are. A wrapper such as taskset decides by itself.
     */
    private static boolean bindable(Launch launch) {
        return launch.java() && launch.wrapper() == 0;
    }

    private boolean leftToHost(Plan.PlannedRank rank) {
        return request.binding().byDefault() && rank.cpus().isEmpty();
    }

    /** Returns the core of each rank of this host that gets one by default. */
    private Iterator<CpuSet> freeCores(
            Plan plan, NodeNumbers nodes, List<Launch> launches, int first) {
        List<Plan.PlannedRank> own =
                plan.ranks().stream()
                        .filter(rank -> nodes.of(rank) == 0 && leftToHost(rank))
                        .toList();
        int bindable =
                (int) own.stream().filter(rank -> bindable(launches.get(rank.program()))).count();
        List<CpuSet> free = bindable == 0 ? List.of() : cores.take(bindable);
        if (request.binding().report()) {
            Iterator<CpuSet> next = free.iterator();
            for (Plan.PlannedRank rank : own) {
                boolean bound = bindable(launches.get(rank.program()));
                CpuSet core = bound ? next.next() : CpuSet.EMPTY;
                console.say(MapReport.line(first + rank.number(), core, topology, true));
            }
        }
        return free.iterator();
    }

    private RankCommand command(Plan plan, int host) {
        int ranks = plan.ranksOn(host).stream().mapToInt(PlannedRank::nodeRank).max().orElse(0) + 1;
        return new RankCommand(plan.hosts().get(host).name(), session.jobId(), ranks, memory);
    }

    private Iterator<RankPipes> pipes(Plan plan, NodeNumbers nodes) throws IOException {
        int count = (int) plan.ranks().stream().filter(rank -> nodes.of(rank) == 0).count();
        return count == 0
                ? Collections.emptyIterator()
                : RankPipes.make(session.directory(), count, request.output().merge()).iterator();
    }

    /** A daemon starts it later: what it writes is forwarded from there. */
    private int expect(RankNames names, int first, int node, List<RankProcess> ranks)
            throws IOException {
        int number = names.rank();
        RemoteProcess process = others.process(node, number, request.output().merge());
        ranks.add(RankProcess.on(node, number, first, process));
        return forwarding.start(
                names, process.output(), process.errors(), () -> events.add(JobEvent.streamEnd()));
    }

    private void await(int number, Process process) {
        Thread.ofPlatform()
                .daemon()
                .name("strata-wait-" + number)
                .start(() -> reportExit(number, process));
        console.detail("rank " + number + " is process " + process.pid());
    }

    private void reportExit(int number, Process process) {
        try {
            events.add(JobEvent.exit(number, process.waitFor()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A single reader gets mpirun's own input, untouched; several are fed copies. */
    private Redirect stdin(int number, boolean spawned) {
        if (spawned || !request.stdin().goesTo(number)) {
            return Redirect.from(NOTHING);
        }
        return request.stdin().all() ? Redirect.PIPE : Redirect.INHERIT;
    }
}
