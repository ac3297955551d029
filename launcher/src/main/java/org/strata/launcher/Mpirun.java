package org.strata.launcher;

import org.strata.ess.base.Ownership;
import org.strata.launcher.cli.AppContext;
import org.strata.launcher.cli.CommandLineParser;
import org.strata.launcher.cli.Help;
import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.cli.JobRequest.Chatter;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.federation.NameService;
import org.strata.launcher.federation.ServerFinder;
import org.strata.launcher.io.OutputSink;
import org.strata.launcher.io.Shortages;
import org.strata.launcher.job.ClusterLauncher;
import org.strata.launcher.job.ClusterLauncher.Cluster;
import org.strata.launcher.job.Console;
import org.strata.launcher.job.JobLauncher;
import org.strata.launcher.job.JobOutput;
import org.strata.launcher.job.JobReporting;
import org.strata.launcher.job.JobSpec;
import org.strata.launcher.job.NodeNumbers;
import org.strata.launcher.job.RankEnvironment;
import org.strata.launcher.job.RemoteNode;
import org.strata.launcher.job.Spawner;
import org.strata.launcher.job.World;
import org.strata.launcher.live.LiveMetrics;
import org.strata.launcher.map.CpuSet;
import org.strata.launcher.map.Hosts;
import org.strata.launcher.map.MapReport;
import org.strata.launcher.map.Mapper;
import org.strata.launcher.map.Node;
import org.strata.launcher.map.Plan;
import org.strata.launcher.map.RankFile;
import org.strata.launcher.map.Slots;
import org.strata.launcher.map.Topology;
import org.strata.launcher.platform.PlatformReport;
import org.strata.launcher.program.Distribution;
import org.strata.launcher.program.Programs;
import org.strata.launcher.program.Programs.Launch;
import org.strata.launcher.ras.Allocation;
import org.strata.launcher.ras.Allocator;
import org.strata.launcher.ras.HostSlots;
import org.strata.launcher.raw.OwnProcess;
import org.strata.launcher.raw.RawPath;
import org.strata.launcher.raw.RawText;
import org.strata.launcher.report.ReportCollector;
import org.strata.launcher.report.ReportTarget;
import org.strata.launcher.session.Session;
import org.strata.launcher.timeline.JobTimeline;
import org.strata.launcher.timeline.TimelineTarget;
import org.strata.launcher.wire.HostVariables;
import org.strata.launcher.wire.NodeFacts;
import org.strata.mca.base.Ignored;
import org.strata.mca.base.LocalHost;
import org.strata.mca.base.Parameter;
import org.strata.mca.base.ParameterException;
import org.strata.opal.platform.Platform;
import org.strata.opal.sys.HostFiles;
import org.strata.opal.sys.HostMemory;
import org.strata.opal.sys.KernelThreads;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/** The command {@code mpirun}: starts the ranks of a job on this host and sees the job through. */
public final class Mpirun {
    private static final int FAILURE = 1;
    private static final String HIDDEN = "STRATA_HIDDEN_";
    private static final String LOCALE = "LC_ALL";
    private static final Path DEFAULT_SCRATCH = HostFiles.temporary();

    private final String name;
    private final Map<String, String> environment;
    private final OutputStream stdout;
    private final OutputSink stderr;
    private final Path directory;

    private Mpirun(
            String name,
            Map<String, String> environment,
            OutputStream stdout,
            OutputSink stderr,
            Path directory) {
        this.name = name;
        this.environment = environment;
        this.stdout = stdout;
        this.stderr = stderr;
        this.directory = directory;
    }

    /** Runs the command. */
    public static void main(String[] words) throws InterruptedException {
        start("mpirun", OwnProcess.arguments(words));
    }

    /**
     * Runs the command, and ends the process.
     *
     * @param name what the user has typed
     */
    static void start(String name, List<String> words) throws InterruptedException {
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        OutputSink err = new OutputSink(new FileOutputStream(FileDescriptor.err), true);
        Path directory = OwnProcess.directory();
        Mpirun mpirun = new Mpirun(name, userEnvironment(), out, err, directory);
        System.exit(mpirun.run(words));
    }

