package org.strata.launcher.job;

import org.strata.launcher.cli.AppContext;
import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.io.Shortages;
import org.strata.launcher.map.CpuSet;
import org.strata.launcher.map.Load;
import org.strata.launcher.map.Mapper;
import org.strata.launcher.map.Plan;
import org.strata.launcher.program.Programs;
import org.strata.launcher.program.Programs.Launch;
import org.strata.launcher.raw.RawPath;
import org.strata.launcher.wire.HostVariables;
import org.strata.launcher.wire.LaunchOrder;
import org.strata.mca.ess.Spawn;
import org.strata.oob.OobServer;
import org.strata.oob.frame.JobMap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Starts the processes that ranks ask for (MPI_Comm_spawn, MPI 3.1 §10.3). Nothing is started
 * unless everything about a request is right. Belongs to the job's thread.
 */
public final class Spawner {
    private final Tools tools;
    private final JobRequest request;
    private final Plan plan;
    private final RankEnvironment environment;
    private final OobServer server;
    private final WorldStarter starter;
    private final RemoteNodes daemons;
    private final Queue<JobEvent> events;
    private final SpawnHints hints;

    /** Where each process runs, by number. */
    private final List<Plan.PlannedRank> homes = new ArrayList<>();

    /**
     * What finds programs and places for them.
     *
     * @param programs finds programs
     * @param mapper places processes
     * @param directory the working directory where none is named
     */
    public record Tools(Programs programs, Mapper mapper, Path directory) {}

    Spawner(
            Tools tools,
            JobSpec job,
            OobServer server,
            WorldStarter starter,
            RemoteNodes daemons,
            Queue<JobEvent> events,
            Consumer<String> warnings) {
        this.tools = tools;
        request = job.request();
        plan = job.world().plan();
        environment = job.world().environment();
        this.server = server;
        this.starter = starter;
        this.daemons = daemons;
        this.events = events;
        hints = new SpawnHints(warnings);
        homes.addAll(plan.ranks());
    }

    /** Returns the name of the host of a rank, spawned or not. */
    String hostOf(int rank) {
        return plan.hosts().get(homes.get(rank).host()).name();
    }

    /**
     * Starts processes, or says why not. Daemons of other hosts are asked before whether they can:
     * the rest follows when they have answered.
     *
     * @param parent number of the process that asks
     * @param ranks the processes so far, to which those that have been started are added
     * @param streams gets the number of streams that they write to
     * @param answer gets the outcome
     */
    void spawn(
            int parent,
            Spawn spawn,
            List<RankProcess> ranks,
            IntConsumer streams,
            Consumer<Spawn.Outcome> answer) {
        hints.warn(spawn);
        Consumer<World> start = world -> answer.accept(start(world, ranks, streams));
        plan(
                parent,
                spawn,
                ranks,
                answer,
                world -> {
                    Map<Integer, LaunchOrder> orders = questions(world);
                    if (orders.isEmpty()) {
                        start.accept(world);
                        return;
                    }
                    Runnable checked = () -> plan(parent, spawn, ranks, answer, start);
                    daemons.check(
                            orders,
                            refusal ->
                                    events.add(
                                            refusal.isEmpty()
                                                    ? JobEvent.spawnChecked(checked, answer)
                                                    : job -> answer.accept(refused(refusal))));
                });
    }

    /** Returns what daemons are asked about; the numbers of the ranks are not known yet. */
    private Map<Integer, LaunchOrder> questions(World world) {
        JobMap map = new JobMap("", world.plan().universeSize(), world.places());
        return new LaunchOrders(request, world, map).orders();
    }

    /** Plans a world and passes it on, or answers what is wrong with it. */
    private void plan(
            int parent,
            Spawn spawn,
            List<RankProcess> ranks,
            Consumer<Spawn.Outcome> answer,
            Consumer<World> next) {
        World world;
        try {
            world = plan(parent, spawn, ranks);
        } catch (UsageException e) {
            answer.accept(refused(e.lines()));
            return;
        } catch (InvalidPathException e) {
            answer.accept(Spawn.Outcome.refused("Not a path: " + e.getMessage()));
            return;
        }
        next.accept(world);
    }

    private static Spawn.Outcome refused(List<String> lines) {
        return Spawn.Outcome.refused(String.join(" ", lines));
    }

