package org.strata.launcher.job;

import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.federation.NameService;
import org.strata.launcher.io.Forwarding;
import org.strata.launcher.io.StdinPump;
import org.strata.launcher.io.TerminalInput;
import org.strata.launcher.live.LiveMetrics;
import org.strata.launcher.map.CpuSet;
import org.strata.launcher.map.Node;
import org.strata.launcher.map.Plan;
import org.strata.launcher.map.Topology;
import org.strata.launcher.program.JavaOptions;
import org.strata.launcher.program.LoadFailure;
import org.strata.launcher.program.Programs.Launch;
import org.strata.launcher.program.SourceProgram;
import org.strata.launcher.program.SourceProgram.Compilation;
import org.strata.launcher.raw.RawPath;
import org.strata.launcher.timeline.ClockExchange;
import org.strata.mca.base.Shortage;
import org.strata.oob.OobServer;
import org.strata.oob.frame.JobMap;
import org.strata.opal.time.Clock;

import java.io.IOException;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntFunction;

/** Starts the processes of a job and runs it until they have ended. */
public final class JobLauncher {
    /** Makes the thread of the control server. */
    public static final ThreadFactory CONTROL_THREADS =
            task -> Thread.ofPlatform().daemon().name("strata-oob").unstarted(task);

    /** Names the directory for files of reports, instead of the working directory. */
    private static final String REPORTS = "STRATA_REPORTS";

    private final JobRequest request;
    private final JobLimits limits;
    private final Plan plan;
    private final NodeNumbers nodes;
    private final List<Launch> launches;
    private final List<Path> directories;
    private final RankEnvironment environment;
    private final Forwarding forwarding;
    private final Console console;
    private final Spawner.Tools tools;
    private final NameService nameService;
    private final JobReporting reporting;
    private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final List<RankProcess> ranks = new ArrayList<>();
    private int streams;

    /** Returns the host of a rank, also of a spawned one; known once there is a job. */
    private IntFunction<String> hosts = rank -> "";

    /**
     * Whether nobody handles events any more: what is left is to print. Pairs with
     * JobLauncher.signal, on the thread of the signals.
     */
    private volatile boolean over;

    /**
     * @param request what the user asked for
     * @param limits time limits of the job
     * @param plan who runs where
     * @param launches what each program is started with
     * @param directories the working directory of each program
     * @param environment makes the ranks' environments
     * @param forwarding forwards the ranks' output
     * @param console prints mpirun's own messages
     * @param tools for processes that ranks ask for
     * @param nameService connects the job to others
     * @param reporting makes the report of how the job has used its time
     */
    public JobLauncher(
            JobRequest request,
            JobLimits limits,
            Plan plan,
            List<Launch> launches,
            List<Path> directories,
            RankEnvironment environment,
            Forwarding forwarding,
            Console console,
            Spawner.Tools tools,
            NameService nameService,
            JobReporting reporting) {
        this.reporting = reporting;
        this.tools = tools;
        this.nameService = nameService;
        this.request = request;
        this.limits = limits;
        this.plan = plan;
        nodes = new NodeNumbers(plan);
        this.launches = new ArrayList<>(launches);
        this.directories = directories;
        this.environment = environment;
        this.forwarding = forwarding;
        this.console = console;
    }

    /** Passes a signal that mpirun has received to the job; from any thread. */
    public void signal(SignalName signal) {
        if (over && signal.polite()) {
            // The ranks have ended, but nobody reads mpirun's output. The sentinel tidies up.
            Runtime.getRuntime().halt(signal.exitCode());
        }
        events.add(JobEvent.signal(signal));
    }

    /**
     * Runs the job.
     *
     * @param temporary directory for temporary files
     * @return mpirun's exit code
     * @throws IOException when the job cannot be started; nothing of it is left
     */
    public int run(Path temporary) throws IOException, InterruptedException {
        Session session = Session.open(temporary, nameService.secret());
        // Closed in the opposite order: the sentinel ends after the files have been removed.
        try (Sentinel sentinel = Sentinel.start(session);
                session) {
            int code = run(session, sentinel, null);
            sentinel.dismiss();
            return code;
        }
    }