    /**
     * The mpirun script hides the user's options for JVMs from mpirun's own, and the POSIX locale;
     * ranks get them back.
     */
    private static Map<String, String> userEnvironment() {
        Map<String, String> environment = new HashMap<>(OwnProcess.environment());
        for (String name : List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")) {
            String hidden = environment.remove(HIDDEN + name);
            if (hidden != null) {
                environment.put(name, hidden);
            }
        }
        String locale = environment.remove(HIDDEN + LOCALE);
        if (locale != null) {
            environment.put(LOCALE, locale);
            environment.remove(LOCALE, "");
        }
        return environment;
    }

    private int run(List<String> words) throws InterruptedException {
        Console console = new Console(name, stderr, false, false);
        Help.Answer help = Help.answer(words);
        if (help != null) {
            OutputSink sink = help.found() ? new OutputSink(stdout, false) : stderr;
            new Console(sink, false, false).print(help.text());
            return help.found() ? 0 : FAILURE;
        }
        String refusal = Platform.refusal();
        if (refusal != null) {
            console.error(List.of(refusal));
            return FAILURE;
        }
        return sayingWhy(console, () -> request(words, console));
    }

    private int request(List<String> words, Console console)
            throws UsageException, IOException, InterruptedException {
        HeadStart.begin();
        CommandLineParser parser = new CommandLineParser(environment);
        JobRequest request = parser.parse(words);
        Path root = Distribution.installed().root();
        JobParameters parameters = new JobParameters(request, environment, directory, root);
        Map<String, List<String>> more = LaunchParameters.options(parameters.first());
        List<String> exports = LaunchParameters.exports(parameters.first(), console::warn);
        if (!more.isEmpty() || !exports.isEmpty()) {
            request = parser.parse(words, more, exports);
        }
        return run(request, parameters);
    }

    /** Runs the job on a screen of its own: what fails from here on is said there, too. */
    private int run(JobRequest request, JobParameters parameters)
            throws UsageException, IOException, InterruptedException {
        try (Screen screen =
                Screen.open(name, request.chatter(), request.output(), stdout, stderr, directory)) {
            Console console = screen.console();
            if (request.chatter() == Chatter.VERBOSE) {
                console.detail(PlatformReport.line());
            }
            return sayingWhy(console, () -> run(request, parameters, screen));
        }
    }

    /** What a command does. */
    private interface Work {
        int run() throws UsageException, IOException, InterruptedException;
    }

    /** Returns the exit code; says why the work cannot be done. */
    private static int sayingWhy(Console console, Work work) throws InterruptedException {
        try {
            return work.run();
        } catch (UsageException e) {
            console.error(e.lines());
            return FAILURE;
        } catch (ParameterException e) {
            console.print(e.getMessage());
            return FAILURE;
        } catch (InvalidPathException e) {
            console.error(List.of("Not a path: " + e.getMessage()));
            return FAILURE;
        } catch (IOException e) {
            console.error(Shortages.lines("mpirun", e));
            return FAILURE;
        } catch (OutOfMemoryError e) {
            // The JVM throws it, too, when the system makes no thread.
            console.error(Shortages.lines("mpirun", e));
            return FAILURE;
        }
    }

    /** This host, and the hosts that the job may use. */
    private record Ground(
            String name, Hosts hosts, int processors, Topology topology, Allocation allocation) {
        boolean isHere(HostSlots host) {
            return host.name().equals(name);
        }
    }

