package org.strata.launcher.map;

import org.strata.launcher.cli.JobRequest.BindTarget;
import org.strata.launcher.cli.UsageException;
import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The processors that a job may use on one host, as the kernel shows them under {@code
 * /sys/devices/system/cpu}.
 */
public final class Topology {
    private static final int MOST_PROCESSORS = 1 << 14;

    private final Supplier<List<Cpu>> reader;
    private List<Cpu> processors;

    /**
     * Returns the processors of this host.
     *
     * @param affinity gives those that this process may run on; asked when it matters
     */
    public static Topology ofThisHost(Supplier<CpuSet> affinity) {
        return new Topology(HostFiles.system("devices/system/cpu"), affinity);
    }

    /**
     * Makes the topology of this host.
     *
     * @param root {@code /sys/devices/system/cpu}, or a copy of it in tests
     * @param affinity gives the processors that this process may run on; asked when it matters
     */
    public Topology(Path root, Supplier<CpuSet> affinity) {
        this(() -> read(root, affinity.get()));
    }

    private Topology(Supplier<List<Cpu>> reader) {
        this.reader = reader;
    }

    /** Returns the topology that {@link #encode} describes, of any host. */
    public static Topology decode(String text) throws UsageException {
        List<Cpu> all = new ArrayList<>();
        for (String word : text.split(";", MOST_PROCESSORS)) {
            all.add(Cpu.decode(word));
        }
        return new Topology(() -> all);
    }

    /** Returns the topology as a text, for another host. */
    public String encode() {
        return processors().stream().map(Cpu::encode).collect(Collectors.joining(";"));
    }

    private List<Cpu> processors() {
        if (processors == null) {
            processors = reader.get();
        }
        return processors;
    }

    /** Returns the processors that this job may use. */
    CpuSet usable() {
        return set(processors());
    }

    /** Returns the parts of the host of a kind; NONE is all of it. */
    List<CpuSet> parts(BindTarget kind) {
        return switch (kind) {
            case NONE -> List.of(CpuSet.EMPTY);
            case CORE -> cores();
            case HWTHREAD -> threads();
            case L3CACHE -> caches();
            case NUMA -> nodes();
            case PACKAGE -> packages();
        };
    }

    /** Returns the usable cores, each with its usable hardware threads. */
    public List<CpuSet> cores() {
        return groups(Cpu::core);
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
                                .map(core -> CpuSet.parse("" + core.toArray()[i])))
                .toList();
    }

    /** Returns the usable processors of each package. */
    List<CpuSet> packages() {
        return groups(Cpu::packageId);
    }

    /** Returns the usable processors of each memory node; all of them where there is none. */
    List<CpuSet> nodes() {
        return groups(Cpu::numa);
    }

    /** Returns the usable processors of each third-level cache; where there is none, packages. */
    List<CpuSet> caches() {
        boolean absent = processors().stream().anyMatch(processor -> processor.cache() < 0);
        return absent ? packages() : groups(Cpu::cache);
    }

    private List<CpuSet> groups(ToIntFunction<Cpu> groupOf) {
        Map<Integer, List<Cpu>> groups = new LinkedHashMap<>();
        for (Cpu processor : processors()) {
            groups.computeIfAbsent(groupOf.applyAsInt(processor), g -> new ArrayList<>())
                    .add(processor);
        }
        return groups.values().stream().map(Topology::set).toList();
    }

    private static CpuSet set(List<Cpu> processors) {
        return CpuSet.parse(
                processors.stream()
                        .map(processor -> "" + processor.cpu())
                        .collect(Collectors.joining(",")));
    }

    /** Returns the package (socket) a processor is in, or 0 when the kernel does not report it. */
    int packageOf(int cpu) {
        return find(cpu).packageId();
    }

    /** Returns the core number of a processor within its package. */
    int coreOf(int cpu) {
        return find(cpu).coreId();
    }

    private Cpu find(int cpu) {
        return processors().stream()
                .filter(processor -> processor.cpu() == cpu)
                .findFirst()
                .orElse(new Cpu(cpu, 0, cpu, cpu, 0, -1));
    }

    private static List<Cpu> read(Path root, CpuSet usable) {
        return IntStream.of(usable.toArray())
                .mapToObj(cpu -> processor(root.resolve("cpu" + cpu), cpu))
                .toList();
    }

    private static Cpu processor(Path own, int cpu) {
        return new Cpu(
                cpu,
                Math.max(0, number(own.resolve("topology/physical_package_id"), 0)),
                Math.max(0, number(own.resolve("topology/core_id"), cpu)),
                lowest(own.resolve("topology/thread_siblings_list"), cpu),
                numa(own),
                lowest(own.resolve("cache/index3/shared_cpu_list"), -1));
    }

    private static int numa(Path own) {
        try (DirectoryStream<Path> nodes = Files.newDirectoryStream(own, "node[0-9]*")) {
            for (Path node : nodes) {
                return Integer.parseInt(node.getFileName().toString().substring("node".length()));
            }
        } catch (IOException e) {
            return 0;
        }
        return 0;
    }

    private static int number(Path file, int absent) {
        String text = readFile(file);
        return text == null ? absent : Integer.parseInt(text);
    }

    private static int lowest(Path file, int absent) {
        String text = readFile(file);
        return text == null ? absent : CpuSet.parse(text).toArray()[0];
    }

    private static String readFile(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return null;
        }
    }
}