    /**
     * Runs the job in a session.
     *
     * @param others the other hosts, or null for a job on this one
     */
    int run(Session session, Sentinel sentinel, RemoteNodes others)
            throws IOException, InterruptedException {
        try (OobServer server = server(session, others)) {
            nameService.open(server, session.directory(), session.secret());
            return run(session, sentinel, others, server);
        } finally {
            nameService.close();
        }
    }

    private Topology topology() {
        return plan.hosts().stream()
                .filter(Node::local)
                .map(Node::topology)
                .findFirst()
                .orElseGet(() -> Topology.ofThisHost(() -> CpuSet.EMPTY));
    }

    private int run(Session session, Sentinel sentinel, RemoteNodes others, OobServer server)
            throws IOException, InterruptedException {
        ProcessTree tree = new ProcessTree(session.jobId());
        Path contact = session.writeContact(server.address());
        console.detail("job " + session.jobId() + ", control server " + server.address());
        int failed = compileSources(session, sentinel);
        if (failed != 0) {
            return failed;
        }
        ProcessStarter starter =
                new ProcessStarter(
                        request,
                        session,
                        contact,
                        sentinel,
                        forwarding,
                        console,
                        events,
                        others,
                        topology());
        JobProcesses processes = new JobProcesses(tree, others);
        startAll(starter, processes);
        Job job;
        Outcome outcome;
        try (Console.Background thread = Console.background();
                LiveMetrics _ = reporting.live(session.jobId(), console);
                ClockExchange _ = reporting.clocks(others)) {
            Console printed = console.printedBy(thread);
            job = job(session, sentinel, server, starter, processes, others, printed);
            if (others != null) {
                watch(job, server.map(), others, printed);
            }
            outcome = job.run();
            over = true;
        }
        if (!job.details().isEmpty()) {
            console.print(job.details().stripTrailing());
        }
        outcome = explained(outcome);
        report(outcome, job.endedByUs());
        reporting.finish(session.jobId(), plan, ranks, hosts, outcome, request.chatter(), console);
        return outcome.exitCode() == 0 && !forwarding.complete() ? 1 : outcome.exitCode();
    }

    /**
     * Adds what a rank has said on stderr before its end: JVMs that are too old for a class, do not
     * find theirs, or get no thread, end with 1.
     */
    private Outcome explained(Outcome outcome) {
        if (outcome.exitCode() == 0 || outcome.rank() < 0) {
            return outcome;
        }
        Shortage shortage = forwarding.shortage(outcome.rank());
        if (shortage != null) {
            return Verdicts.ranOut(outcome, shortage, hosts.apply(outcome.rank()));
        }
        if (outcome.exitCode() != 1) {
            return outcome;
        }
        LoadFailure reason = forwarding.loadFailure(outcome.rank());
        if (reason == null) {
            return outcome;
        }
        LoadFailure.Program program = programOf(outcome.rank());
        return reason.explains(program) ? Verdicts.explained(outcome, reason, program) : outcome;
    }

    private LoadFailure.Program programOf(int rank) {
        if (rank >= plan.size()) {
            return new LoadFailure.Program("", List.of(), Path.of(""), javaOf(rank), null);
        }
        int program = plan.ranks().get(rank).program();
        Launch launch = launches.get(program);
        Path directory = directories.get(program);
        String host = nodes.of(plan.ranks().get(rank)) == 0 ? null : hosts.apply(rank);
        return launch == null
                ? LoadFailure.Program.elsewhere(
                        plan.programs().get(program).command(), directory, javaOf(rank), host)
                : new LoadFailure.Program(
                        launch.name(), launch.words(), directory, javaOf(rank), host);
    }

    /** Returns where a rank's Java was found, as far as its command tells. */
    private String javaOf(int rank) {
        if (rank >= plan.size()) {
            return "in a spawned process";
        }
        int program = plan.ranks().get(rank).program();
        List<String> command = plan.programs().get(program).command();
        if (!JavaOptions.of(command, Map.of(), Path.of("")).java()) {
            return "started by " + command.getFirst();
        }
        Launch launch = nodes.of(plan.ranks().get(rank)) == 0 ? launches.get(program) : null;
        return launch == null
                ? "the java command on " + hosts.apply(rank)
                : launch.words().get(launch.wrapper());
    }

