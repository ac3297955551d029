package org.strata.launcher.host;

import org.strata.ess.own.RankIdentity;
import org.strata.launcher.io.RankPipes;
import org.strata.launcher.map.Binder;
import org.strata.launcher.map.CpuSet;
import org.strata.launcher.map.Topology;
import org.strata.launcher.program.Programs.Launch;
import org.strata.launcher.program.RankCommand;
import org.strata.launcher.raw.RankStart;
import org.strata.launcher.session.Sentinel;
import org.strata.launcher.session.Session;
import org.strata.mca.base.LocalHost;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Starts the processes of ranks on this host, for mpirun as for a daemon: what a rank is started
 * with is written here once. Not thread-safe.
 */
public final class HostRanks {
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** The kernel refuses a variable that is longer. */
    private static final int LONGEST_VALUE = 100_000;

    private final Session session;
    private final Path contact;
    private final Sentinel sentinel;
    private final CoreClaim cores;

    /**
     * @param contact the file that ranks read to join the job
     * @param sentinel ends the processes if this one cannot
     * @param topology the cores that may be used
     */
    public HostRanks(Session session, Path contact, Sentinel sentinel, Topology topology) {
        this.session = session;
        this.contact = contact;
        this.sentinel = sentinel;
        cores = new CoreClaim(session.directory(), LocalHost.name(), topology, PROCESSORS);
    }

    /**
     * A process to start.
     *
     * @param rank its number in the job
     * @param launch what it runs
     * @param directory the working directory
     * @param variables its environment but what {@link HostRanks} adds; modifiable
     * @param debugger an option of its JVM, or an empty text
     * @param core the core that its thread is bound to by default, empty for none
     * @param cpus the processors that the user wants it to be bound to, empty for any
     * @param input where its standard input comes from
     */
    public record Start(
            int rank,
            Launch launch,
            Path directory,
            Map<String, String> variables,
            String debugger,
            CpuSet core,
            CpuSet cpus,
            Redirect input) {}

    /**
     * Returns a core for each of some ranks that may be bound by default; an empty set for those
     * whose program decides by itself, as a wrapper such as taskset, and for all where there are
     * not enough free cores.
     *
     * @param launches what each of them runs
     */
    public List<CpuSet> freeCores(List<Launch> launches) {
        int bindable = (int) launches.stream().filter(HostRanks::bindable).count();
        Iterator<CpuSet> free =
                bindable == 0 ? List.<CpuSet>of().iterator() : cores.take(bindable).iterator();
        List<CpuSet> each = new ArrayList<>();
        for (Launch launch : launches) {
            each.add(bindable(launch) ? free.next() : CpuSet.EMPTY);
        }
        return each;
    }

    /** A java command, whose JVM is told how many processors there are. */
    private static boolean bindable(Launch launch) {
        return launch.java() && launch.wrapper() == 0;
    }

    /**
     * Starts a process, which the sentinel watches from then on.
     *
     * @param parent number of the process that has spawned its world, or -1
     * @param command makes its words
     * @param pipes what it writes to; the caller opens and closes them
     */
    public Process start(
            Start start, int parent, RankCommand command, Binder binder, RankPipes pipes)
            throws IOException {
        Map<String, String> variables = start.variables();
        Launch launch = start.launch();
        new RankIdentity(session.jobId(), start.rank(), parent, contact).addTo(variables);
        addLaunch(variables, launch);
        List<String> words =
                command.words(
                        launch,
                        start.rank(),
                        start.debugger(),
                        start.core().isEmpty() ? 0 : PROCESSORS,
                        variables);
        Path directory = session.directory();
        RankStart made =
                new RankStart(
                        launch.fitting(words, directory.resolve("arguments." + start.rank())),
                        start.directory(),
                        variables,
                        directory.resolve("start." + start.rank()));
        made.streams().redirectInput(start.input());
        pipes.attach(made.streams());
        Process process = start(made, start, binder);
        pipes.started(process);
        sentinel.watch(process.pid());
        return process;
    }

    private static Process start(RankStart made, Start start, Binder binder) throws IOException {
        if (!start.core().isEmpty()) {
            return binder.startDefault(made, start.core());
        }
        return start.launch().java()
                ? binder.startJava(made, start.cpus())
                : binder.start(made, start.cpus());
    }

    /** Adds what depends on where the program has been found, and on the host's session. */
    private void addLaunch(Map<String, String> variables, Launch launch) {
        variables.putAll(launch.variables());
        variables.put("OMPI_FILE_LOCATION", contact.getParent().toString());
        variables.put("OMPI_COMMAND", launch.name());
        String arguments = String.join(" ", launch.arguments());
        if (arguments.length() <= LONGEST_VALUE) {
            variables.put("OMPI_ARGV", arguments);
        }
    }
}
