package org.strata.launcher.job;

import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.io.Forwarding;
import org.strata.launcher.io.RankPipes;
import org.strata.launcher.map.Binder;
import org.strata.launcher.map.Plan;
import org.strata.launcher.program.Programs.Launch;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** Starts the processes of a world, and connects their input and output. */
final class ProcessStarter {
    private static final File NOTHING = new File("/dev/null");

    private final JobRequest request;
    private final Session session;
    private final Path contact;
    private final Sentinel sentinel;
    private final Forwarding forwarding;
    private final Console console;
    private final Queue<JobEvent> events;
    private final Binder binder;
    private final RemoteNodes others;

    ProcessStarter(
            JobRequest request,
            Session session,
            Path contact,
            Sentinel sentinel,
            Forwarding forwarding,
            Console console,
            Queue<JobEvent> events,
            RemoteNodes others) {
        this.request = request;
        this.session = session;
        this.contact = contact;
        this.sentinel = sentinel;
        this.forwarding = forwarding;
        this.console = console;
        this.events = events;
        this.others = others;
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
     * @return the number of streams that they write to
     * @throws IOException when one cannot be started; those before it have been added
     */
    int start(
            Plan plan,
            List<Launch> launches,
            List<Path> directories,
            RankEnvironment environment,
            int first,
            List<RankProcess> ranks)
            throws IOException {
        NodeNumbers nodes = new NodeNumbers(plan);
        Iterator<RankPipes> pipes = pipes(plan, nodes);
        int streams = 0;
        for (Plan.PlannedRank rank : plan.ranks()) {
            int number = first + rank.number();
            int node = nodes.of(rank);
            if (node != 0) {
                streams += expect(number, first, node, ranks);
                continue;
            }
            Launch launch = launches.get(rank.program());
            Path arguments =
                    session.directory().resolve("arguments." + first + "." + rank.program());
            ProcessBuilder builder = new ProcessBuilder(launch.fitting(arguments));
            builder.directory(directories.get(rank.program()).toFile());
            builder.redirectInput(stdin(number, first > 0));
            Map<String, String> variables = builder.environment();
            variables.clear();
            variables.putAll(environment.ofRank(rank, launch, session.jobId(), contact));
            try (RankPipes own = pipes.next()) {
                own.attach(builder);
                Process process =
                        launch.java()
                                ? binder.startJava(builder, rank.cpus())
                                : binder.start(builder, rank.cpus());
                sentinel.watch(process.pid());
                ranks.add(RankProcess.here(number, first, process));
                streams += forwarding.start(number, own, () -> events.add(JobEvent.streamEnd()));
                await(number, process);
            }
        }
        return streams;
    }

    private Iterator<RankPipes> pipes(Plan plan, NodeNumbers nodes) throws IOException {
        int count = (int) plan.ranks().stream().filter(rank -> nodes.of(rank) == 0).count();
        return count == 0
                ? Collections.emptyIterator()
                : RankPipes.make(session.directory(), count, request.output().merge()).iterator();
    }

    /** A daemon starts it later: what it writes is forwarded from there. */
    private int expect(int number, int first, int node, List<RankProcess> ranks)
            throws IOException {
        RemoteProcess process = others.process(node, number, request.output().merge());
        ranks.add(RankProcess.on(node, number, first, process));
        return forwarding.start(
                number, process.output(), process.errors(), () -> events.add(JobEvent.streamEnd()));
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
