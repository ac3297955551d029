package org.strata.benchmarks.papers;

import org.strata.benchmarks.papers.AdapterTimes.Input;
import org.strata.testkit.timed.Costs;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** P3's figures in virtual time, with the adapters of {@link AdapterTimes}. */
final class SimulatedFast {
    private static final int[] SIZES = {
        4, 8, 64, 256, 1024, 2048, 4096, 8192, 16384, 65536, 262144, 1048576
    };
    private static final int SHORT = 8;
    private static final int EAGER = 2048;
    private static final String QUEUES = "queues";
    private static final String RINGS = "rings";
    private static final String SEQUENTIAL = "sequential";

    /** Order sequential, and receives that look at their source's ring first. */
    private static final String HINTED = "hinted";

    private static final int LARGEST = 1 << 20;
    private static final int MESSAGES = 64;
    private static final int WINDOWS = 4;

    /** Times of which no paper gives the value, or only together with others. */
    private static final List<Input> HALVED_AND_DOUBLED =
            List.of(
                    Input.LATENCY,
                    Input.POST,
                    Input.COMPLETION,
                    Input.MESSAGE,
                    Input.POLL,
                    Input.COPY);

    /** Enough to find where a line crosses another: the sensitivity's tables take less time. */
    private static final int[] FEW_RINGS = {64, 256, 512, 1024};

    @Mixin private final AdapterTimes times = AdapterTimes.first();

    @Option(
            names = "--call",
            description =
                    "Simulated: us of a send before its request is posted (default:"
                        + " ${DEFAULT-VALUE}: what the model lacks to the 6.8 us that P3 measured"
                        + " with rings)")
    private double call = 0.25;

    @Option(
            names = "--layout",
            description = "Simulated: btl_openib_eager_rdma_layout (default: ${DEFAULT-VALUE})")
    private String layout = "fixed_top";

    @Option(
            names = "--slots",
            description =
                    "Simulated: btl_openib_eager_rdma_num (default: ${DEFAULT-VALUE}: with slots of"
                            + " 2 KiB at both ends and in both directions, the paper's 100 KB)")
    private int slots = 25;

    @Option(
            names = "--rings",
            split = ",",
            description = "Simulated: rings polled (default: 1,16,64,128,256,512,1024)")
    private int[] rings = {1, 16, 64, 128, 256, 512, 1024};

    @Option(
            names = "--ranks",
            split = ",",
            description = "Simulated: ranks of the collectives (default: 2,4,8,16,32)")
    private int[] ranks = {2, 4, 8, 16, 32};

    /**
     * What one set of costs gives for short messages: queues, then rings.
     *
     * @param window messages per microsecond
     * @param crossing polled rings from which on queues are faster
     */
    record Result(double[] latency, double[] window, double[] overhead, double crossing) {}

    /** Returns what is wrong with the options, or an empty string. */
    String fault() {
        for (int i = 0; i < rings.length; i++) {
            if (rings[i] < 1 || (i > 0 && rings[i] <= rings[i - 1])) {
                return "--rings is a list of growing numbers from 1 on";
            }
        }
        if (Arrays.stream(ranks).anyMatch(count -> count < 2)) {
            return "--ranks is a list of numbers from 2 on";
        }
        return slots < 1 || call < 0 ? "--slots is from 1, --call not negative" : times.fault();
    }

