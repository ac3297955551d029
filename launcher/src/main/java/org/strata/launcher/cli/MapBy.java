package org.strata.launcher.cli;

import org.strata.launcher.cli.JobRequest.BindTarget;
import org.strata.launcher.cli.JobRequest.MapPolicy;
import org.strata.launcher.cli.JobRequest.Ranking;
import org.strata.launcher.raw.RawPath;
import org.strata.mca.base.Ignored;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The value of {@code --map-by}, as Open MPI 4 and 5 write it: an object, then modifiers behind
 * colons or commas, in any case of letters.
 */
final class MapBy {
    private static final String FILE = "file=";
    private static final String PE_LIST = "pe-list=";

    private static final Set<String> MODIFIERS =
            Set.of("oversubscribe", "nooversubscribe", "hwtcpus", "corecpus", "span", "nolocal");

    /** Modifiers about how Open MPI starts jobs or prints maps. */
    private static final Set<String> WITHOUT_EFFECT =
            Set.of("ordered", "inherit", "noinherit", "display", "donotlaunch");

    private static final Map<String, MapPolicy> POLICIES =
            Map.of(
                    "", MapPolicy.SLOT,
                    "slot", MapPolicy.SLOT,
                    "board", MapPolicy.SLOT,
                    "node", MapPolicy.NODE,
                    "seq", MapPolicy.SEQ,
                    "rankfile", MapPolicy.RANKFILE);

    private static final Map<String, BindTarget> OBJECTS =
            Map.of(
                    "socket", BindTarget.PACKAGE,
                    "package", BindTarget.PACKAGE,
                    "numa", BindTarget.NUMA,
                    "l3cache", BindTarget.L3CACHE,
                    "l2cache", BindTarget.CORE,
                    "l1cache", BindTarget.CORE,
                    "core", BindTarget.CORE,
                    "hwthread", BindTarget.HWTHREAD);

    private final String text;
    private final Set<String> modifiers = new HashSet<>();
    private final Ignored ignored = new Ignored();
    private MapPolicy policy = MapPolicy.SLOT;
    private int perResource;
    private BindTarget resource = BindTarget.NONE;
    private int width;
    private String cpus;
    private Path file;

    private MapBy(String text) {
        this.text = text;
    }

    static MapBy parse(String text) throws UsageException {
        MapBy mapBy = new MapBy(text);
        if (text != null) {
            mapBy.read();
        }
        return mapBy;
    }

    MapPolicy policy() {
        return policy;
    }

    /** Returns N of {@code ppr:N:OBJECT}, else 0. */
    int perResource() {
        return perResource;
    }

    /** Returns the object over which processes are spread; NONE is the host. */
    BindTarget resource() {
        return resource;
    }

    /** Returns the cores per rank of {@code PE=N}, else 0. */
    int width() {
        return width;
    }

    /** Returns the processors of {@code pe-list=}, or null. */
    String cpus() {
        return cpus;
    }

    /** Returns the file of {@code file=}, or null. */
    Path file() {
        return file;
    }

    boolean has(String modifier) {
        return modifiers.contains(modifier);
    }

    /** Returns the words that have no effect. */
    Ignored ignored() {
        return ignored;
    }

    private void read() throws UsageException {
        // Names of files keep their letters' case.
        String[] original = text.split(":", -1);
        String[] parts = text.toLowerCase(Locale.ROOT).split(":", -1);
        int at = 1;
        if (parts[0].equals("ppr")) {
            ppr(parts);
            at = 3;
        } else if (parts[0].startsWith(PE_LIST)) {
            cpus = parts[0].substring(PE_LIST.length());
        } else {
            object(parts[0]);
        }
        for (int i = at; i < parts.length; i++) {
            if (parts[i].startsWith(PE_LIST)) {
                cpus = parts[i].substring(PE_LIST.length());
            } else if (parts[i].startsWith(FILE)) {
                file = RawPath.of(original[i].substring(FILE.length()));
            } else {
                for (String word : parts[i].split(",", -1)) {
                    modifier(word);
                }
            }
        }
        if (width > 0 && policy == MapPolicy.OBJECT && resource.single()) {
            // A rank gets several cores or threads: it is mapped to none of them.
            policy = MapPolicy.SLOT;
            resource = BindTarget.NONE;
        }
        if (policy == MapPolicy.RANKFILE && file == null) {
            throw new UsageException("--map-by rankfile wants its file: rankfile:file=FILE.");
        }
    }

    private void ppr(String[] parts) throws UsageException {
        String object = parts.length < 3 ? "" : parts[2];
        boolean whole = object.equals("node") || object.equals("board");
        if (!whole && !OBJECTS.containsKey(object)) {
            throw new UsageException(
                    "--map-by ppr is written ppr:N:OBJECT with one of node, package, socket, numa,"
                            + " l3cache, core, hwthread, not \""
                            + text
                            + "\".");
        }
        perResource = Numbers.count(parts[1], "--map-by ppr");
        resource = whole ? BindTarget.NONE : OBJECTS.get(object);
        policy = MapPolicy.PPR;
    }

    private void object(String object) throws UsageException {
        if (OBJECTS.containsKey(object)) {
            policy = MapPolicy.OBJECT;
            resource = OBJECTS.get(object);
        } else if (POLICIES.containsKey(object)) {
            policy = POLICIES.get(object);
        } else if (object.equals("dist")) {
            ignored.add("--map-by dist", "distances to devices are not known");
        } else {
            throw new UsageException(
                    "--map-by knows slot, node, core, hwthread, l3cache, numa, package, socket,"
                            + " board, seq, rankfile:file=FILE, pe-list=CPUS and ppr:N:OBJECT, not"
                            + " \""
                            + object
                            + "\".");
        }
    }

    private void modifier(String word) throws UsageException {
        if (word.startsWith("pe=")) {
            width = Numbers.count(word.substring("pe=".length()), "--map-by with PE=N");
        } else if (MODIFIERS.contains(word)) {
            modifiers.add(word);
        } else if (WITHOUT_EFFECT.contains(word)) {
            ignored.add("--map-by :" + word, "each rank has its own processors already");
        } else {
            throw new UsageException("--map-by knows no modifier \"" + word + "\".");
        }
    }

    /** Reads {@code --rank-by}, which in Open MPI 4 may name an object, with {@code :span}. */
    static Ranking ranking(String text) throws UsageException {
        String[] words =
                text == null ? new String[] {""} : text.toLowerCase(Locale.ROOT).split(":");
        boolean span = List.of(words).contains("span");
        return switch (words[0]) {
            case "" -> Ranking.UNSAID;
            case "slot" -> Ranking.SLOT;
            case "node" -> Ranking.NODE;
            case "fill", "core", "hwthread", "l1cache", "l2cache", "board" ->
                    span ? Ranking.SPAN : Ranking.FILL;
            case "span" -> Ranking.SPAN;
            case "l3cache", "numa", "package", "socket" -> span ? Ranking.SPAN : Ranking.OBJECT;
            default ->
                    throw new UsageException(
                            "--rank-by knows slot, node, fill, span, numa, package and socket, not"
                                    + " \""
                                    + text
                                    + "\".");
        };
    }
}