    /** Has the daemons start their ranks; their events become the job's. */
    private void watch(Job job, JobMap map, RemoteNodes others, Console printed)
            throws IOException {
        NodeWatch watch = new NodeWatch(job, others, reporting, printed);
        new LaunchOrders(request, plan, map, -1, directories, environment, others).send();
        others.handleBy(event -> events.add(any -> event.accept(watch)));
    }

    /** Returns where reports leave their files: a test framework wants no files of its users. */
    private Path reports() {
        String named = environment.own().getOrDefault(REPORTS, "");
        return named.isEmpty() ? tools.directory() : RawPath.resolve(tools.directory(), named);
    }

    private Job job(
            Session session,
            Sentinel sentinel,
            OobServer server,
            ProcessStarter starter,
            JobProcesses processes,
            RemoteNodes others,
            Console printed) {
        StackFile stackFile =
                new StackFile(reports(), session.outermost().getParent(), session.jobId());
        Spawner spawner =
                new Spawner(
                        tools,
                        request,
                        plan,
                        environment,
                        server,
                        starter,
                        others,
                        events,
                        console::warn);
        hosts = spawner::hostOf;
        Surroundings hooks =
                new Surroundings(
                        sentinel,
                        server,
                        forwarding,
                        printed,
                        request.report(),
                        spawner,
                        stackFile,
                        others,
                        reporting,
                        session.jobId());
        return new Job(
                ranks,
                streams,
                events,
                processes,
                new Verdicts(spawner::hostOf),
                hooks,
                limits,
                Clock.SYSTEM);
    }

    /**
     * Compiles programs that are given as source and run by several ranks; returns 0, or mpirun's
     * exit code. A single rank compiles sooner by itself than a second JVM does.
     */
    private int compileSources(Session session, Sentinel sentinel)
            throws IOException, InterruptedException {
        for (int i = 0; i < launches.size(); i++) {
            if (nodes.here(i) < 2) {
                continue;
            }
            SourceProgram source = launches.get(i).source();
            if (source != null) {
                Path folder = Files.createDirectory(session.directory().resolve("source." + i));
                Compilation done = source.compile(folder, launches.get(i), sentinel::watch);
                if (!done.output().isEmpty()) {
                    console.print(done.output().stripTrailing());
                }
                if (done.status() != 0) {
                    return done.status();
                }
                launches.set(i, done.launch());
            }
        }
        return 0;
    }

    private OobServer server(Session session, RemoteNodes others) throws IOException {
        List<JobMap.Place> places =
                plan.ranks().stream()
                        .map(rank ->
                                new JobMap.Place(
                                        plan.hostOf(rank), rank.localRank(), rank.program()))
                        .toList();
        UnixDomainSocketAddress socket = UnixDomainSocketAddress.of(session.socket());
        JobMap map = new JobMap(session.jobId(), plan.universeSize(), places);
        if (others != null) {
            return OobServer.start(
                    socket,
                    session.secret(),
                    map,
                    plan.ranks().stream().map(nodes::of).toList(),
                    new ControlEvents(events, console),
                    others.port());
        }
        return OobServer.start(
                socket,
                session.secret(),
                OobServer.HANDSHAKE_MILLIS,
                map,
                new ControlEvents(events, console),
                CONTROL_THREADS);
    }

    private void startAll(ProcessStarter starter, JobProcesses processes) throws IOException {
        try {
            starter.start(
                    plan, launches, directories, environment, 0, ranks, more -> streams += more);
        } catch (IOException e) {
            processes.kill(ranks);
            throw e;
        }
        startStdinPump();
    }

    private void startStdinPump() {
        List<OutputStream> inputs = new ArrayList<>();
        for (RankProcess rank : ranks) {
            boolean copied = request.stdin().all() || rank.node() != 0;
            if (copied && request.stdin().goesTo(rank.rank())) {
                inputs.add(rank.input());
            }
        }
        if (!inputs.isEmpty()) {
            StdinPump pump = new StdinPump(TerminalInput.of(System.in), inputs);
            Thread.ofPlatform().daemon().name("strata-stdin").start(pump);
        }
    }

    private void report(Outcome outcome, int endedByUs) {
        if (outcome.text().isEmpty()) {
            return;
        }
        List<String> lines = new ArrayList<>(outcome.text());
        if (endedByUs > 0) {
            lines.add("");
            lines.add("Other ranks that were running and have been ended: " + endedByUs);
        }
        console.error(lines);
    }
}