    private int run(JobRequest request, JobParameters parameters, Screen screen)
            throws UsageException, IOException, InterruptedException {
        Console console = screen.console();
        String host = LocalHost.name();
        CpuSet chosen = chosen(request.mapping().cpus());
        int processors =
                chosen == null
                        ? Runtime.getRuntime().availableProcessors()
                        : chosen.toArray().length;
        Hosts hosts = new Hosts(host);
        Allocation allocation = allocation(request.mapping(), host, hosts, parameters);
        Topology topology = Topology.ofThisHost(() -> chosen == null ? affinity() : chosen);
        Ground ground = new Ground(host, hosts, processors, topology, allocation);
        List<RemoteNode> others = others(ground);
        Path scratch = scratch(parameters, console);
        if (others.isEmpty() || request.planOnly()) {
            NameService names =
                    request.planOnly()
                            ? NameService.NONE
                            : names(request, parameters, scratch, console);
            JobLauncher job = prepare(request, parameters, screen, ground, Map.of(), names);
            if (job == null) {
                return 0;
            }
            Signals.handOver(job::signal);
            return job.run(scratch);
        }
        NameService names = names(request, parameters, scratch, console);
        Cluster cluster =
                ClusterParameters.of(
                        parameters.first(),
                        others,
                        environment,
                        LaunchParameters.scratch(parameters.first()),
                        allocation.source() == Allocation.Source.SLURM);
        ClusterLauncher launcher =
                new ClusterLauncher(
                        cluster,
                        names.secret(),
                        facts -> prepare(request, parameters, screen, ground, facts, names),
                        console);
        Signals.handOver(launcher::signal);
        return launcher.run(scratch);
    }

    /** Returns what connects the job to others; waits for a name server if it is to. */
    private NameService names(
            JobRequest request, JobParameters parameters, Path scratch, Console console)
            throws UsageException, IOException, InterruptedException {
        ServerFinder finder =
                new ServerFinder(directory, scratch, Ownership.ofThisProcess().owner());
        return NameServices.of(
                request.naming(),
                parameters.first(),
                finder,
                (line, output) -> report(line, output ? "-" : "+", console));
    }

    /** Returns the hosts of the allocation but this one, numbered from 1. */
    private static List<RemoteNode> others(Ground ground) {
        List<RemoteNode> others = new ArrayList<>();
        for (HostSlots each : ground.allocation().hosts()) {
            if (!ground.isHere(each)) {
                others.add(new RemoteNode(others.size() + 1, each.name(), each.user()));
            }
        }
        return others;
    }

    /** What is shown only, without daemons, is shown as if all hosts were like this one. */
    private static List<Node> nodes(Ground ground, Map<Integer, NodeFacts> facts)
            throws UsageException {
        List<Node> nodes = new ArrayList<>();
        int remote = 0;
        for (HostSlots entry : ground.allocation().hosts()) {
            boolean here = ground.isHere(entry);
            NodeFacts there = here ? null : facts.get(++remote);
            nodes.add(
                    there == null
                            ? Node.of(entry, here, ground.processors(), ground.topology())
                            : Node.of(
                                    entry,
                                    false,
                                    there.processors(),
                                    Topology.decode(there.topology())));
        }
        return nodes;
    }

