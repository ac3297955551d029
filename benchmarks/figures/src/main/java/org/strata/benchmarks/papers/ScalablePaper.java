package org.strata.benchmarks.papers;

import org.strata.benchmarks.papers.Footprint.Talk;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** P1: scalable InfiniBand support. */
@Command(
        name = "P1",
        mixinStandardHelpOptions = true,
        description = {
            "Scalable InfiniBand support: registered bytes, bytes of queue pairs, completion queues"
                + " and their requests, numbers of queue pairs and receive descriptors of a process"
                + " against the number of processes, for three patterns, with shared receive queues"
                + " and without, connecting at first use and to all at the start. Jobs of real"
                + " processes, and jobs of many ranks in one JVM; then the time of an all-to-all"
                + " with shared queues against that without, and of an exchange of long blocks with"
                + " too few shared receives, and what mends it; windows of messages to a rank that"
                + " many are connected with, by who gets the credits; and the latency by number of"
                + " connected peers, by queues and by polled rings, in virtual time; what first"
                + " contact takes, by datagrams and by connections; what the queue pairs of a node"
                + " take that its ranks share; NAS kernels by kind of queue; and how the figures of"
                + " virtual time move with the inputs of virtual time.",
            "Inputs: what the options below give, and receive descriptors as the paper's formula"
                    + " has them, b + k log2(n), with this library's b and k (btl_openib_rd_num,"
                    + " btl_openib_srq_rd_per_peer, and both with _low); --mca gives others."
        })
final class ScalablePaper implements Callable<Integer> {
    private static final List<String> PARTS =
            List.of(
                    "",
                    "real",
                    "simulated",
                    "time",
                    "collapse",
                    "credits",
                    "latency",
                    "contact",
                    "nodes",
                    "nas",
                    "sensitivity");

    /** Table 2's rows, and what this library has beside them. */
    private static final List<SharedQueues> NAS_QUEUES =
            List.of(
                    SharedQueues.NONE,
                    SharedQueues.PLAIN,
                    SharedQueues.SLOWEST,
                    SharedQueues.FLOW_CONTROL,
                    SharedQueues.DEFAULT);

    private static final List<String> COUNTERS =
            List.of("registered_bytes", "queue_bytes", "queue_pairs", "receives");

    private static final Pattern COUNTER = Pattern.compile("btl_openib_([a-z_]+)\\s+(\\d+)$");

    @ParentCommand private Papers papers;

    @Option(
            names = "--real",
            split = ",",
            description = "Numbers of real processes (default: 2,4,8)")
    private int[] real = {2, 4, 8};

    @Option(
            names = "--simulated",
            split = ",",
            description = "Numbers of ranks in one JVM (default: 4,16,64,256,1024)")
    private int[] simulated = {4, 16, 64, 256, 1024};

    @Option(
            names = "--rounds",
            description = "Rounds of real processes that are timed, 0: none (default: 5)")
    private int rounds = 5;

    @Option(
            names = "--only",
            description =
                    "One part: real, simulated, time, collapse (P1's table 2), credits,"
                            + " latency, contact, nodes (queue pairs and memory of a whole node),"
                            + " nas (table 2's kernels by real processes), sensitivity"
                            + " (default: all but nas and sensitivity)")
    private String only = "";

    @Option(names = "--ranks", description = "Processes of the timed part (default: 8)")
    private int timedRanks = 8;

    @Mixin private CollapsePaper collapse;

    @Mixin private CreditPaper credits;

    @Mixin private ConnectedLatency latency;

    @Mixin private ContactPaper contact;

    @Mixin private NodePaper nodes;

    @Mixin private final NasTimes nas = new NasTimes();

    @Mixin private final AdapterTimes times = new AdapterTimes();

    @Option(names = "--mca", arity = "2", description = "Further parameters: KEY VALUE")
    private String[] parameters = {};

    private static final int RING_MESSAGES = 4;

    /**
     * The rival that the paper is about: a connection, receives and buffers for RDMA per peer, all
     * made at the start. 32 buffers of 2 KiB for each direction, with a copy at the sender.
     */
    private static final Map<String, String> RINGS =
            Map.of(
                    "btl_openib_use_eager_rdma", "1",
                    "btl_openib_eager_rdma_threshold", "1",
                    "btl_openib_max_eager_rdma", "4096",
                    "btl_openib_eager_rdma_layout", "fixed_top",
                    "btl_openib_eager_rdma_num", "32",
                    "btl_openib_eager_rdma_limit", "2k");

    /** One line of the table. */
    private record Setting(Talk pattern, boolean shared, boolean fixed, boolean rings) {
        Setting(Talk pattern, boolean shared, boolean fixed) {
            this(pattern, shared, fixed, false);
        }

