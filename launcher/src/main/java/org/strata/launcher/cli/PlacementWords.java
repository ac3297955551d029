package org.strata.launcher.cli;

import org.strata.launcher.cli.JobRequest.BindTarget;
import org.strata.launcher.cli.JobRequest.MapPolicy;
import org.strata.launcher.cli.JobRequest.Oversubscription;
import org.strata.launcher.cli.JobRequest.Ranking;
import org.strata.launcher.ras.HostFile;
import org.strata.launcher.ras.HostSlots;
import org.strata.launcher.raw.RawPath;
import org.strata.mca.base.Ignored;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the options about hosts, slots and processors. */
final class PlacementWords {
    private static final Pattern CPUS =
            Pattern.compile("\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*");
    private static final Set<String> DISPLAYS = Set.of("map", "bind", "allocation");

    private PlacementWords() {}

    static JobRequest.Mapping mapping(ProgramOptions first, List<ProgramOptions> segments)
            throws UsageException {
        List<String> hosts = new ArrayList<>();
        List<Path> files = new ArrayList<>();
        for (ProgramOptions segment : segments) {
            hosts.addAll(segment.all("H"));
            segment.all("hostfile").forEach(file -> files.add(RawPath.of(file)));
        }
        if (segments.size() > 1 && areRelative(hosts)) {
            // Each program chooses among all hosts.
            hosts.clear();
        }
        Oversubscription oversubscription = Oversubscription.UNSAID;
        MapBy mapBy = MapBy.parse(first.last("map-by"));
        if (first.has("oversubscribe") || mapBy.has("oversubscribe")) {
            oversubscription = Oversubscription.ALLOWED;
        } else if (first.has("nooversubscribe") || mapBy.has("nooversubscribe")) {
            oversubscription = Oversubscription.REFUSED;
        }
        Set<String> display = display(first);
        return new JobRequest.Mapping(
                hosts,
                files,
                programHosts(segments),
                perNode(first, mapBy),
                perNode(first) > 0 ? BindTarget.NONE : mapBy.resource(),
                oversubscription,
                cpus(first, mapBy),
                first.has("display-map") || display.contains("map"),
                first.has("display-allocation") || display.contains("allocation"),
                new JobRequest.Placement(
                        perNode(first) > 0 ? MapPolicy.PPR : mapBy.policy(),
                        mapBy.has("span"),
                        first.has("nolocal") || mapBy.has("nolocal"),
                        first.has("use-hwthread-cpus") || mapBy.has("hwtcpus"),
                        ranking(first, mapBy),
                        mapBy.file()));
    }

    /** Several programs may each have hosts of their own. */
    private static List<String> programHosts(List<ProgramOptions> segments) throws UsageException {
        List<String> each = new ArrayList<>();
        for (ProgramOptions segment : segments) {
            List<HostSlots> hosts = new ArrayList<>();
            for (String list : segment.all("H")) {
                hosts.addAll(HostFile.list(list));
            }
            for (String file : hosts.isEmpty() ? segment.all("hostfile") : List.<String>of()) {
                hosts.addAll(HostFile.read(RawPath.of(file)));
            }
            List<String> names = hosts.stream().map(HostSlots::name).toList();
            each.add(segments.size() == 1 ? "" : String.join(",", names));
        }
        return each;
    }

    private static boolean areRelative(List<String> lists) throws UsageException {
        for (String list : lists) {
            if (HostFile.list(list).stream().anyMatch(HostSlots::relative)) {
                return true;
            }
        }
        return false;
    }

    /** As in Open MPI, processes that are mapped node by node or span by span are numbered so. */
    private static Ranking ranking(ProgramOptions first, MapBy mapBy) throws UsageException {
        Ranking said = MapBy.ranking(first.last("rank-by"));
        if (said != Ranking.UNSAID || perNode(first) > 0) {
            return said;
        }
        if (mapBy.policy() == MapPolicy.NODE) {
            return Ranking.NODE;
        }
        return mapBy.has("span") ? Ranking.SPAN : said;
    }

