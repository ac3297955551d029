package org.strata.benchmarks.papers;

import org.strata.benchmarks.papers.AdapterTimes.Input;
import org.strata.testkit.timed.Costs;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** P4's figures in virtual time, with the adapters of {@link AdapterTimes}. */
final class SimulatedBlocks {
    private static final String MULTIGRID = "multigrid";
    private static final String CROWDED = "crowded";
    private static final String LONE = "lone";

    @Option(names = "--ranks", description = "Simulated: ranks (default: ${DEFAULT-VALUE})")
    private int ranks = 128;

    @Option(
            names = "--limits",
            split = ",",
            description = "Simulated: rings that a process polls at most (default: 8,16,32,64,128)")
    private int[] limits = {8, 16, 32, 64, 128};

    @Option(
            names = "--designs",
            split = ",",
            description = "Simulated: ${COMPLETION-CANDIDATES} (default: all)")
    private List<RingDesign> designs = List.of(RingDesign.values());

    @Option(
            names = "--work",
            description =
                    "Simulated: ns of work on a point, per field and exchange (default:"
                            + " ${DEFAULT-VALUE}: nothing but communication)")
    private double work;

    @Option(
            names = "--simulated-cycles",
            description = "Simulated: V-cycles that are measured (default: ${DEFAULT-VALUE})")
    private int cycles = 1;

    @Option(
            names = "--part",
            description =
                    "Simulated: multigrid; crowded, a program with many rings that little comes"
                            + " by; lone, one that waits for single messages beside rings that"
                            + " nothing comes by (default: all)")
    private String part = "";

    /** Original, shrunk, Veloblock. */
    private static final List<RingDesign> COMPARED =
            List.of(RingDesign.FIXED_TOP, RingDesign.SHRUNK, RingDesign.VARIABLE_BOTTOM);

    @Option(
            names = "--sensitivity-ranks",
            split = ",",
            description = "Sensitivity: ranks (default: 32)")
    private int[] sensitivityRanks = {32};

    @Mixin private final AdapterTimes times = new AdapterTimes();

    /** Returns what is wrong with the options, or an empty string. */
    String fault() {
        if (!List.of("", MULTIGRID, CROWDED, LONE).contains(part)) {
            return "--part is multigrid, crowded or lone";
        }
        if (ranks < 2 || cycles < 1 || work < 0) {
            return "--ranks is from 2, --simulated-cycles from 1, --work not negative";
        }
        if (Arrays.stream(sensitivityRanks).anyMatch(number -> number < 2)) {
            return "--sensitivity-ranks are from 2";
        }
        if (!times.fault().isEmpty()) {
            return times.fault();
        }
        return Arrays.stream(limits).anyMatch(limit -> limit < 1) ? "--limits are from 1" : "";
    }

    /** The figures of a run. */
    private static final class Figures {
        private final Figure memory = figure("memory of the fast path", "KiB per process");
        private final Figure share = figure("messages on the fast path", "%");
        private final Figure time = figure("time of a V-cycle", "us");
        private double none;

        private static Figure figure(String of, String unit) {
            return new Figure("P4 in virtual time: " + of, "rings a process may poll", unit);
        }

        void add(RingDesign design, int limit, FastUse use, double micros) {
            String title = design.title();
            if (use.rings() > 0) {
                memory.best(title, limit, 1024 * use.perProcess());
                share.best(title, limit, use.share());
            }
            time.best(title, limit, micros);
        }
    }

    /** Runs the models, prints and draws what they give. */
    void report(int fields, Path plots) throws IOException {
        System.out.printf("%nP4 in virtual time: %s%n", times.text());
        if (part.isEmpty() || part.equals(MULTIGRID)) {
            multigrid(fields, plots);
        }
        if (part.isEmpty() || part.equals(CROWDED)) {
            new CrowdedRings(ranks, times.costs()).report();
        }
        if (part.isEmpty() || part.equals(LONE)) {
            new LoneMessages(ranks, times.costs()).report();
        }
    }

