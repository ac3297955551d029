package org.strata.launcher.job;

import org.strata.launcher.cli.AppContext;
import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.map.Hosts;
import org.strata.launcher.map.Load;
import org.strata.launcher.map.Mapper;
import org.strata.launcher.map.Plan;
import org.strata.launcher.program.Programs;
import org.strata.launcher.program.Programs.Launch;
import org.strata.mca.ess.Spawn;
import org.strata.oob.JobMap;
import org.strata.oob.OobServer;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
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
    private final ProcessStarter starter;
    private final Queue<JobEvent> events;

    /** The host of each process, by number. */
    private final List<Integer> homes = new ArrayList<>();

    /**
     * What finds programs and places for them.
     *
     * @param programs finds programs
     * @param mapper places processes
     * @param hosts knows this host's names
     * @param directory the working directory where none is named
     */
    public record Tools(Programs programs, Mapper mapper, Hosts hosts, Path directory) {}

    Spawner(
            Tools tools,
            JobRequest request,
            Plan plan,
            RankEnvironment environment,
            OobServer server,
            ProcessStarter starter,
            Queue<JobEvent> events) {
        this.tools = tools;
        this.request = request;
        this.plan = plan;
        this.environment = environment;
        this.server = server;
        this.starter = starter;
        this.events = events;
        plan.ranks().forEach(rank -> homes.add(rank.host()));
    }

    /**
     * Starts processes.
     *
     * @param parent number of the process that asks
     * @param ranks the processes so far, to which those that have been started are added
     * @param streams gets the number of streams that they write to
     */
    Spawn.Outcome spawn(int parent, Spawn spawn, List<RankProcess> ranks, IntConsumer streams) {
        try {
            if (new NodeNumbers(plan).remote()) {
                throw new UsageException(
                        "Jobs that run on several hosts cannot start more processes.");
            }
            int running = (int) ranks.stream().filter(RankProcess::running).count();
            List<AppContext> programs = programs(spawn, running);
            Plan world = tools.mapper().planMore(request, programs, load(ranks));
            RankEnvironment variables = environment.spawned(world, ranks.size(), parent);
            List<Launch> launches = new ArrayList<>();
            List<Path> directories = new ArrayList<>();
            for (int i = 0; i < programs.size(); i++) {
                Path directory = directory(programs.get(i));
                directories.add(directory);
                Map<String, String> found = variables.ofProgram(i);
                String path = spawn.programs().get(i).hints().get("path");
                if (path != null) {
                    found.merge("PATH", path, (old, more) -> more + File.pathSeparator + old);
                }
                List<String> command = programs.get(i).command();
                launches.add(tools.programs().resolve(command, found, directory));
            }
            streams.accept(start(world, launches, directories, variables, ranks));
            List<Integer> counts =
                    IntStream.range(0, programs.size()).map(world::size).boxed().toList();
            world.ranks().forEach(rank -> homes.add(rank.host()));
            return new Spawn.Outcome(ranks.size() - world.size(), counts, "");
        } catch (UsageException e) {
            return Spawn.Outcome.refused(String.join(" ", e.lines()));
        } catch (InvalidPathException e) {
            return Spawn.Outcome.refused("Not a path: " + e.getMessage());
        } catch (IOException e) {
            // Some may run already, and the others' numbers are in use.
            String why = "mpirun cannot start a process that rank " + parent + " spawns: ";
            events.add(JobEvent.abort(parent, Verdicts.FAILURE, why + e.getMessage(), ""));
            return Spawn.Outcome.refused(why + e.getMessage());
        }
    }

    private int start(
            Plan world,
            List<Launch> launches,
            List<Path> directories,
            RankEnvironment variables,
            List<RankProcess> ranks)
            throws IOException {
        List<JobMap.Place> places =
                world.ranks().stream()
                        .map(rank ->
                                new JobMap.Place(
                                        world.hostOf(rank), rank.localRank(), rank.program()))
                        .toList();
        int first = server.grow(places);
        return starter.start(world, launches, directories, variables, first, ranks);
    }

    private Load load(List<RankProcess> ranks) {
        List<Integer> running = new ArrayList<>(Collections.nCopies(plan.hosts().size(), 0));
        List<Integer> started = new ArrayList<>(running);
        for (int i = 0; i < ranks.size(); i++) {
            int host = homes.get(i);
            started.set(host, started.get(host) + 1);
            running.set(host, running.get(host) + (ranks.get(i).running() ? 1 : 0));
        }
        return new Load(running, started);
    }

    /** Returns the programs with the numbers of processes that there is room for. */
    private List<AppContext> programs(Spawn spawn, int running) throws UsageException {
        List<AppContext> programs = new ArrayList<>();
        List<String> exports = plan.programs().getFirst().exports();
        int taken = running;
        for (Spawn.Program program : spawn.programs()) {
            Map<String, String> hints = program.hints();
            if (hints.containsKey("host")) {
                tools.hosts().requireAllLocal(hints.get("host"));
            }
            int count = SoftCount.choose(hints.get("soft"), program.count(), room(taken));
            taken += count;
            String directory = hints.get("wdir");
            programs.add(new AppContext(count, exports, Map.of(), directory, program.command()));
        }
        return programs;
    }

    private SoftCount.Room room(int taken) {
        return count -> plan.slots().check(taken + count, request.mapping().oversubscription());
    }

    private Path directory(AppContext program) throws UsageException {
        if (program.directory() == null) {
            return tools.directory();
        }
        Path wanted = tools.directory().resolve(program.directory());
        if (!Files.isDirectory(wanted)) {
            throw new UsageException("The working directory " + wanted + " does not exist.");
        }
        return wanted;
    }
}
