package org.strata.launcher.host;

import org.strata.launcher.map.BoundProcesses;
import org.strata.launcher.map.CpuSet;
import org.strata.launcher.map.Topology;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The cores that a job's ranks are bound to by default on this host: such as no other job holds.
 *
 * <p>Each job of a user writes the cores that it holds into a file of its session, and so removes
 * them with it; ranks of other users and of other MPIs are seen by their binding. Two jobs that
 * start at the same time may choose the same core: each looks again after it has written, and one
 * that sees the other gives up and tries again a little later. Where there is no core for each
 * rank, none is bound: two ranks on one core would wait for each other.
 */
public final class CoreClaim {
    private static final String FILE = "cores";
    private static final int ATTEMPTS = 6;
    private static final long PAUSE_NANOS = 1_000_000;

    /** A list of all processors that Linux can have is shorter. */
    private static final long MOST_BYTES = 1 << 18;

    private final Path session;
    private final String host;
    private final Topology topology;
    private final int processors;
    private final Function<List<CpuSet>, List<CpuSet>> bound;
    private final List<CpuSet> held = new ArrayList<>();

    /**
     * @param session the directory of the job's session; those of the user's other jobs lie beside
     * @param host this host's name, for homes that several hosts share
     * @param processors those that the system lets this job use at a time, as a container limits
     *     them without saying which
     */
    public CoreClaim(Path session, String host, Topology topology, int processors) {
        this(session, host, topology, processors, BoundProcesses::on);
    }

    /**
     * @param bound finds the cores that other processes of this host are bound to
     */
    CoreClaim(
            Path session,
            String host,
            Topology topology,
            int processors,
            Function<List<CpuSet>, List<CpuSet>> bound) {
        this.session = session;
        this.host = host;
        this.topology = topology;
        this.processors = processors;
        this.bound = bound;
    }

    /** Returns a core for each of some ranks; empty sets where there are not enough free ones. */
    public List<CpuSet> take(int ranks) {
        List<CpuSet> nothing = Collections.nCopies(ranks, CpuSet.EMPTY);
        List<CpuSet> cores = topology.cores();
        int usable = cores.stream().mapToInt(core -> core.toArray().length).sum();
        if (ranks + held.size() > cores.size() || processors < usable) {
            return nothing;
        }
        try {
            List<CpuSet> taken = new ArrayList<>(bound.apply(cores));
            taken.addAll(held);
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                List<CpuSet> chosen = free(cores, taken, ofOthers()).stream().limit(ranks).toList();
                if (chosen.size() < ranks) {
                    return nothing;
                }
                write(chosen);
                if (free(chosen, List.of(), ofOthers()).size() == ranks) {
                    held.addAll(chosen);
                    return chosen;
                }
                write(List.of());
                long most = PAUSE_NANOS << attempt;
                Thread.sleep(Duration.ofNanos(ThreadLocalRandom.current().nextLong(most)));
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Where no job can tell the others, as on a full disk, none is bound.
            return nothing;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return nothing;
    }

    private static List<CpuSet> free(List<CpuSet> cores, List<CpuSet> taken, List<CpuSet> more) {
        return cores.stream()
                .filter(core -> taken.stream().allMatch(each -> each.and(core).isEmpty()))
                .filter(core -> more.stream().allMatch(each -> each.and(core).isEmpty()))
                .toList();
    }

    private void write(List<CpuSet> chosen) throws IOException {
        List<CpuSet> all = new ArrayList<>(held);
        all.addAll(chosen);
        String list = all.stream().map(CpuSet::toString).collect(Collectors.joining(","));
        long own = ProcessHandle.current().pid();
        Files.writeString(session.resolve(FILE), own + "\n" + host + "\n" + list + "\n");
    }

    /** Returns the cores of this user's other jobs on this host that are running. */
    private List<CpuSet> ofOthers() throws IOException {
        List<CpuSet> others = new ArrayList<>();
        try (DirectoryStream<Path> sessions = Files.newDirectoryStream(session.getParent())) {
            for (Path other : sessions) {
                if (!other.equals(session)) {
                    others.add(read(other.resolve(FILE)));
                }
            }
        }
        return others;
    }

    /** Returns what a session holds; nothing if it is of another host, has ended, or is damaged. */
    private CpuSet read(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                return CpuSet.EMPTY;
            }
            String[] lines = Files.readString(file).split("\n", -1);
            boolean counts =
                    lines.length > 2
                            && lines[1].equals(host)
                            && ProcessHandle.of(Long.parseLong(lines[0])).isPresent();
            return counts ? CpuSet.parse(lines[2]) : CpuSet.EMPTY;
        } catch (IOException | NumberFormatException e) {
            return CpuSet.EMPTY;
        }
    }
}
