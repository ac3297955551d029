package org.strata.btl.openib;

import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far memory nodes (NUMA) are from the processors that this process may run on. A process that
 * is not bound has all nodes at the same distance.
 */
final class Nearness {
    /** Nothing is known: all nodes are as near. */
    static final Nearness UNKNOWN = new Nearness(Map.of());

    /** The kernel's distance of a node to itself, and of packages where it does not say. */
    static final int HERE = 10;

    private static final int ELSEWHERE = 20;
    private static final int MOST_PROCESSORS = 1 << 16;

    private final Map<Integer, Integer> distances;

    private Nearness(Map<Integer, Integer> distances) {
        this.distances = distances;
    }

    static Nearness ofThisProcess() {
        return read(HostFiles.process("self/status"), HostFiles.system("devices/system/node"));
    }

    /**
     * Reads what the kernel tells.
     *
     * @param status of the process, as proc(5) has it
     * @param folder {@code /sys/devices/system/node}, or a copy
     */
    static Nearness read(Path status, Path folder) {
        try {
            BitSet processors = processors(status);
            SortedMap<Integer, Path> nodes = nodes(folder);
            List<Integer> order = new ArrayList<>(nodes.keySet());
            Map<Integer, Integer> distances = new HashMap<>();
            for (Path node : nodes.values()) {
                if (set(text(node.resolve("cpulist"))).intersects(processors)) {
                    String[] words = text(node.resolve("distance")).split(" +", -1);
                    for (int i = 0; i < Math.min(order.size(), words.length); i++) {
                        distances.merge(order.get(i), Integer.parseInt(words[i]), Math::min);
                    }
                }
            }
            return new Nearness(distances);
        } catch (IOException | NumberFormatException e) {
            return UNKNOWN;
        }
    }

    private static BitSet processors(Path status) throws IOException {
        String key = "Cpus_allowed_list:";
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith(key)) {
                return set(line.substring(key.length()).strip());
            }
        }
        return new BitSet();
    }

    private static SortedMap<Integer, Path> nodes(Path folder) throws IOException {
        SortedMap<Integer, Path> nodes = new TreeMap<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "node[0-9]*")) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                nodes.put(Integer.parseInt(name.substring("node".length())), entry);
            }
        }
        return nodes;
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file).strip();
    }

    /** Reads a list such as {@code 0-3,8}. */
    private static BitSet set(String text) {
        BitSet set = new BitSet();
        for (String range : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            String[] ends = range.split("-", 2);
            int first = Integer.parseInt(ends[0].strip());
            int last = Integer.parseInt(ends[ends.length - 1].strip());
            if (first < 0 || last < first || last >= MOST_PROCESSORS) {
                throw new NumberFormatException(text);
            }
            set.set(first, last + 1);
        }
        return set;
    }

    /**
     * Returns the distance of a node, in the kernel's measure: {@link #HERE} where it is near, or
     * unknown.
     *
     * @param node below 0 for one that is not known
     */
    int distance(int node) {
        return node < 0 || distances.isEmpty() ? HERE : distances.getOrDefault(node, ELSEWHERE);
    }
}
