package org.strata.benchmarks.papers;

import org.strata.benchmarks.papers.AdapterTimes.Input;
import org.strata.testkit.timed.TimedRank.Work;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** P2's figures in virtual time, with the adapters of {@link AdapterTimes}. */
final class SimulatedPipeline {
    private static final int REUSED_BYTES = 8 << 20;
    private static final int MOST_PORTS = 8;

    /** Of a buffer, in the sensitivity's table. */
    private static final int MOST_USES = 100;

    @Option(
            names = "--ports",
            description = "Simulated: ports of each rank (default: ${DEFAULT-VALUE})")
    private int ports = 1;

    @Mixin private final AdapterTimes times = new AdapterTimes();

    @Option(
            names = "--keep",
            description =
                    "Simulated: a buffer that does not come again stays registered; otherwise it is"
                            + " given up (MPI.freeMem) within the time, as with real processes")
    private boolean keeps;

    @Option(
            names = "--simulated-messages",
            description = "Simulated: messages per size (default: ${DEFAULT-VALUE})")
    private int messages = 4;

    /** Returns what is wrong with the options, or an empty string. */
    String fault() {
        if (!times.fault().isEmpty()) {
            return times.fault();
        }
        if (ports < 1 || ports > MOST_PORTS) {
            return "--ports is from 1 to " + MOST_PORTS;
        }
        return messages < 1 ? "--simulated-messages is from 1" : "";
    }

    /** What a run is about. */
    record Task(
            List<String> protocols,
            int smallest,
            int largest,
            int uses,
            Map<String, String> parameters) {}

    /** The figures of one run. */
    static final class Figures {
        final Figure sizes = new Figure("P2 in virtual time: no buffer reuse", "bytes", "MB/s");
        final Figure engine = new Figure("P2 in virtual time: DMA engine busy", "bytes", "%");
        final Figure reuse = new Figure("P2 in virtual time: 8 MB, buffer reuse", "uses", "MB/s");
        final Map<String, PipelineModel.Cost> single = new LinkedHashMap<>();

        /** Both ways at once: without and with reuse. */
        final Map<String, List<PipelineModel.Cost>> both = new LinkedHashMap<>();

        double latency;
    }

    /** Runs the model. */
    Figures run(Task task) {
        Figures figures = new Figures();
        for (String protocol : task.protocols) {
            run(task, protocol, figures);
        }
        return figures;
    }

    private void run(Task task, String protocol, Figures figures) {
        int most = Math.max(task.largest, task.uses > 0 ? REUSED_BYTES : 0);
        try (PipelineModel model =
                new PipelineModel(protocol, times.costs(), ports, !keeps, task.parameters, most)) {
            figures.latency = model.latency();
            for (int bytes = task.smallest; bytes <= task.largest; bytes *= 2) {
                PipelineModel.Cost cost = model.withoutReuse(bytes, messages);
                figures.sizes.best(protocol, bytes, cost.megabytesPerSecond());
                figures.engine.best(protocol, bytes, cost.utilisation(ports));
            }
            if (task.uses > 0) {
                PipelineModel.Cost[] costs = model.withReuse(REUSED_BYTES, task.uses);
                for (int use = 1; use <= task.uses; use++) {
                    figures.reuse.best(protocol, use, costs[use - 1].megabytesPerSecond());
                }
                figures.single.put(protocol, model.withoutReuse(REUSED_BYTES, 1));
                figures.both.put(
                        protocol,
                        List.of(
                                model.bothWays(REUSED_BYTES, messages, false),
                                model.bothWays(REUSED_BYTES, messages, true)));
            }
        }
    }

    /** Prints and draws what a run gave. */
    void report(Task task, Figures figures, Path plots) throws IOException {
        System.out.printf(
                Locale.ROOT,
                "%nP2 in virtual time: %d port(s) for each rank; %s; an empty message takes %.2f"
                        + " us%n",
                ports,
                times.text(),
                figures.latency / 1e3);
        figures.sizes.print();
        figures.engine.print();
        System.out.println("plot: " + figures.sizes.draw(plots, "P2-virtual-size", false));
        if (task.uses > 0) {
            PipelinePaper.thin(figures.reuse, task.protocols).print();
            System.out.println("plot: " + figures.reuse.draw(plots, "P2-virtual-reuse", false));
            printWork(figures.single);
            printBothWays(figures.both);
            EffectiveBandwidth.report(task.protocols, times.costs(), ports, task.parameters);
            System.out.println();
            PipelinePaper.crossing(figures.reuse);
        }
        PipelinePaper.gain(figures.sizes);
    }

