package org.strata.launcher.job;

import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.federation.NameService;
import org.strata.launcher.host.HostSources;
import org.strata.launcher.host.SignalName;
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
import org.strata.launcher.raw.RawPath;
import org.strata.launcher.session.Sentinel;
import org.strata.launcher.session.Session;
import org.strata.launcher.timeline.ClockExchange;
import org.strata.mca.base.Shortage;
import org.strata.oob.OobServer;
import org.strata.oob.frame.JobMap;
import org.strata.opal.time.Clock;

import java.io.IOException;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
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
    public static final ThreadFactory CONTROL_THREADS = RemoteNodes.CONTROL_THREADS;

    /** Names the directory for files of reports, instead of the working directory. */
    private static final String REPORTS = "STRATA_REPORTS";

    private final JobSpec spec;
    private final JobRequest request;
    private final Plan plan;
    private final NodeNumbers nodes;
    private final Forwarding forwarding;
    private final Console console;
    private final JobOutput output;
    private final Spawner.Tools tools;
    private final NameService nameService;
    private final JobReporting reporting;
    private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final List<RankProcess> ranks = new ArrayList<>();
    private World world;
    private int streams;

    /** Returns the host of a rank, also of a spawned one; known once there is a job. */
    private IntFunction<String> hosts = rank -> "";

    /**
     * Whether nobody handles events any more: what is left is to print. Pairs with
     * JobLauncher.signal, on the thread of the signals.
     */
    private volatile boolean over;

    /**
     * @param spec the job
     * @param output what the user sees of it
     * @param tools for processes that ranks ask for
     * @param nameService connects the job to others
     * @param reporting makes the report of how the job has used its time
     */
    public JobLauncher(
            JobSpec spec,
            JobOutput output,
            Spawner.Tools tools,
            NameService nameService,
            JobReporting reporting) {
        this.spec = spec;
        request = spec.request();
        world = spec.world();
        plan = world.plan();
        nodes = new NodeNumbers(plan);
        forwarding = output.forwarding();
        console = output.console();
        this.output = output;
        this.tools = tools;
        this.nameService = nameService;
        this.reporting = reporting;
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
                session;
                RemoteNodes nobody = RemoteNodes.none()) {
            int code = run(session, sentinel, nobody);
            sentinel.dismiss();
            return code;
        }
    }

    /**
     * Runs the job in a session.
     *
     * @param daemons the other hosts
     */
    int run(Session session, Sentinel sentinel, RemoteNodes daemons)
            throws IOException, InterruptedException {
        try (OobServer server = server(session, daemons)) {
            nameService.open(server, session.directory(), session.secret());
            return run(session, sentinel, daemons, server);
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

    private int run(Session session, Sentinel sentinel, RemoteNodes daemons, OobServer server)
            throws IOException, InterruptedException {
        Path contact = session.writeContact(server.address());
        console.detail("job " + session.jobId() + ", control server " + server.address());
        HostSources sources = new HostSources(session, sentinel, console::print);
        try {
            world = world.starting(sources.compiled(world.launches(), nodes::here, "source."));
        } catch (HostSources.RefusedException e) {
            if (!e.getMessage().isEmpty()) {
                console.print(e.getMessage());
            }
            return e.status();
        }
        List<JobHost> all = hosts(session, contact, sentinel, daemons);
        WorldStarter starter = new WorldStarter(all);
        JobProcesses processes = new JobProcesses(all);
        startAll(starter, processes);
        Job job;
        Outcome outcome;
        try (Console.Background thread = Console.background();
                LiveMetrics _ = reporting.live(session.jobId(), console);
                ClockExchange _ = reporting.clocks(daemons)) {
            Console printed = console.printedBy(thread);
            job = job(session, server, starter, processes, daemons, printed);
            watch(job, server.map(), daemons, printed);
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
        Launch launch = world.launches().get(program);
        Path directory = world.directories().get(program);
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
        Launch launch =
                nodes.of(plan.ranks().get(rank)) == 0 ? world.launches().get(program) : null;
        return launch == null
                ? "the java command on " + hosts.apply(rank)
                : launch.words().get(launch.wrapper());
    }

    /** Returns all hosts of the job by number. */
    private List<JobHost> hosts(
            Session session, Path contact, Sentinel sentinel, RemoteNodes daemons) {
        List<JobHost> all = new ArrayList<>();
        all.add(
                new OwnHost(
                        request,
                        session,
                        contact,
                        sentinel,
                        output,
                        events,
                        reporting,
                        topology()));
        boolean merge = request.output().merge();
        for (RemoteNode node : daemons.nodes()) {
            all.add(new DaemonHost(node, daemons, session.jobId(), merge, output, events));
        }
        return all;
    }

    /** Has the daemons start their ranks; their events become the job's. */
    private void watch(Job job, JobMap map, RemoteNodes daemons, Console printed) {
        NodeWatch watch = new NodeWatch(job, daemons, reporting, printed);
        new LaunchOrders(request, world, map).send(daemons);
        daemons.handleBy(event -> events.add(any -> event.accept(watch)));
    }

    /** Returns where reports leave their files: a test framework wants no files of its users. */
    private Path reports() {
        String named = world.environment().own().getOrDefault(REPORTS, "");
        return named.isEmpty() ? tools.directory() : RawPath.resolve(tools.directory(), named);
    }

    private Job job(
            Session session,
            OobServer server,
            WorldStarter starter,
            JobProcesses processes,
            RemoteNodes daemons,
            Console printed) {
        StackFile stackFile =
                new StackFile(reports(), session.outermost().getParent(), session.jobId());
        Spawner spawner = new Spawner(tools, spec, server, starter, daemons, events, console::warn);
        hosts = spawner::hostOf;
        Surroundings hooks =
                new Surroundings(server, forwarding, printed, request.report(), spawner, stackFile);
        return new Job(
                ranks,
                streams,
                events,
                processes,
                new Verdicts(spawner::hostOf),
                hooks,
                spec.limits(),
                Clock.SYSTEM);
    }

    private OobServer server(Session session, RemoteNodes daemons) throws IOException {
        JobMap map = new JobMap(session.jobId(), plan.universeSize(), world.places());
        return OobServer.start(
                UnixDomainSocketAddress.of(session.socket()),
                session.secret(),
                map,
                plan.ranks().stream().map(nodes::of).toList(),
                new ControlEvents(events, console),
                daemons.port());
    }

    private void startAll(WorldStarter starter, JobProcesses processes) throws IOException {
        try {
            starter.start(world, 0, ranks, more -> streams += more);
        } catch (IOException e) {
            processes.kill();
            throw e;
        }
        startStdinPump();
    }

    private void startStdinPump() {
        List<OutputStream> inputs = new ArrayList<>();
        for (RankProcess rank : ranks) {
            if (rank.input() != null && request.stdin().goesTo(rank.rank())) {
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