    /** Returns the job that is to be run, or null when it was to be shown only. */
    private JobLauncher prepare(
            JobRequest request,
            JobParameters parameters,
            Screen screen,
            Ground ground,
            Map<Integer, NodeFacts> facts,
            NameService names)
            throws UsageException, IOException {
        Console console = screen.console();
        Allocation allocation = ground.allocation();
        List<Node> nodes = nodes(ground, facts);
        int count = nodes.stream().mapToInt(Node::slots).sum();
        Slots slots = new Slots(count, allocation.origin(), allocation.counted());
        Mapper mapper = new Mapper(nodes, slots, ground.hosts()::canonical);
        Plan plan = mapper.plan(request);
        MapReport report = new MapReport(plan, request.binding().byDefault());
        if (request.mapping().display()) {
            screen.map(report);
        }
        if (request.mapping().displayAllocation()) {
            screen.allocation(report);
        }
        warn(request, parameters, console);
        RankEnvironment variables =
                new RankEnvironment(
                        environment, parameters.variables(), plan, names != NameService.NONE);
        for (String name : variables.missingExports()) {
            console.warn("-x " + name + ": there is no such environment variable.");
        }
        Programs programs =
                new Programs(Distribution.installed(), Programs.ownJava(), request.api());
        List<Launch> launches = new ArrayList<>();
        List<Path> directories = new ArrayList<>();
        NodeNumbers numbers = new NodeNumbers(plan);
        for (AppContext program : plan.programs()) {
            // What runs elsewhere only need not be here.
            boolean here = numbers.here(launches.size()) > 0;
            Path working = workingDirectory(program, here);
            directories.add(working);
            Map<String, String> found =
                    HostVariables.searching(variables.ofProgram(launches.size()), program.path());
            launches.add(here ? programs.resolve(program.command(), found, working) : null);
        }
        programs.notices().forEach(console::warn);
        JvmChecks checks = new JvmChecks(plan, variables, directories, request.debuggers());
        check(checks, request, node -> memory(node, ground, facts), console);
        if (request.binding().report()) {
            report.bindings(program ->
                            launches.get(program) == null || launches.get(program).java())
                    .forEach(console::say);
        }
        if (request.planOnly()) {
            return null;
        }
        JobReporting reporting = reporting(request, parameters, plan);
        report("" + ProcessHandle.current().pid(), request.pidFile(), console);
        World world = new World(-1, plan, launches, directories, variables);
        return new JobLauncher(
                new JobSpec(request, parameters.limits(), world),
                new JobOutput(screen.forwarding(plan.size()), console),
                new Spawner.Tools(programs, mapper, directory),
                names,
                reporting);
    }

    /** Returns what makes the report of the job; its file is refused before anything starts. */
    private JobReporting reporting(JobRequest request, JobParameters parameters, Plan plan)
            throws UsageException {
        LiveMetrics.Wanted live = parameters.metrics(directory);
        JobRequest.Measurement wanted = request.measurement();
        if (!wanted.wanted() && wanted.timeline() == null) {
            return JobReporting.none(live);
        }
        ReportTarget target = null;
        Path file = wanted.file();
        if (file != null) {
            String name = RawPath.text(file);
            try {
                Path whole = RawPath.resolve(directory, name);
                target = ReportTarget.open(whole, ReportTarget.Form.of(name));
            } catch (IOException e) {
                throw unwritable("--report", file, e);
            }
        }
        JobTimeline timeline = null;
        if (wanted.timeline() != null) {
            try {
                Path whole = RawPath.resolve(directory, RawPath.text(wanted.timeline()));
                timeline = new JobTimeline(TimelineTarget.open(whole));
            } catch (IOException e) {
                throw unwritable("--timeline", wanted.timeline(), e);
            }
        }
        ReportCollector collector = wanted.wanted() ? new ReportCollector(target) : null;
        return JobReporting.of(collector, timeline, plan, () -> differing(parameters), live);
    }

    private static List<String> differing(JobParameters parameters) {
        return parameters.first().describe().stream()
                .filter(Parameter::isSet)
                .map(p -> p.name() + " = " + p.value() + " (" + p.origin() + ")")
                .toList();
    }

    private static UsageException unwritable(String option, Path file, IOException e) {
        return new UsageException(
                "The file of " + option + " cannot be written: " + RawPath.reason(e, file),
                "Nothing has been started.");
    }

    private static void check(
            JvmChecks checks, JobRequest request, IntToLongFunction memory, Console console)
            throws UsageException {
        checks.checkPorts();
        String heaps = checks.overcommitment(memory);
        if (heaps != null) {
            console.warn(heaps);
        }
        if (!request.planOnly()) {
            checks.checkFreePorts();
        }
        List<String> table = checks.debuggerTable();
        if (!table.isEmpty()) {
            console.say(String.join("\n", table));
        }
    }