    /** Prints how the gain and the crossing move with the inputs that decide them. */
    void reportSensitivity(Map<String, String> parameters) {
        System.out.printf(
                "%nP2 in virtual time: 8 MB, %d port(s)%n%32s%12s%12s%12s%12s%22s%n",
                ports, "", "copy", "pinned", "pipeline", "gain, %", "cache equal from uses");
        row("as given", times, parameters);
        RegistrationTimes here = RegistrationTimes.measure();
        row("mlock on this machine", here.applyTo(times), parameters);
        for (double micros : new double[] {0.1, 0.2, 0.4, 1.4}) {
            row(Input.REGISTER_PAGE, micros, parameters);
        }
        row(Input.REGISTER_BASE, 0, parameters);
        row(Input.REGISTER_BASE, 10 * times.value(Input.REGISTER_BASE), parameters);
        row(Input.DEREGISTER_PAGE, 0, parameters);
        for (Input input : List.of(Input.COPY, Input.BANDWIDTH, Input.LATENCY)) {
            row(input, times.value(input) / 2, parameters);
            row(input, times.value(input) * 2, parameters);
        }
        row(Input.RECEIVE_LATENCY, 0, parameters);
        here.print();
    }

    private void row(Input input, double value, Map<String, String> parameters) {
        row(Sensitivity.title(input, value), times.with(input, value), parameters);
    }

    private void row(String title, AdapterTimes moved, Map<String, String> parameters) {
        System.err.printf("papers: P2 sensitivity, %s%n", title);
        Figure reuse = new Figure("", "", "");
        Map<String, Double> once = new LinkedHashMap<>();
        for (String protocol : List.of("copy", "leave_pinned", "pipeline")) {
            try (PipelineModel model =
                    new PipelineModel(
                            protocol, moved.costs(), ports, !keeps, parameters, REUSED_BYTES)) {
                once.put(protocol, model.withoutReuse(REUSED_BYTES, messages).megabytesPerSecond());
                PipelineModel.Cost[] uses = model.withReuse(REUSED_BYTES, MOST_USES);
                for (int use = 1; use <= MOST_USES; use++) {
                    reuse.best(protocol, use, uses[use - 1].megabytesPerSecond());
                }
            }
        }
        Long crossing = PipelinePaper.crossingUses(reuse);
        System.out.printf(
                Locale.ROOT,
                "%32s%12.0f%12.0f%12.0f%+12.1f%22s%n",
                title,
                once.get("copy"),
                once.get("leave_pinned"),
                once.get("pipeline"),
                100 * (once.get("pipeline") / once.get("leave_pinned") - 1),
                crossing == null ? "not up to " + MOST_USES : crossing);
    }

    private void printWork(Map<String, PipelineModel.Cost> single) {
        System.out.printf(
                "%nOne message of 8 MB, us of sender / receiver%n%22s %10s %10s",
                "", "time", "wire");
        for (Work work : Work.values()) {
            System.out.printf(" %15s", work.name().toLowerCase(Locale.ROOT));
        }
        System.out.println();
        single.forEach((protocol, cost) -> {
            System.out.printf(
                    Locale.ROOT,
                    "%22s %10.0f %10.0f",
                    protocol,
                    cost.nanos() / 1e3,
                    cost.busy() / 1e3 / ports);
            for (Work work : Work.values()) {
                String both =
                        String.format(
                                Locale.ROOT,
                                "%.0f / %.0f",
                                cost.micros(0, work),
                                cost.micros(1, work));
                System.out.printf(" %15s", both);
            }
            System.out.println();
        });
    }

    private static void printBothWays(Map<String, List<PipelineModel.Cost>> both) {
        System.out.printf(
                "%n8 MB both ways at once, MB/s in sum%n%22s %10s %10s%n", "", "no reuse", "reuse");
        both.forEach((protocol, costs) ->
                System.out.printf(
                        Locale.ROOT,
                        "%22s %10.1f %10.1f%n",
                        protocol,
                        costs.getFirst().megabytesPerSecond(),
                        costs.getLast().megabytesPerSecond()));
    }
}