        @Override
        public String toString() {
            String name = pattern.name().toLowerCase(Locale.ROOT).replace('_', '-');
            String peers = rings ? " static, rings" : fixed ? " static" : "";
            return name + (shared ? " SRQ" : " no SRQ") + peers;
        }

        /** Returns the parameters beside the queues: rings for everybody, as MVAPICH had them. */
        Map<String, String> parameters() {
            return rings ? RINGS : Map.of();
        }
    }

    private static List<Setting> settings() {
        return List.of(
                new Setting(Talk.HELLO, true, false),
                new Setting(Talk.HELLO, true, true),
                new Setting(Talk.HELLO, false, true),
                new Setting(Talk.HELLO, false, true, true),
                new Setting(Talk.PAIRWISE, true, false),
                new Setting(Talk.PAIRWISE, false, false),
                new Setting(Talk.PAIRWISE, true, true),
                new Setting(Talk.ALL_TO_ALL, true, false),
                new Setting(Talk.ALL_TO_ALL, false, false));
    }

    private String fault() {
        if (!PARTS.contains(only)) {
            return "--only takes "
                    + String.join(", ", PARTS.subList(1, PARTS.size()))
                    + ", not "
                    + only;
        }
        return collapse.fault()
                + credits.fault()
                + latency.fault()
                + contact.fault()
                + nodes.fault()
                + nas.fault()
                + times.fault();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        String fault = fault();
        if (!fault.isEmpty()) {
            System.err.println("papers: " + fault);
            return 2;
        }
        reportMemory();
        if (only.isEmpty() || only.equals("time")) {
            time();
        }
        if (only.isEmpty() || only.equals("collapse")) {
            collapse.simulate(times);
            if (rounds > 0) {
                collapse.measure(new Job(papers.root()), timedRanks, rounds);
            }
        }
        if (only.isEmpty() || only.equals("credits")) {
            credits.report(times, papers.plots());
            if (rounds > 0) {
                CreditPaper.measure(new Job(papers.root()), rounds);
            }
        }
        if (only.isEmpty() || only.equals("latency")) {
            latency.report(times, papers.plots());
        }
        if (only.isEmpty() || only.equals("contact")) {
            contact.report(papers.plots());
        }
        if (only.isEmpty() || only.equals("nodes")) {
            nodes.simulate();
            nodes.measure(new Job(papers.root()), values(true));
        }
        if (only.equals("nas")) {
            reportNas();
        }
        if (only.equals("sensitivity")) {
            ConnectedLatency.reportSensitivity(times);
            CreditPaper.reportSensitivity(times);
            collapse.reportSensitivity(times);
        }
        return 0;
    }

    private void reportMemory() throws IOException, InterruptedException {
        if (only.isEmpty() || only.equals("real")) {
            Map<String, Figure> figures = figures("real processes");
            for (Setting setting : settings()) {
                for (int ranks : real) {
                    measure(setting, ranks, figures);
                }
            }
            show(figures, "P1-real");
        }
        if (only.isEmpty() || only.equals("simulated")) {
            Map<String, Figure> figures = figures("ranks in one JVM");
            for (Setting setting : settings()) {
                for (int ranks : simulated) {
                    simulate(setting, ranks, figures);
                }
            }
            show(figures, "P1-simulated");
        }
    }

    /** Kernels over the queues of table 2; long messages go as by default. */
    private void reportNas() throws IOException, InterruptedException {
        Map<String, Map<String, String>> ways = new LinkedHashMap<>();
        List<List<String>> ratios = new ArrayList<>();
        for (SharedQueues queues : NAS_QUEUES) {
            Map<String, String> values = values(queues != SharedQueues.NONE);
            values.putAll(queues.parameters());
            values.remove("pml_ob1_rdma_protocol");
            addParameters(values);
            String way = queues.name().toLowerCase(Locale.ROOT);
            System.out.println(way + ": " + queues.title());
            ways.put(way, values);
            if (queues != SharedQueues.NONE) {
                ratios.add(List.of(way, ways.keySet().iterator().next()));
            }
        }
        nas.report(new Job(papers.root()), "P1", rounds, ways, ratios);
    }

    private static Map<String, Figure> figures(String what) {
        Map<String, Figure> figures = new LinkedHashMap<>();
        figures.put("registered_bytes", figure("registered memory", what, "KiB per process"));
        figures.put("queue_bytes", figure("memory of queues", what, "KiB per process"));
        figures.put("queue_pairs", figure("queue pairs", what, "per process"));
        figures.put("receives", figure("receive descriptors", what, "per process"));
        return figures;
    }

    private static Figure figure(String of, String what, String unit) {
        return new Figure("P1: " + of + ", " + what, "n", unit);
    }

    private static void add(
            Map<String, Figure> figures, Setting setting, int ranks, String counter, long value) {
        double shown = counter.endsWith("_bytes") ? value / 1024.0 : value;
        figures.get(counter).best(setting.toString(), ranks, shown);
    }