    /** Returns the memory of a host of the allocation by its index; 0 if it is not known. */
    private static long memory(int host, Ground ground, Map<Integer, NodeFacts> facts) {
        List<HostSlots> hosts = ground.allocation().hosts();
        if (ground.isHere(hosts.get(host))) {
            return HostMemory.usable();
        }
        int node = 0;
        for (int i = 0; i <= host; i++) {
            node += ground.isHere(hosts.get(i)) ? 0 : 1;
        }
        NodeFacts there = facts.get(node);
        return there == null ? 0 : there.memory();
    }

    private static void warn(JobRequest request, JobParameters parameters, Console console) {
        Ignored ignored = request.ignored();
        ignored.addAll(parameters.ignored());
        ignored.addAll(LaunchParameters.ignored(parameters.first()));
        if (!ignored.isEmpty()) {
            console.warn(ignored.line());
        }
        request.warnings().forEach(console::warn);
        parameters.notices().forEach(console::warn);
    }

    private Allocation allocation(
            JobRequest.Mapping mapping, String host, Hosts hosts, JobParameters parameters)
            throws UsageException {
        String file = LaunchParameters.hostFile(parameters.first());
        int unsaid = LaunchParameters.defaultSlots(parameters.first());
        return new Allocator(environment, host, hosts::canonical, unsaid)
                .allocate(
                        mapping.hosts(),
                        mapping.hostfiles(),
                        RankFile.hosts(mapping),
                        file.isEmpty() || file.equals("none")
                                ? null
                                : RawPath.resolve(directory, file));
    }

    private static CpuSet affinity() {
        return CpuSet.ofMask(KernelThreads.affinity(0));
    }

    /** Returns the processors that {@code --cpu-set} names, or null without that option. */
    private static CpuSet chosen(String list) throws UsageException {
        if (list == null) {
            return null;
        }
        CpuSet chosen = CpuSet.parse(list).and(affinity());
        if (chosen.isEmpty()) {
            throw new UsageException(
                    "--cpu-set "
                            + list
                            + " names no processor that this job may use: "
                            + affinity()
                            + ".");
        }
        return chosen;
    }

    /** Writes a line to a file, to stdout (-) or to stderr (+); nowhere without a target. */
    private void report(String line, String target, Console console) throws IOException {
        if (target == null) {
            return;
        }
        switch (target) {
            case "+" -> console.print(line);
            case "-" -> stdout.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            default -> {
                try {
                    Files.writeString(RawPath.resolve(directory, target), line + "\n");
                } catch (IOException e) {
                    throw Shortages.ofOption("--report-pid", target, e);
                }
            }
        }
    }

    /** Returns the directory for the job's own files. */
    private Path scratch(JobParameters parameters, Console console) {
        String named = LaunchParameters.scratch(parameters.first());
        String wanted = named.isEmpty() ? environment.getOrDefault("TMPDIR", "") : named;
        if (wanted.isEmpty()) {
            return DEFAULT_SCRATCH;
        }
        Path path = RawPath.resolve(directory, wanted);
        if (RawText.encode(RawPath.text(path)).length > Session.LONGEST_PARENT) {
            console.detail(
                    "TMPDIR is too long for the path of a socket; "
                            + DEFAULT_SCRATCH
                            + " is used instead.");
            return DEFAULT_SCRATCH;
        }
        boolean plain = !RawText.isRaw(RawPath.text(path));
        if (plain && Files.isDirectory(path) && Files.isWritable(path)) {
            return path;
        }
        String origin = named.isEmpty() ? "TMPDIR=" : "orte_tmpdir_base = ";
        String why =
                plain
                        ? " is no writable directory"
                        : " has bytes that are no UTF-8, and JVMs open no such path";
        console.warn(origin + wanted + why + "; " + DEFAULT_SCRATCH + " is used instead.");
        return DEFAULT_SCRATCH;
    }

    private Path workingDirectory(AppContext program, boolean here) throws UsageException {
        if (program.directory() == null) {
            return directory;
        }
        Path wanted = RawPath.resolve(directory, program.directory());
        if (here && !Files.isDirectory(wanted)) {
            throw new UsageException(
                    "The working directory " + RawPath.text(wanted) + " does not exist.");
        }
        return wanted;
    }
}
