package org.strata.launcher.node;

import org.strata.launcher.cli.UsageException;
import org.strata.launcher.host.HostRanks;
import org.strata.launcher.host.HostSources;
import org.strata.launcher.io.RankPipes;
import org.strata.launcher.job.JobReporting;
import org.strata.launcher.live.LiveMetrics;
import org.strata.launcher.map.Binder;
import org.strata.launcher.map.CpuSet;
import org.strata.launcher.map.Topology;
import org.strata.launcher.program.Distribution;
import org.strata.launcher.program.Programs;
import org.strata.launcher.program.Programs.Launch;
import org.strata.launcher.program.RankCommand;
import org.strata.launcher.raw.OwnProcess;
import org.strata.launcher.raw.RawPath;
import org.strata.launcher.session.Sentinel;
import org.strata.launcher.session.Session;
import org.strata.launcher.wire.Hello;
import org.strata.launcher.wire.HostVariables;
import org.strata.launcher.wire.LaunchOrder;
import org.strata.launcher.wire.LaunchOrder.NodeRank;
import org.strata.launcher.wire.NodeFrame;
import org.strata.oob.NodeOob;
import org.strata.oob.frame.JobMap;
import org.strata.opal.sys.HostFiles;
import org.strata.opal.sys.HostMemory;
import org.strata.opal.sys.KernelThreads;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The ranks of a daemon's host. Belongs to the daemon's thread. */
final class NodeRanks {
    private static final File NOTHING = HostFiles.nothing().toFile();

    private final Hello hello;
    private final Session session;
    private final Sentinel sentinel;
    private final NodeOob oob;
    private final Queue<Runnable> tasks;
    private final Map<Integer, Process> running = new LinkedHashMap<>();
    private final Map<Integer, NodeOutput> outputs = new LinkedHashMap<>();
    private final NodeInputs inputs;

    /** Made when the first ranks are started. */
    private HostRanks starter;

    /** Begun when the first ranks are started. */
    private LiveMetrics metrics;

    NodeRanks(Hello hello, Session session, Sentinel sentinel, NodeOob oob, Queue<Runnable> tasks) {
        this.hello = hello;
        this.session = session;
        this.sentinel = sentinel;
        this.oob = oob;
        this.tasks = tasks;
        inputs = new NodeInputs(oob::send);
    }

    /** Starts the ranks that a world has on this host. */
    void launch(LaunchOrder order) throws UsageException, IOException, InterruptedException {
        List<Map<String, String>> environments = environments(order);
        List<Path> directories = directories(order, this::warn);
        Programs programs = programs(order);
        List<Launch> launches =
                compiled(resolved(order, programs, directories, environments), order);
        programs.notices().forEach(this::warn);
        SocketAddress bound = serve(order);
        if (starter == null) {
            starter =
                    new HostRanks(
                            session,
                            session.writeContact(bound),
                            sentinel,
                            Topology.ofThisHost(() -> CpuSet.ofMask(KernelThreads.affinity(0))));
        }
        Binder binder = new Binder(order.quietBinding(), this::warn);
        RankCommand command =
                new RankCommand(hello.host(), hello.jobId(), ranksHere(order), HostMemory.usable());
        List<RankPipes> pipes =
                RankPipes.make(session.directory(), order.ranks().size(), order.mergeErrors());
        Iterator<CpuSet> cores = freeCores(order, launches);
        for (int i = 0; i < order.ranks().size(); i++) {
            NodeRank rank = order.ranks().get(i);
            int program = program(order, rank);
            Map<String, String> variables = new LinkedHashMap<>(environments.get(program));
            variables.putAll(rank.variables());
            boolean free = rank.cpus().equals(LaunchOrder.FREE_CORE);
            HostRanks.Start start =
                    new HostRanks.Start(
                            rank.rank(),
                            launches.get(program),
                            directories.get(program),
                            variables,
                            rank.debugger(),
                            free ? cores.next() : CpuSet.EMPTY,
                            free || rank.cpus().isEmpty()
                                    ? CpuSet.EMPTY
                                    : CpuSet.parse(rank.cpus()),
                            rank.input() ? Redirect.PIPE : Redirect.from(NOTHING));
            try (RankPipes own = pipes.get(i)) {
                started(rank, starter.start(start, order.parent(), command, binder, own), own);
            }
        }
        if (metrics == null) {
            LiveMetrics.Wanted wanted = LiveMetrics.Wanted.onOtherHost(environments.getFirst());
            metrics = LiveMetrics.start(wanted, hello.jobId(), this::warn);
        }
    }

    /** Lets the ranks of an order join; returns where. */
    private SocketAddress serve(LaunchOrder order) throws IOException {
        List<JobMap.Place> places =
                order.places().stream()
                        .map(at -> new JobMap.Place(at.host(), at.localRank(), at.program()))
                        .toList();
        JobMap map =
                new JobMap(
                        hello.jobId(),
                        order.federation(),
                        order.universeSize(),
                        order.base(),
                        order.first(),
                        places);
        return oob.serve(
                UnixDomainSocketAddress.of(session.socket()),
                map,
                order.ranks().stream().map(NodeRank::rank).collect(Collectors.toSet()));
    }

    private static int program(LaunchOrder order, NodeRank rank) {
        return order.places().get(rank.rank()).program();
    }

    /** The job has ended: nothing is shown of it any more. */
    void closeMetrics() {
        if (metrics != null) {
            metrics.close();
        }
    }

    /** Returns the core of each rank of an order that is left to this host, in their order. */
    private Iterator<CpuSet> freeCores(LaunchOrder order, List<Launch> launches) {
        return starter.freeCores(
                        order.ranks().stream()
                                .filter(rank -> rank.cpus().equals(LaunchOrder.FREE_CORE))
                                .map(rank -> launches.get(program(order, rank)))
                                .toList())
                .iterator();
    }

