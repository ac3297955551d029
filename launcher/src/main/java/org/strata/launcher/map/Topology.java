package org.strata.launcher.map;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The processors this process may use, as the kernel shows them under {@code
 * /sys/devices/system/cpu}.
 */
public final class Topology {
    private final Path root;
    private final Supplier<CpuSet> affinity;
    private CpuSet usable;

    /**
     * @param root {@code /sys/devices/system/cpu}, or a copy of it in tests
     * @param affinity gives the processors that this process may run on; asked when it matters
     */
    public Topology(Path root, Supplier<CpuSet> affinity) {
        this.root = root;
        this.affinity = affinity;
    }

    /** Returns the processors that this job may use. */
    CpuSet usable() {
        if (usable == null) {
            usable = affinity.get();
        }
        return usable;
    }

    /** Returns the usable cores, each with its usable hardware threads. */
    public List<CpuSet> cores() {
        return IntStream.of(usable().toArray())
                .mapToObj(cpu -> siblings(cpu).and(usable()))
                .distinct()
                .toList();
    }

    /** Returns the usable hardware threads; first threads of all cores before second threads. */
    public List<CpuSet> threads() {
        List<CpuSet> cores = cores();
        int most = cores.stream().mapToInt(core -> core.toArray().length).max().orElse(0);
        return IntStream.range(0, most)
                .boxed()
                .flatMap(i ->
                        cores.stream()
                                .filter(core -> core.toArray().length > i)
                                .map(core -> one(core.toArray()[i])))
                .toList();
    }

    /** Returns the usable processors of each package. */
    List<CpuSet> packages() {
        return groups(this::packageOf);
    }

    /** Returns the usable processors of each memory node; all of them where there is none. */
    List<CpuSet> nodes() {
        return groups(this::nodeOf);
    }

    /** Returns the usable processors of each third-level cache; where there is none, packages. */
    List<CpuSet> caches() {
        List<CpuSet> caches = new ArrayList<>();
        for (int cpu : usable().toArray()) {
            String shared = readFile(cpu, "cache/index3/shared_cpu_list");
            if (shared == null) {
                return packages();
            }
            caches.add(CpuSet.parse(shared).and(usable()));
        }
        return caches.stream().distinct().toList();
    }

    private List<CpuSet> groups(IntUnaryOperator groupOf) {
        Map<Integer, String> groups = new LinkedHashMap<>();
        for (int cpu : usable().toArray()) {
            groups.merge(groupOf.applyAsInt(cpu), "" + cpu, (all, one) -> all + "," + one);
        }
        return groups.values().stream().map(CpuSet::parse).toList();
    }

    private int nodeOf(int cpu) {
        try (DirectoryStream<Path> nodes =
                Files.newDirectoryStream(root.resolve("cpu" + cpu), "node[0-9]*")) {
            for (Path node : nodes) {
                return Integer.parseInt(node.getFileName().toString().substring("node".length()));
            }
        } catch (IOException e) {
            return 0;
        }
        return 0;
    }

    /** Returns the package (socket) a processor is in, or 0 when the kernel does not report it. */
    int packageOf(int cpu) {
        String text = read(cpu, "physical_package_id");
        return text == null ? 0 : Math.max(0, Integer.parseInt(text));
    }

    /** Returns the core number of a processor within its package. */
    int coreOf(int cpu) {
        String text = read(cpu, "core_id");
        return text == null ? cpu : Integer.parseInt(text);
    }

    private CpuSet siblings(int cpu) {
        String text = read(cpu, "thread_siblings_list");
        return text == null ? one(cpu) : CpuSet.parse(text);
    }

    private static CpuSet one(int cpu) {
        return CpuSet.parse(Integer.toString(cpu));
    }

    private String read(int cpu, String file) {
        return readFile(cpu, "topology/" + file);
    }

    private String readFile(int cpu, String file) {
        try {
            return Files.readString(root.resolve("cpu" + cpu).resolve(file)).strip();
        } catch (IOException e) {
            return null;
        }
    }
}