    /** Returns the parameters of the paper's rings, or of none. */
    private Map<String, String> parameters(boolean fast) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("btl_openib_use_eager_rdma", fast ? "1" : "0");
        values.put("btl_openib_eager_rdma_threshold", "1");
        values.put("btl_openib_eager_rdma_layout", layout);
        // The paper returns credits in packets only.
        values.put("btl_openib_eager_rdma_grant_by_write", "0");
        values.put("btl_openib_eager_rdma_num", Integer.toString(slots));
        values.put("btl_openib_eager_rdma_limit", "2k");
        values.put("btl_openib_eager_limit", "2k");
        values.put("btl_openib_rndv_eager_limit", "2k");
        values.put("pml_ob1_rdma_protocol", "rput");
        values.put("mpi_leave_pinned", "1");
        // The paper's stack sends each message in a packet of its own.
        values.put("btl_openib_use_message_coalescing", "0");
        return values;
    }

    /**
     * Runs the models, prints and draws what they give.
     *
     * @param part messages, rings, collectives, or empty for all
     */
    void report(String part, Path plots) throws IOException {
        System.out.printf(
                Locale.ROOT,
                "%nP3 in virtual time: %s; a send %.2f us before it is posted; %s, %d slots of 2"
                        + " KiB; eager up to 2 KiB, rput above%n",
                times.text(),
                call,
                layout,
                slots);
        if (part.isEmpty() || part.equals("messages")) {
            bySize(plots);
        }
        if (part.isEmpty() || part.equals("rings")) {
            polled(plots);
        }
        if (part.isEmpty() || part.equals("collectives")) {
            collectives().report(ranks, plots);
        }
    }

    /** Returns figures 15 to 17. */
    SimulatedCollectives collectives() {
        return new SimulatedCollectives(times.costs(), Math.round(1e3 * call), this::parameters);
    }

    /** Figures 9 to 14. */
    private void bySize(Path plots) throws IOException {
        Figure latency = new Figure("P3 in virtual time: latency", "bytes", "us");
        Figure rate = new Figure("P3 in virtual time: windows of 100", "bytes", "MB/s");
        System.out.printf(
                "%n%10s%32s%32s%32s%n%10s",
                "", "latency, us", "windows of 100, MB/s", "overhead, us", "bytes");
        for (int i = 0; i < 3; i++) {
            System.out.printf("%12s%10s%10s", "queues", "rings", "");
        }
        System.out.println();
        try (FastModel queues = model(false, LARGEST);
                FastModel fast = model(true, LARGEST)) {
            for (int bytes : SIZES) {
                double[] us = {queues.latency(bytes, MESSAGES), fast.latency(bytes, MESSAGES)};
                double[] rates = {
                    bytes / queues.window(bytes, WINDOWS), bytes / fast.window(bytes, WINDOWS)
                };
                latency.best(QUEUES, bytes, us[0]);
                latency.best(RINGS, bytes, us[1]);
                rate.best(QUEUES, bytes, rates[0]);
                rate.best(RINGS, bytes, rates[1]);
                System.out.printf("%10d%s%s", bytes, text(us), text(rates));
                if (bytes < EAGER) {
                    double[] work = {
                        queues.overhead(bytes, MESSAGES), fast.overhead(bytes, MESSAGES)
                    };
                    System.out.print(text(work));
                }
                System.out.println();
            }
        }
        System.out.println("plot: " + latency.draw(plots, "P3-virtual-latency", true));
        System.out.println("plot: " + rate.draw(plots, "P3-virtual-window", true));
    }

    private static String text(double[] pair) {
        return String.format(Locale.ROOT, "%12.2f%10.2f%+9.1f%%", pair[0], pair[1], gain(pair));
    }

    private static double gain(double[] queuesAndRings) {
        return 100 * (queuesAndRings[1] / queuesAndRings[0] - 1);
    }

    /** Returns two ranks with the costs that the options say. */
    FastModel model(boolean fast, int largest) {
        return model(times.costs(), call, fast, largest);
    }

    private FastModel model(Costs costs, double callMicros, boolean fast, int largest) {
        return new FastModel(costs, Math.round(1e3 * callMicros), parameters(fast), largest);
    }

    /** Figure 20, and figure 7 of P1. */
    private void polled(Path plots) throws IOException {
        Figure figure = new Figure("P3 in virtual time: latency of 8 bytes", "polled", "us");
        TreeMap<Long, Double> queues = latencies(times.costs(), call, "", rings);
        queues.forEach((count, micros) -> figure.best(QUEUES, count, micros));
        Map<String, Double> crossings = new LinkedHashMap<>();
        for (String order : List.of(SEQUENTIAL, "circular", "prioritised", HINTED)) {
            TreeMap<Long, Double> points = latencies(times.costs(), call, order, rings);
            points.forEach((count, micros) -> figure.best(order, count, micros));
            crossings.put(order, crossing(points, queues));
        }
        figure.print();
        System.out.println("plot: " + figure.draw(plots, "P3-virtual-rings", false));
        crossings.forEach((order, at) -> System.out.println(order + ": " + text(at)));
    }

    private static String text(double crossing) {
        return Double.isInfinite(crossing)
                ? "rings stay faster than queues"
                : String.format(
                        Locale.ROOT, "queues are faster from %.0f polled rings on", crossing);
    }

    /** Returns the same with the options as they are. */
    TreeMap<Long, Double> latencies(String order, int... counts) {
        return latencies(times.costs(), call, order, counts);
    }

    /**
     * Returns the latency of 8 bytes by the rings that both sides poll.
     *
     * @param order of polling, or hinted; empty for queues, by peers
     */
    private TreeMap<Long, Double> latencies(
            Costs costs, double callMicros, String order, int[] counts) {
        System.err.printf("papers: P3 rings polled, %s%n", order.isEmpty() ? QUEUES : order);
        boolean fast = !order.isEmpty();
        Map<String, String> values = parameters(fast);
        boolean hinted = order.equals(HINTED);
        if (fast) {
            values.put("btl_openib_eager_rdma_poll_order", hinted ? SEQUENTIAL : order);
        }
        // One message is under way: more slots would only take memory.
        values.put("btl_openib_eager_rdma_num", "4");
        int most = counts[counts.length - 1];
        long callNanos = Math.round(1e3 * callMicros);
        try (PolledRings model = new PolledRings(most, costs, callNanos, values)) {
            TreeMap<Long, Double> points = (hinted ? model.hinted() : model).latencies(counts);
            if (fast && model.polled() != most) {
                throw new IllegalStateException(model.polled() + " rings instead of " + most);
            }
            return points;
        }
    }

    /** Returns where rings become slower than queues; infinity where they do not. */
    static double crossing(TreeMap<Long, Double> rings, TreeMap<Long, Double> queues) {
        long before = 0;
        double gap = 0;
        for (long count : rings.keySet()) {
            double more = rings.get(count) - queues.get(count);
            if (more >= 0) {
                return before == 0 ? count : before + (count - before) * gap / (gap + more);
            }
            before = count;
            gap = -more;
        }
        return Double.POSITIVE_INFINITY;
    }

    /** Returns what rings gain for short messages, and where queues are faster. */
    private Result result(Costs costs, double callMicros, int[] counts) {
        TreeMap<Long, Double> queued = latencies(costs, callMicros, "", counts);
        TreeMap<Long, Double> points = latencies(costs, callMicros, SEQUENTIAL, counts);
        try (FastModel queues = model(costs, callMicros, false, SHORT);
                FastModel fast = model(costs, callMicros, true, SHORT)) {
            return new Result(
                    new double[] {queues.latency(SHORT, MESSAGES), fast.latency(SHORT, MESSAGES)},
                    new double[] {
                        1 / queues.window(SHORT, WINDOWS), 1 / fast.window(SHORT, WINDOWS)
                    },
                    new double[] {queues.overhead(SHORT, MESSAGES), fast.overhead(SHORT, MESSAGES)},
                    crossing(points, queued));
        }
    }

    /**
     * Returns the same with the options as they are.
     *
     * @param counts of polled rings between which the crossing is looked for
     */
    Result result(int... counts) {
        return result(times.costs(), call, counts);
    }

    /** Prints how the results move with their inputs; the first two decide the most. */
    void reportSensitivity() {
        System.out.printf(
                "%nP3 in virtual time: 8 bytes, rings against queues%n%32s%12s%10s%10s%10s%10s "
                        + " %s%n",
                "", "latency", "by rings", "", "windows", "overhead", "queues faster from");
        row("as given", times, call);
        for (double micros : Sensitivity.RECEIVE_LATENCIES) {
            row(Input.RECEIVE_LATENCY, micros);
        }
        for (double nanos : Sensitivity.POLLS) {
            row(Input.POLL_RING, nanos);
        }
        row(Input.MIRROR_COPY, 0);
        for (Input input : HALVED_AND_DOUBLED) {
            row(input, times.value(input) / 2);
            row(input, times.value(input) * 2);
        }
        row("call, us, half", times, call / 2);
        row("call, us, twice", times, 2 * call);
    }

    private void row(Input input, double value) {
        row(Sensitivity.title(input, value), times.with(input, value), call);
    }

    private void row(String title, AdapterTimes moved, double callMicros) {
        System.err.printf("papers: P3 sensitivity, %s%n", title);
        Result result = result(moved.costs(), callMicros, FEW_RINGS);
        System.out.printf(
                Locale.ROOT,
                "%32s%s%+9.1f%%%+9.1f%%  %s%n",
                title,
                text(result.latency),
                gain(result.window),
                gain(result.overhead),
                Sensitivity.crossing(result.crossing, FEW_RINGS[FEW_RINGS.length - 1]));
    }
}