    /** Returns how many ranks of the job this host has been told to run so far. */
    private int ranksHere(LaunchOrder order) {
        return (int) order.places().stream().filter(at -> at.host().equals(hello.host())).count();
    }

    /** Returns why the ranks of an order cannot be started here; nothing when they can. */
    List<String> refusal(LaunchOrder order) {
        try {
            List<Path> directories = directories(order, line -> {});
            resolved(order, programs(order), directories, environments(order));
            return List.of();
        } catch (UsageException e) {
            return e.lines();
        } catch (IOException e) {
            return List.of(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private static Programs programs(LaunchOrder order) throws IOException {
        return new Programs(Distribution.installed(), Programs.ownJava(), order.api());
    }

    private static List<Map<String, String>> environments(LaunchOrder order) {
        Map<String, String> here = OwnProcess.environment();
        return order.programs().stream()
                .map(program -> HostVariables.merged(here, program.environment()))
                .toList();
    }

    private static List<Path> directories(LaunchOrder order, Consumer<String> warning)
            throws UsageException {
        List<Path> directories = new ArrayList<>();
        for (LaunchOrder.NodeProgram program : order.programs()) {
            directories.add(directory(program, warning));
        }
        return directories;
    }

    /** Returns how many ranks of a program an order starts here. */
    private static long count(LaunchOrder order, int program) {
        return order.ranks().stream()
                .filter(rank -> order.places().get(rank.rank()).program() == program)
                .count();
    }

    /** Finds the programs; null stands for one that no rank here runs. */
    private static List<Launch> resolved(
            LaunchOrder order,
            Programs programs,
            List<Path> directories,
            List<Map<String, String>> environments)
            throws UsageException {
        List<Launch> launches = new ArrayList<>();
        for (int i = 0; i < order.programs().size(); i++) {
            LaunchOrder.NodeProgram program = order.programs().get(i);
            Map<String, String> variables =
                    HostVariables.searching(environments.get(i), program.path());
            launches.add(
                    count(order, i) == 0
                            ? null
                            : programs.resolve(program.command(), variables, directories.get(i)));
        }
        return launches;
    }

    private List<Launch> compiled(List<Launch> launches, LaunchOrder order)
            throws UsageException, IOException, InterruptedException {
        try {
            return new HostSources(session, sentinel, this::warn)
                    .compiled(
                            launches,
                            program -> (int) count(order, program),
                            "source." + order.first() + ".");
        } catch (HostSources.RefusedException e) {
            throw new UsageException("The program cannot be compiled.", "", e.getMessage());
        }
    }

    private void started(NodeRank rank, Process process, RankPipes pipes) throws IOException {
        int number = rank.rank();
        running.put(number, process);
        oob.send(NodeFrame.STARTED.start().number(number).large(process.pid()).end());
        output(number, 1, pipes);
        if (pipes.separateErrors()) {
            output(number, 2, pipes);
        }
        if (rank.input()) {
            inputs.start(number, process.getOutputStream());
        }
        Thread.ofPlatform()
                .daemon()
                .name("strata-wait-" + number)
                .start(() -> await(number, process));
    }

    private void output(int rank, int stream, RankPipes pipes) throws IOException {
        NodeOutput output = new NodeOutput(rank, stream, pipes.open(stream), oob::send);
        outputs.put(key(rank, stream), output);
        Thread.ofPlatform().daemon().name("strata-out-" + rank + "-" + stream).start(output);
    }

    private static int key(int rank, int stream) {
        return 2 * rank + stream - 1;
    }

    private void await(int number, Process process) {
        try {
            int value = process.waitFor();
            tasks.add(() -> exited(number, value));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void exited(int number, int value) {
        Process process = running.remove(number);
        sentinel.unwatch(process.pid());
        byte[] numbers = JobReporting.read(hello.jobId(), number);
        if (numbers != null) {
            oob.send(NodeFrame.NUMBERS.start().number(number).bytes(numbers).end());
        }
        byte[] events = JobReporting.readTimeline(hello.jobId(), number);
        if (events != null) {
            oob.send(NodeFrame.TIMELINE.start().number(number).bytes(events).end());
        }
        oob.send(NodeFrame.EXITED.start().number(number).number(value).end());
    }

    /** Returns the working directory of a program, or the user's home when it is not here. */
    private static Path directory(LaunchOrder.NodeProgram program, Consumer<String> warning)
            throws UsageException {
        Path wanted = RawPath.of(program.directory());
        if (Files.isDirectory(wanted)) {
            return wanted;
        }
        Path home = RawPath.of(OwnProcess.environment().getOrDefault("HOME", "/"));
        if (program.asked() || !Files.isDirectory(home)) {
            throw new UsageException(
                    "The working directory " + RawPath.text(wanted) + " does not exist.");
        }
        warning.accept(
                "the working directory "
                        + RawPath.text(wanted)
                        + " does not exist; "
                        + RawPath.text(home)
                        + " is used instead");
        return home;
    }

    private void warn(String line) {
        oob.send(NodeFrame.WARNING.start().text(line).end());
    }

    /** Returns the processes of the ranks that run. */
    Collection<Process> running() {
        return running.values();
    }

    /** Returns the process of a rank, or null when it does not run here. */
    Process process(int rank) {
        return running.get(rank);
    }

    /** Returns the numbers of these processes. */
    List<Long> pids() {
        return running.values().stream().map(Process::pid).toList();
    }

    void feed(int rank, byte[] bytes) {
        inputs.feed(rank, bytes);
    }

    void outputTaken(int rank, int stream, int count) {
        NodeOutput output = outputs.get(key(rank, stream));
        if (output != null) {
            output.taken(count);
        }
    }
}
