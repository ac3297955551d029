package org.strata.launcher.map;

import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.cli.JobRequest.MapPolicy;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.ras.HostFile;
import org.strata.launcher.ras.HostSlots;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rank file: a line {@code rank N=HOST slot=PLACES} for each rank. Places are numbers of cores,
 * counted through the host ({@code 0-3}) or within a package ({@code 1:0,2}, {@code 1:*}), or
 * {@code *}.
 */
public final class RankFile {
    private static final int LONGEST_NUMBER = 7;
    private static final Pattern LINE =
            Pattern.compile("rank\\s+(\\d+)\\s*=\\s*(\\S+)(?:\\s+slots?\\s*=\\s*(\\S+))?");
    private static final Pattern RANGE = Pattern.compile("\\d{1,5}(-\\d{1,5})?");
    private static final Pattern RELATIVE = Pattern.compile("\\+n(\\d{1,7})");

    /**
     * One rank's place.
     *
     * @param host its host's name, or {@code +nX} for the host of an index
     * @param places its places, or null for any
     */
    private record Entry(String host, String places) {}

    private final Path file;
    private final Map<Integer, Entry> entries = new TreeMap<>();

    private RankFile(Path file) {
        this.file = file;
    }

    static RankFile read(Path path) throws UsageException {
        RankFile file = new RankFile(path);
        for (String line : HostFile.lines(path, "the rank file")) {
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new UsageException(
                        "The rank file "
                                + path
                                + " has lines \"rank N=HOST slot=PLACES\", not: "
                                + line);
            }
            int rank = number(matcher.group(1), path);
            if (file.entries.put(rank, new Entry(host(matcher.group(2)).name(), matcher.group(3)))
                    != null) {
                throw new UsageException(path + " places rank " + rank + " twice.");
            }
        }
        return file;
    }

    /**
     * Returns the hosts that the rank file of a job names by their names, with a slot for each
     * rank: the allocation of a job that has no other. Without a rank file there are none.
     */
    public static List<HostSlots> hosts(JobRequest.Mapping mapping) throws UsageException {
        List<HostSlots> hosts = new ArrayList<>();
        if (mapping.placement().by() != MapPolicy.RANKFILE) {
            return hosts;
        }
        Path path = mapping.placement().file();
        for (String line : HostFile.lines(path, "the rank file")) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches() && !RELATIVE.matcher(matcher.group(2)).matches()) {
                hosts.add(host(matcher.group(2)));
            }
        }
        return hosts;
    }

    /** Reads {@code HOST} or {@code USER@HOST}. */
    private static HostSlots host(String word) throws UsageException {
        return HostFile.list(word).getFirst();
    }

    private static int number(String digits, Path path) throws UsageException {
        String plain = digits.replaceFirst("^0+(?=.)", "");
        if (plain.length() > LONGEST_NUMBER) {
            throw new UsageException(
                    path + " places rank " + digits + ": no job has so many ranks.");
        }
        return Integer.parseInt(plain);
    }

    int size() {
        return entries.size();
    }

    /** Returns the seat of a rank. */
    Seat seat(int rank, List<Node> nodes, HostIndex hosts, boolean threads) throws UsageException {
        Entry entry = entries.get(rank);
        if (entry == null) {
            throw new UsageException(
                    "The rank file " + file + " has no line for rank " + rank + ".");
        }
        Matcher relative = RELATIVE.matcher(entry.host());
        int node =
                relative.matches()
                        ? Integer.parseInt(relative.group(1))
                        : hosts.of(entry.host(), "the rank file " + file);
        if (node >= nodes.size()) {
            throw new UsageException("There is no host " + entry.host() + " of " + file + ".");
        }
        String places = entry.places();
        CpuSet cpus =
                places == null || places.equals("*")
                        ? CpuSet.EMPTY
                        : cpus(places, nodes.get(node).topology(), threads);
        return new Seat(node, 0, CpuSet.EMPTY, cpus);
    }

    private CpuSet cpus(String places, Topology topology, boolean threads) throws UsageException {
        int colon = places.indexOf(':');
        List<CpuSet> units = threads ? topology.threads() : topology.cores();
        if (colon >= 0) {
            List<CpuSet> packages = topology.packages();
            CpuSet all = pick(packages, places.substring(0, colon), places);
            units = units.stream().filter(unit -> !unit.and(all).isEmpty()).toList();
        }
        String own = places.substring(colon + 1);
        return own.equals("*")
                ? CpuSet.parse(String.join(",", units.stream().map(CpuSet::toString).toList()))
                : pick(units, own, places);
    }

    /** A pattern for the whole list would need a stack that grows with it. */
    private static boolean isList(String numbers) {
        for (String range : numbers.split(",", -1)) {
            if (!RANGE.matcher(range).matches()) {
                return false;
            }
        }
        return true;
    }

    private CpuSet pick(List<CpuSet> units, String numbers, String places) throws UsageException {
        if (!isList(numbers)) {
            throw new UsageException(file + ": slot=" + places + " is no list of places.");
        }
        List<String> picked = new ArrayList<>();
        for (int number : CpuSet.parse(numbers).toArray()) {
            if (number >= units.size()) {
                throw new UsageException(
                        file
                                + ": slot="
                                + places
                                + " names place "
                                + number
                                + " of "
                                + units.size()
                                + ".");
            }
            picked.add(units.get(number).toString());
        }
        if (picked.isEmpty()) {
            throw new UsageException(file + ": slot=" + places + " is an empty list.");
        }
        return CpuSet.parse(String.join(",", picked));
    }
}