    private Map<String, String> values(boolean shared) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("btl", "self,openib");
        values.put("btl_openib_provider", "soft");
        values.put("btl_openib_use_srq", shared ? "1" : "0");
        // Only the library's own memory counts, not what programs register; and the paper's queues.
        values.put("pml_ob1_rdma_protocol", "copy");
        values.put("btl_openib_use_eager_rdma", "0");
        addParameters(values);
        return values;
    }

    private void addParameters(Map<String, String> values) {
        for (int i = 0; i < parameters.length; i += 2) {
            values.put(parameters[i], parameters[i + 1]);
        }
    }

    /** Real processes print their counters at Finalize: the largest of any rank counts. */
    private void measure(Setting setting, int ranks, Map<String, Figure> figures)
            throws IOException, InterruptedException {
        System.err.printf("papers: P1 %s, %d processes%n", setting, ranks);
        Map<String, String> values = values(setting.shared);
        values.putAll(setting.parameters());
        values.put("mpi_spc_dump_enabled", "1");
        List<String> lines =
                new Job(papers.root())
                        .run(
                                ranks,
                                values,
                                Footprint.class,
                                setting.pattern.name(),
                                setting.fixed ? "static" : "dynamic",
                                "0");
        for (String counter : COUNTERS) {
            add(figures, setting, ranks, counter, 0);
        }
        for (String line : lines) {
            Matcher found = COUNTER.matcher(line);
            if (found.find() && COUNTERS.contains(found.group(1))) {
                add(figures, setting, ranks, found.group(1), Long.parseLong(found.group(2)));
            }
        }
    }

    /**
     * In one JVM, all-to-all is seen from rank 0, which talks to everybody: two million queue pairs
     * are too many for a figure in which all ranks look alike.
     */
    private static void simulate(Setting setting, int ranks, Map<String, Figure> figures)
            throws IOException {
        System.err.printf("papers: P1 %s, %d ranks in this JVM%n", setting, ranks);
        boolean everybody = setting.fixed || setting.pattern == Talk.ALL_TO_ALL;
        try (SimulatedJob job = new SimulatedJob(ranks, setting.shared, setting.parameters())) {
            if (setting.fixed) {
                // A ring is opened after the first message, which the peer then has to hear of.
                int times = setting.rings ? RING_MESSAGES : 1;
                for (int peer = 1; peer < ranks; peer++) {
                    for (int i = 0; i < times; i++) {
                        job.exchange(0, peer, 64);
                    }
                }
            }
            if (setting.pattern == Talk.PAIRWISE) {
                for (int rank = 0; rank + 1 < ranks; rank += 2) {
                    job.exchange(rank, rank + 1, 64);
                    job.exchange(rank, rank + 1, 48 << 10);
                }
            }
            if (setting.pattern == Talk.ALL_TO_ALL) {
                for (int peer = 1; peer < ranks; peer++) {
                    job.exchange(0, peer, 64);
                    job.exchange(0, peer, 48 << 10);
                }
            }
            for (String counter : COUNTERS) {
                long value = job.largest(counter, everybody ? 1 : ranks);
                add(figures, setting, ranks, counter, value);
            }
        }
    }

    private void show(Map<String, Figure> figures, String name) throws IOException {
        for (Map.Entry<String, Figure> entry : figures.entrySet()) {
            entry.getValue().print();
            String file = name + "-" + entry.getKey().replace('_', '-');
            System.out.println("plot: " + entry.getValue().draw(papers.plots(), file, true));
        }
    }

    private void time() throws IOException, InterruptedException {
        Map<Boolean, Double> best = new TreeMap<>();
        Job job = new Job(papers.root());
        for (int round = 1; round <= rounds; round++) {
            for (boolean shared : new boolean[] {round % 2 == 0, round % 2 != 0}) {
                System.err.printf("papers: P1 time, round %d of %d%n", round, rounds);
                job
                        .run(
                                timedRanks,
                                values(shared),
                                Footprint.class,
                                Talk.ALL_TO_ALL.name(),
                                "dynamic",
                                "300")
                        .stream()
                        .filter(line -> line.startsWith("alltoall "))
                        .map(line -> Double.parseDouble(line.split(" ")[2]))
                        .forEach(micros -> best.merge(shared, micros, Math::min));
            }
        }
        double with = best.getOrDefault(true, Double.NaN);
        double without = best.getOrDefault(false, Double.NaN);
        System.out.printf(
                "%nP1: MPI_Alltoall, 1 KiB blocks, %d processes, best of %d rounds%n"
                        + "%12s %12s %12s%n%12.1f %12.1f %12.3f%n",
                timedRanks, rounds, "SRQ us", "no SRQ us", "ratio", with, without, with / without);
    }
}
