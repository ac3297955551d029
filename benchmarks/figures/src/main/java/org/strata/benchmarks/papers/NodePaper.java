package org.strata.benchmarks.papers;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the queue pairs of a whole node take when all its ranks talk with all others: a queue pair
 * per peer, over XRC and without, and XRC with the queue pairs that lead to a node shared. Measured
 * numbers stand beside those that the protocol's description gives.
 */
final class NodePaper {
    private static final int QUEUES = 2;
    private static final int SHORT = 64;
    private static final int LONG = 48 << 10;

    /** Devices that the software adapter has at a time. */
    private static final int MOST_RANKS = 4096;

    private static final List<String> COUNTERS =
            List.of(
                    "queue_pairs",
                    "node_initiators",
                    "node_targets",
                    "receives",
                    "registered_bytes",
                    "queue_bytes");

    private static final Pattern SHAPE = Pattern.compile("(\\d{1,4})x(\\d{1,4})");
    private static final Pattern COUNTER = Pattern.compile("btl_openib_([a-z_]+)\\s+(\\d+)$");

    @Option(
            names = "--nodes",
            split = ",",
            description =
                    "Memory per node: nodes x ranks of each, in one JVM (default: 2x4,4x4,4x8,8x8)")
    private String[] simulated = {"2x4", "4x4", "4x8", "8x8"};

    @Option(
            names = "--node-processes",
            split = ",",
            description = "Memory per node: the same of real processes (default: 2x4)")
    private String[] real = {"2x4"};

    /** Whose a queue pair is. */
    private enum Pairs {
        SHARED_QUEUES("S", false),
        XRC("X", false),
        XRC_PER_NODE("X per node", true);

        private final String title;
        private final boolean perNode;

        Pairs(String title, boolean perNode) {
            this.title = title;
            this.perNode = perNode;
        }

        /** The same receives in all: two queues of each rank. */
        private String receiveQueues() {
            String type = title.substring(0, 1);
            return type + ",4096,256:" + type + ",65536,256";
        }

        private Map<String, String> parameters(Shape shape) {
            Map<String, String> values = new LinkedHashMap<>();
            values.put("btl_openib_receive_queues", receiveQueues());
            if (perNode) {
                values.put("btl_openib_xrc_per_node", "true");
                values.put("btl_openib_xrc_domain_ranks", "" + shape.ranks);
            }
            return values;
        }

        /** Returns the queue pairs of a node as P1's page calculates them. */
        private long calculated(Shape shape) {
            long peers = shape.nodes * (long) shape.ranks - 1;
            return (long) QUEUES
                    * shape.ranks
                    * switch (this) {
                        case SHARED_QUEUES -> peers;
                        case XRC -> 2 * peers;
                        case XRC_PER_NODE -> 2L * shape.nodes;
                    };
        }
    }

    /**
     * A job.
     *
     * @param ranks of each node, from 2; those of all nodes at most {@link #MOST_RANKS}
     */
    private record Shape(int nodes, int ranks) {
        static Shape of(String text) {
            Matcher found = SHAPE.matcher(text);
            if (!found.matches()) {
                return null;
            }
            Shape shape =
                    new Shape(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)));
            boolean right = shape.nodes > 0 && shape.ranks > 1 && shape.size() <= MOST_RANKS;
            return right ? shape : null;
        }

        int size() {
            return nodes * ranks;
        }

        @Override
        public String toString() {
            return nodes + " nodes of " + ranks;
        }
    }

    /** Returns what is wrong with the options, or an empty string. */
    String fault() {
        for (String[] all : List.of(simulated, real)) {
            for (String each : all) {
                if (Shape.of(each) == null) {
                    return "--nodes and --node-processes take NODESxRANKS, at least 1x2 and "
                            + MOST_RANKS
                            + " ranks at most, not "
                            + each;
                }
            }
        }
        return "";
    }

    /** Prints the table of ranks in this JVM: every rank makes progress, in one thread. */
    void simulate() throws IOException {
        printHead("ranks in one JVM");
        for (String text : simulated) {
            Shape shape = Shape.of(text);
            for (Pairs pairs : Pairs.values()) {
                System.err.printf("papers: P1 nodes, %s, %s%n", pairs.title, shape);
                try (SimulatedJob job =
                        new SimulatedJob(shape.size(), true, pairs.parameters(shape))) {
                    for (int bytes : new int[] {SHORT, LONG}) {
                        for (int a = 0; a < shape.size(); a++) {
                            for (int b = a + 1; b < shape.size(); b++) {
                                job.exchange(a, b, bytes);
                            }
                        }
                    }
                    Map<String, Long> sums = new LinkedHashMap<>();
                    COUNTERS.forEach(counter -> sums.put(counter, job.sum(counter)));
                    print(shape, pairs, sums, job.largest("node_targets", job.size()));
                }
            }
        }
    }

    /**
     * Prints the table of real processes on this host, which the software adapter divides into
     * nodes; each prints its counters at Finalize.
     *
     * @param common parameters of all jobs
     */
    void measure(Job job, Map<String, String> common) throws IOException, InterruptedException {
        printHead("real processes");
        for (String text : real) {
            Shape shape = Shape.of(text);
            for (Pairs pairs : Pairs.values()) {
                System.err.printf("papers: P1 nodes, %s, %s processes%n", pairs.title, shape);
                Map<String, String> values = new LinkedHashMap<>(common);
                values.putAll(pairs.parameters(shape));
                values.put("mpi_spc_dump_enabled", "1");
                Map<String, Long> sums = new LinkedHashMap<>();
                COUNTERS.forEach(counter -> sums.put(counter, 0L));
                long most = 0;
                String pattern = Footprint.Talk.ALL_TO_ALL.name();
                for (String line :
                        job.run(shape.size(), values, Footprint.class, pattern, "dynamic", "0")) {
                    Matcher found = COUNTER.matcher(line);
                    if (found.find() && sums.containsKey(found.group(1))) {
                        long value = Long.parseLong(found.group(2));
                        sums.merge(found.group(1), value, Long::sum);
                        most = found.group(1).equals("node_targets") ? Math.max(most, value) : most;
                    }
                }
                print(shape, pairs, sums, most);
            }
        }
    }

    private static void printHead(String what) {
        System.out.printf(
                "%nP1: a node whose ranks talk with all others, %s; the mean of the nodes%n"
                        + "%-16s %-11s %10s %9s %10s %9s %8s %9s %14s %11s%n",
                what,
                "",
                "",
                "calculated",
                "measured",
                "initiators",
                "targets",
                "(most)",
                "receives",
                "registered KiB",
                "queues KiB");
    }

    /**
     * @param mostTargets of any rank
     */
    private static void print(Shape shape, Pairs pairs, Map<String, Long> sums, long mostTargets) {
        double nodes = shape.nodes;
        System.out.printf(
                Locale.ROOT,
                "%-16s %-11s %10d %9.0f %10.0f %9.0f %8d %9.0f %14.0f %11.0f%n",
                shape,
                pairs.title,
                pairs.calculated(shape),
                sums.get("queue_pairs") / nodes,
                sums.get("node_initiators") / nodes,
                sums.get("node_targets") / nodes,
                mostTargets,
                sums.get("receives") / nodes,
                sums.get("registered_bytes") / 1024.0 / nodes,
                sums.get("queue_bytes") / 1024.0 / nodes);
    }
}
