package org.strata.launcher.cli;

import org.strata.launcher.cli.JobRequest.BindTarget;
import org.strata.mca.base.Ignored;

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
    /** Objects over which ranks would be spread; on one host they are numbered in order. */
    private static final Set<String> SPREADING =
            Set.of("l1cache", "l2cache", "l3cache", "numa", "package", "socket", "board", "dist");

    private static final Set<String> OBJECTS =
            Set.of("", "slot", "core", "hwthread", "node", "seq");

    private static final Set<String> MODIFIERS =
            Set.of("oversubscribe", "nooversubscribe", "hwtcpus", "corecpus");

    /** Modifiers that choose between hosts or parts of one, or that several jobs would share. */
    private static final Set<String> WITHOUT_EFFECT =
            Set.of("span", "nolocal", "ordered", "inherit", "noinherit", "display", "donotlaunch");

    private static final Map<String, BindTarget> RESOURCES =
            Map.of(
                    "node", BindTarget.NONE,
                    "board", BindTarget.NONE,
                    "socket", BindTarget.PACKAGE,
                    "package", BindTarget.PACKAGE,
                    "numa", BindTarget.NUMA,
                    "l3cache", BindTarget.L3CACHE,
                    "core", BindTarget.CORE,
                    "hwthread", BindTarget.HWTHREAD);

    private final String text;
    private final Set<String> modifiers = new HashSet<>();
    private final Ignored ignored = new Ignored();
    private int perResource;
    private BindTarget resource = BindTarget.NONE;
    private int width;
    private String cpus;

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

    /** Returns N of {@code ppr:N:OBJECT}, else 0. */
    int perResource() {
        return perResource;
    }

    /** Returns the object of {@code ppr}; NONE is the host. */
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

    boolean has(String modifier) {
        return modifiers.contains(modifier);
    }

    /** Returns the words that have no effect on one host. */
    Ignored ignored() {
        return ignored;
    }

    private void read() throws UsageException {
        String[] parts = text.toLowerCase(Locale.ROOT).split(":", -1);
        int at = 1;
        if (parts[0].equals("ppr")) {
            ppr(parts);
            at = 3;
        } else if (parts[0].startsWith("pe-list=")) {
            cpus = parts[0].substring("pe-list=".length());
        } else {
            object(parts[0]);
        }
        for (int i = at; i < parts.length; i++) {
            if (parts[i].startsWith("pe-list=")) {
                cpus = parts[i].substring("pe-list=".length());
            } else {
                for (String word : parts[i].split(",", -1)) {
                    modifier(word);
                }
            }
        }
    }

    private void ppr(String[] parts) throws UsageException {
        BindTarget object = parts.length < 3 ? null : RESOURCES.get(parts[2]);
        if (object == null) {
            throw new UsageException(
                    "--map-by ppr is written ppr:N:OBJECT with one of node, package, socket, numa,"
                            + " l3cache, core, hwthread, not \""
                            + text
                            + "\".");
        }
        perResource = Numbers.count(parts[1], "--map-by ppr");
        resource = object;
    }

    private void object(String object) throws UsageException {
        if (SPREADING.contains(object) || object.startsWith("rankfile")) {
            ignored.add("--map-by " + object, "ranks are numbered in order on this host");
        } else if (!OBJECTS.contains(object)) {
            throw new UsageException(
                    "--map-by knows slot, core, hwthread, node, l3cache, numa, package, socket,"
                            + " board, pe-list=CPUS and ppr:N:OBJECT, not \""
                            + object
                            + "\".");
        }
    }

    private void modifier(String word) throws UsageException {
        if (word.startsWith("pe=")) {
            width = Numbers.count(word.substring("pe=".length()), "--map-by with PE=N");
        } else if (MODIFIERS.contains(word)) {
            modifiers.add(word);
        } else if (WITHOUT_EFFECT.contains(word) || word.startsWith("file=")) {
            ignored.add("--map-by :" + word, "ranks are numbered in order on this host");
        } else {
            throw new UsageException("--map-by knows no modifier \"" + word + "\".");
        }
    }

    static void checkRankBy(String text) throws UsageException {
        String object = text == null ? "" : text.toLowerCase(Locale.ROOT).split(":", 2)[0];
        boolean known =
                OBJECTS.contains(object)
                        || SPREADING.contains(object)
                        || List.of("span", "fill").contains(object);
        if (!known) {
            throw new UsageException(
                    "--rank-by knows slot, core, hwthread, node, fill, span, numa, package and"
                            + " socket, not \""
                            + text
                            + "\".");
        }
    }
}
