package org.strata.launcher.job;

import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.host.HostRanks;
import org.strata.launcher.host.JavaThreads;
import org.strata.launcher.host.ProcessTree;
import org.strata.launcher.host.SignalName;
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
import org.strata.launcher.session.Sentinel;
import org.strata.launcher.session.Session;
import org.strata.mca.base.LocalHost;
import org.strata.opal.sys.HostFiles;
import org.strata.opal.sys.HostMemory;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/** mpirun's own host, whose ranks are its children. */
final class OwnHost implements JobHost {
    private static final File NOTHING = HostFiles.nothing().toFile();

    /** JVMs that are asked for their threads at a time. */
    private static final int AT_A_TIME = 4;

    private final JobRequest request;
    private final Session session;
    private final Sentinel sentinel;
    private final JobOutput output;
    private final Queue<JobEvent> events;
    private final JobReporting reporting;
    private final Topology topology;
    private final HostRanks starter;
    private final Binder binder;
    private final ProcessTree tree;
    private final long memory = HostMemory.usable();
    private final Semaphore asking = new Semaphore(AT_A_TIME);
    private final Map<Integer, Process> processes = new HashMap<>();
    private Set<Long> doomed = new HashSet<>();

    /**
     * @param contact the file that ranks read to join the job
     * @param sentinel ends the processes if mpirun cannot
     * @param output shows what ranks write
     * @param events gets the ends of processes and of their streams
     * @param reporting takes the numbers of ranks that have ended
     * @param topology the cores that may be used
     */
    OwnHost(
            JobRequest request,
            Session session,
            Path contact,
            Sentinel sentinel,
            JobOutput output,
            Queue<JobEvent> events,
            JobReporting reporting,
            Topology topology) {
        this.request = request;
        this.session = session;
        this.sentinel = sentinel;
        this.output = output;
        this.events = events;
        this.reporting = reporting;
        this.topology = topology;
        starter = new HostRanks(session, contact, sentinel, topology);
        binder = new Binder(request.binding().optional(), output.console()::warn);
        tree = new ProcessTree(session.jobId());
    }

    @Override
    public int number() {
        return 0;
    }

    @Override
    public Starting begin(World world, int first) throws IOException {
        NodeNumbers nodes = new NodeNumbers(world.plan());
        List<PlannedRank> own =
                world.plan().ranks().stream().filter(rank -> nodes.of(rank) == 0).toList();
        if (own.isEmpty()) {
            return (rank, _) -> {
                throw new IllegalStateException("rank " + rank.number() + " is not here");
            };
        }
        Iterator<RankPipes> pipes =
                RankPipes.make(session.directory(), own.size(), request.output().merge())
                        .iterator();
        RankCommand command = command(world.plan(), own.getFirst().host());
        Iterator<CpuSet> cores = freeCores(world, own, first);
        return (rank, streams) -> {
            CpuSet core = leftToHost(rank) ? cores.next() : CpuSet.EMPTY;
            HostRanks.Start start = start(world, rank, first, core);
            try (RankPipes each = pipes.next()) {
                Process process = starter.start(start, world.parent(), command, binder, each);
                streams.accept(each.separateErrors() ? 2 : 1);
                follow(command.names(start.rank()), process, each);
                processes.put(start.rank(), process);
                boolean fed = start.input() == Redirect.PIPE;
                return new RankProcess(start.rank(), first, this, new LocalProcess(process, fed));
            }
        };
    }

    private HostRanks.Start start(World world, PlannedRank rank, int first, CpuSet core) {
        int number = first + rank.number();
        Map<String, String> variables = world.environment().ofProgram(rank.program());
        variables.putAll(world.environment().ofPlace(rank));
        return new HostRanks.Start(
                number,
                world.launches().get(rank.program()),
                world.directories().get(rank.program()),
                variables,
                request.debuggers().option(number),
                core,
                rank.cpus(),
                stdin(number, first > 0));
    }

    private RankCommand command(Plan plan, int host) {
        int ranks = plan.ranksOn(host).stream().mapToInt(PlannedRank::nodeRank).max().orElse(0) + 1;
        return new RankCommand(plan.hosts().get(host).name(), session.jobId(), ranks, memory);
    }

    private boolean leftToHost(PlannedRank rank) {
        return request.binding().byDefault() && rank.cpus().isEmpty();
    }

    /** Returns the core of each rank that is left to this host, in their order. */
    private Iterator<CpuSet> freeCores(World world, List<PlannedRank> own, int first) {
        List<PlannedRank> left = own.stream().filter(this::leftToHost).toList();
        Stream<Launch> launches = left.stream().map(rank -> world.launches().get(rank.program()));
        List<CpuSet> cores = starter.freeCores(launches.toList());
        if (request.binding().report()) {
            for (int i = 0; i < left.size(); i++) {
                int number = first + left.get(i).number();
                output.console().say(MapReport.line(number, cores.get(i), topology, true));
            }
        }
        return cores.iterator();
    }

    /** A single reader gets mpirun's own input, untouched; several are fed copies. */
    private Redirect stdin(int number, boolean spawned) {
        if (spawned || !request.stdin().goesTo(number)) {
            return Redirect.from(NOTHING);
        }
        return request.stdin().all() ? Redirect.PIPE : Redirect.INHERIT;
    }

    /** Starts the threads that bring what a process writes, and tell its end. */
    private void follow(RankNames names, Process process, RankPipes pipes) throws IOException {
        try {
            output.forwarding().start(names, pipes, () -> events.add(JobEvent.streamEnd()));
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

    private void await(int number, Process process) {
        Thread.ofPlatform()
                .daemon()
                .name("strata-wait-" + number)
                .start(() -> reportExit(number, process));
        output.console().detail("rank " + number + " is process " + process.pid());
    }

    private void reportExit(int number, Process process) {
        try {
            events.add(JobEvent.exit(number, process.waitFor()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void signal(SignalName signal, boolean all) {
        Stream<Long> ranks = processes.values().stream().map(Process::pid);
        ProcessTree.signal(all ? find() : ranks.toList(), signal);
    }

    @Override
    public void end() {
        doomed = find();
        ProcessTree.signal(doomed, SignalName.CONT);
        ProcessTree.signal(doomed, SignalName.TERM);
    }

    @Override
    public boolean ended() {
        doomed.removeIf(pid -> !ProcessTree.lives(pid));
        return doomed.isEmpty();
    }

    @Override
    public void kill() {
        doomed.addAll(find());
        doomed.removeIf(pid -> !ProcessTree.lives(pid));
        ProcessTree.signal(doomed, SignalName.KILL);
    }

    private Set<Long> find() {
        return tree.find(processes.values());
    }

    @Override
    public void sweep() {
        ProcessTree.signal(tree.marked(), SignalName.KILL);
    }

    @Override
    public void exited(RankProcess rank) {
        processes.remove(rank.rank());
        sentinel.unwatch(rank.pid());
        reporting.exited(session.jobId(), rank, LocalHost.name());
    }

    @Override
    public CompletableFuture<List<String>> threads(RankProcess rank) {
        Process process = processes.get(rank.rank());
        if (process == null) {
            return CompletableFuture.completedFuture(List.of());
        }
        Executor thread = task -> Thread.ofPlatform().daemon().name("mpirun-stacks").start(task);
        return CompletableFuture.supplyAsync(
                () -> {
                    asking.acquireUninterruptibly();
                    try {
                        return JavaThreads.byJcmd().of(process);
                    } finally {
                        asking.release();
                    }
                },
                thread);
    }
}