    private World plan(int parent, Spawn spawn, List<RankProcess> ranks) throws UsageException {
        int running = (int) ranks.stream().filter(RankProcess::running).count();
        List<AppContext> programs = programs(spawn, running);
        Plan world = tools.mapper().planMore(request, programs, hints(spawn, "host"), load(ranks));
        RankEnvironment variables = environment.spawned(world);
        NodeNumbers nodes = new NodeNumbers(world);
        List<Launch> launches = new ArrayList<>();
        List<Path> directories = new ArrayList<>();
        for (int i = 0; i < programs.size(); i++) {
            // What runs elsewhere only need not be here.
            boolean here = nodes.here(i) > 0;
            Path directory = directory(programs.get(i), here);
            directories.add(directory);
            Map<String, String> found =
                    HostVariables.searching(variables.ofProgram(i), programs.get(i).path());
            List<String> command = programs.get(i).command();
            launches.add(here ? tools.programs().resolve(command, found, directory) : null);
        }
        return new World(parent, world, launches, directories, variables);
    }

    private Spawn.Outcome start(World world, List<RankProcess> ranks, IntConsumer streams) {
        Plan planned = world.plan();
        NodeNumbers nodes = new NodeNumbers(planned);
        homes.addAll(planned.ranks());
        JobMap map = server.grow(world.places(), planned.ranks().stream().map(nodes::of).toList());
        try {
            starter.start(world, map.first(), ranks, streams);
        } catch (IOException e) {
            // Some may run already, and the others' numbers are in use.
            int parent = world.parent();
            String failed = "mpirun cannot start a process that rank " + parent + " spawns";
            List<String> why = Shortages.explained(failed, e);
            events.add(JobEvent.abort(parent, Verdicts.FAILURE, String.join("\n", why), ""));
            return refused(
                    why.stream().map(String::strip).filter(line -> !line.isEmpty()).toList());
        }
        new LaunchOrders(request, world, map).send(daemons);
        List<Integer> counts =
                IntStream.range(0, planned.programs().size()).map(planned::size).boxed().toList();
        return new Spawn.Outcome(map.first(), counts, "");
    }

    /** Returns a hint's value for each program; empty where it is not given. */
    private static List<String> hints(Spawn spawn, String name) {
        return spawn.programs().stream()
                .map(program -> program.hints().getOrDefault(name, ""))
                .toList();
    }

    private Load load(List<RankProcess> ranks) {
        List<Integer> running = new ArrayList<>(Collections.nCopies(plan.hosts().size(), 0));
        List<Integer> started = new ArrayList<>(running);
        List<List<CpuSet>> bound = new ArrayList<>();
        running.forEach(none -> bound.add(new ArrayList<>()));
        for (int i = 0; i < ranks.size(); i++) {
            int host = homes.get(i).host();
            bound.get(host).add(homes.get(i).cpus());
            started.set(host, started.get(host) + 1);
            running.set(host, running.get(host) + (ranks.get(i).running() ? 1 : 0));
        }
        return new Load(running, started, bound);
    }

    /** Returns the programs with the numbers of processes that there is room for. */
    private List<AppContext> programs(Spawn spawn, int running) throws UsageException {
        List<AppContext> programs = new ArrayList<>();
        List<String> inherited = plan.programs().getFirst().exports();
        int taken = running;
        for (Spawn.Program program : spawn.programs()) {
            String soft = program.hints().get("soft");
            int count = SoftCount.choose(soft, program.count(), room(taken));
            taken += count;
            List<String> exports = new ArrayList<>(inherited);
            exports.addAll(SpawnHints.exports(program));
            String directory = program.hints().get("wdir");
            String path = program.hints().getOrDefault("path", "");
            programs.add(
                    new AppContext(count, exports, Map.of(), directory, path, program.command()));
        }
        return programs;
    }

    private SoftCount.Room room(int taken) {
        return count -> plan.slots().check(taken + count, request.mapping().oversubscription());
    }

    private Path directory(AppContext program, boolean here) throws UsageException {
        if (program.directory() == null) {
            return tools.directory();
        }
        Path wanted = RawPath.resolve(tools.directory(), program.directory());
        if (here && !Files.isDirectory(wanted)) {
            throw new UsageException(
                    "The working directory " + RawPath.text(wanted) + " does not exist.");
        }
        return wanted;
    }
}