    private void multigrid(int fields, Path plots) throws IOException {
        int[] grid = new Multigrid(ranks).grid();
        System.out.printf(
                Locale.ROOT,
                "%nP4 in virtual time: multigrid, %d ranks as %d x %d x %d, %d messages to each"
                        + " peer of an exchange%n%16s %7s %10s %14s %14s %9s %12s %10s%n",
                ranks,
                grid[0],
                grid[1],
                grid[2],
                fields,
                "",
                "allowed",
                "rings",
                "KiB/direction",
                "MiB/process",
                "share %",
                "us/cycle",
                "to none");
        Figures figures = new Figures();
        for (RingDesign design : designs) {
            if (design == RingDesign.NONE) {
                measure(design, 0, fields, figures);
                continue;
            }
            for (int limit : limits) {
                measure(design, limit, fields, figures);
            }
        }
        System.out.println("plot: " + figures.memory.draw(plots, "P4-virtual-memory", true));
        System.out.println("plot: " + figures.share.draw(plots, "P4-virtual-share", false));
        System.out.println("plot: " + figures.time.draw(plots, "P4-virtual-time", false));
    }

    /** What a cycle takes, and what the fast path was used for. */
    private record Result(double micros, FastUse use) {}

    private Result run(RingDesign design, int number, int limit, int fields, Costs costs) {
        Multigrid pattern = new Multigrid(number);
        Map<String, String> values = design.parameters(limit);
        try (HaloModel model = new HaloModel(number, pattern::cycle, fields, work, costs, values)) {
            model.run(design.warmCycles());
            FastUse before = model.use();
            double micros = model.run(cycles);
            return new Result(micros, model.use().since(before));
        }
    }

    /** Prints how the gains of three designs move with the inputs that decide them. */
    void reportSensitivity(int fields) {
        for (int number : sensitivityRanks) {
            System.out.printf(
                    "%nP4 in virtual time: multigrid, %d ranks, to none, %%; in brackets the share"
                            + " of messages by ring%n%32s%14s",
                    number, "", "none, us");
            COMPARED.forEach(design -> System.out.printf("%24s", design.title()));
            System.out.println();
            row("as given", number, fields, times);
            for (double micros : Sensitivity.RECEIVE_LATENCIES) {
                row(Input.RECEIVE_LATENCY, micros, number, fields);
            }
            for (double nanos : Sensitivity.POLLS) {
                row(Input.POLL_RING, nanos, number, fields);
            }
            row(Input.MIRROR_COPY, 0, number, fields);
            AdapterTimes papers = times.with(Input.MIRROR_COPY, 0);
            row(
                    "both: mirror-copy 0, receive 0.45",
                    number,
                    fields,
                    papers.with(Input.RECEIVE_LATENCY, 0.45));
            row(Input.COPY, times.value(Input.COPY) / 2, number, fields);
            row(Input.COPY, times.value(Input.COPY) * 2, number, fields);
            for (int others : new int[] {1, 2, 8}) {
                row("fields " + others, number, others, times);
            }
        }
    }

    private void row(Input input, double value, int number, int fields) {
        row(Sensitivity.title(input, value), number, fields, times.with(input, value));
    }

    private void row(String title, int number, int fields, AdapterTimes moved) {
        System.err.printf("papers: P4 sensitivity, %d ranks, %s%n", number, title);
        Costs costs = moved.costs();
        double none = run(RingDesign.NONE, number, 0, fields, costs).micros;
        System.out.printf(Locale.ROOT, "%32s%14.1f", title, none);
        for (RingDesign design : COMPARED) {
            Result result = run(design, number, number, fields, costs);
            double gain = 100 * (result.micros / none - 1);
            System.out.printf(Locale.ROOT, "%+14.1f (%6.2f)", gain, result.use.share());
        }
        System.out.println();
    }

    private void measure(RingDesign design, int limit, int fields, Figures figures) {
        System.err.printf("papers: P4 %s, %d rings, %d ranks%n", design.title(), limit, ranks);
        Result result = run(design, ranks, limit, fields, times.costs());
        double micros = result.micros;
        FastUse use = result.use;
        if (design == RingDesign.NONE) {
            figures.none = micros;
            Arrays.stream(limits).forEach(all -> figures.add(design, all, use, micros));
        } else {
            figures.add(design, limit, use, micros);
        }
        System.out.printf(
                Locale.ROOT,
                "%16s %7d %10.2f %14.1f %14.2f %9.2f %12.1f %9.1f%%%n",
                design.title(),
                limit,
                use.ringsPerProcess(),
                use.perDirection(),
                use.perProcess(),
                use.share(),
                micros,
                figures.none == 0 ? 0 : 100 * (micros / figures.none - 1));
    }
}