    private static int perNode(ProgramOptions first, MapBy mapBy) throws UsageException {
        int each = perNode(first);
        return each > 0 ? each : mapBy.perResource();
    }

    /** Returns the value of -N, or 0 without it. */
    private static int perNode(ProgramOptions first) throws UsageException {
        return Numbers.count(first.last("N"), "-N");
    }

    private static String cpus(ProgramOptions first, MapBy mapBy) throws UsageException {
        String text = first.has("cpu-set") ? first.last("cpu-set") : mapBy.cpus();
        if (text != null && !CPUS.matcher(text).matches()) {
            throw new UsageException(
                    "--cpu-set is a list of processors such as 0-3,8, not \"" + text + "\".");
        }
        return text;
    }

    private static Set<String> display(ProgramOptions first) throws UsageException {
        String text = first.last("display");
        Set<String> words = text == null ? Set.of() : Set.copyOf(List.of(text.split(",", -1)));
        for (String word : words) {
            if (!DISPLAYS.contains(word)) {
                throw new UsageException(
                        "--display knows map, bind and allocation, not \"" + word + "\".");
            }
        }
        return words;
    }

    static JobRequest.Binding binding(ProgramOptions first) throws UsageException {
        MapBy mapBy = MapBy.parse(first.last("map-by"));
        int width = mapBy.width();
        boolean unsaid = !first.has("bind-to") && width == 0 && cpus(first, mapBy) == null;
        // As in Open MPI, several processing elements per rank bind it to cores.
        String text =
                (first.has("bind-to") ? first.last("bind-to") : width > 0 ? "core" : "none")
                        .toLowerCase(Locale.ROOT);
        int colon = text.indexOf(':');
        String object = colon < 0 ? text : text.substring(0, colon);
        Set<String> modifiers =
                colon < 0 ? Set.of() : Set.of(text.substring(colon + 1).split(",", -1));
        boolean list = object.equals("cpu-list") || object.equals("cpulist");
        for (String modifier : modifiers) {
            if (list && modifier.equals("ordered")) {
                continue;
            }
            if (!modifier.equals("overload-allowed") && !modifier.equals("if-supported")) {
                throw new UsageException("--bind-to knows no modifier \"" + modifier + "\".");
            }
        }
        return new JobRequest.Binding(
                list ? ofList(modifiers.contains("ordered")) : target(object),
                Math.max(1, width),
                first.has("report-bindings") || display(first).contains("bind"),
                modifiers.contains("overload-allowed"),
                modifiers.contains("if-supported"),
                unsaid);
    }

    /**
     * {@code cpu-list:ordered} binds the ranks of a host to the processors of {@code --cpu-list} in
     * ascending order; without {@code ordered} each has all of them, as {@code --cpu-list} alone
     * says.
     */
    private static BindTarget ofList(boolean ordered) {
        return ordered ? BindTarget.HWTHREAD : BindTarget.NONE;
    }

    private static BindTarget target(String object) throws UsageException {
        return switch (object) {
            // All processors of a host are on one board.
            case "none", "board" -> BindTarget.NONE;
            case "core", "l1cache", "l2cache" -> BindTarget.CORE;
            case "hwthread" -> BindTarget.HWTHREAD;
            case "l3cache" -> BindTarget.L3CACHE;
            case "numa" -> BindTarget.NUMA;
            case "socket", "package" -> BindTarget.PACKAGE;
            default ->
                    throw new UsageException(
                            "--bind-to knows none, hwthread, core, l3cache, numa, package,"
                                    + " socket and cpu-list:ordered, not \""
                                    + object
                                    + "\".");
        };
    }

    /** Returns what was given without effect. */
    static Ignored ignored(ProgramOptions first, List<ProgramOptions> segments)
            throws UsageException {
        Ignored ignored = new Ignored();
        segments.forEach(segment -> ignored.addAll(segment.ignored()));
        ignored.addAll(MapBy.parse(first.last("map-by")).ignored());
        return ignored;
    }
}
