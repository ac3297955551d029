package org.strata.benchmarks.papers;

import org.strata.testkit.timed.Costs;
import org.strata.testkit.timed.TimedRank.Work;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * P2's figures in virtual time, with adapters of the paper's time: InfiniBand 4x SDR.
 *
 * <p>Where the defaults come from; none was fitted to the result:
 *
 * <ul>
 *   <li>Registration: linear in pages, 7.42 us + 0.77 us per page, deregistration 1.1 us + 0.22 us
 *       per page: J. Wu, P. Wyckoff, D. Panda, PVFS over InfiniBand (ICPP 2003), on Mellanox 4x
 *       adapters; quoted from memory, the paper was not at hand.
 *   <li>Wire: 10 Gbit/s of signals are 1000 MB/s of data; with headers of 2 KiB packets and the
 *       bus, 950 MB/s. P3's adapters of 2003 reached 871 MB/s, those on PCI Express more.
 *   <li>What consumes a receive request takes 1.5 us longer than a write: 7.5 - 6.0 us, P4.
 *   <li>A look at a polled place takes 10 ns: 1.3 us for 128 of them, P3 Fig 20.
 *   <li>Latency and the processor's shares: together about the 5.6 us of an empty message in P1;
 *       the model prints its own.
 *   <li>Copying: 1.2 GB/s, the order of a processor's memcpy at that time.
 * </ul>
 */
final class SimulatedPipeline {
    private static final int REUSED_BYTES = 8 << 20;
    private static final int MOST_PORTS = 8;

    @Option(
            names = "--ports",
            description = "Simulated: ports of each rank (default: ${DEFAULT-VALUE})")
    private int ports = 1;

    @Option(
            names = "--bandwidth",
            description = "Simulated: MB/s of a port (default: ${DEFAULT-VALUE})")
    private double bandwidth = 950;

    @Option(
            names = "--latency",
            description = "Simulated: us from adapter to adapter (default: ${DEFAULT-VALUE})")
    private double latency = 2.0;

    @Option(
            names = "--receive-latency",
            description =
                    "Simulated: further us for what consumes a receive request"
                            + " (default: ${DEFAULT-VALUE})")
    private double receiveLatency = 1.5;

    @Option(
            names = "--packet",
            description = "Simulated: bytes after which queue pairs take turns (default: 2048)")
    private int packet = 2048;

    @Option(
            names = "--register",
            arity = "2",
            description = "Simulated: us per registration and per page (default: 7.42 0.77)")
    private double[] register = {7.42, 0.77};

    @Option(
            names = "--deregister",
            arity = "2",
            description = "Simulated: us per deregistration and per page (default: 1.1 0.22)")
    private double[] deregister = {1.1, 0.22};

    @Option(
            names = "--copy",
            description =
                    "Simulated: MB/s of copies into and out of buffers that are sent and received"
                            + " (default: ${DEFAULT-VALUE})")
    private double copy = 1200;

    @Option(
            names = "--post",
            description = "Simulated: us to post a request (default: ${DEFAULT-VALUE})")
    private double post = 0.3;

    @Option(
            names = "--completion",
            arity = "2",
            description =
                    "Simulated: us to take a completion, and to handle its message (default: 0.3"
                            + " 0.4)")
    private double[] completion = {0.3, 0.4};

    @Option(
            names = "--poll-ring",
            description =
                    "Simulated: ns to look at one place in memory where a message may have arrived"
                            + " (default: ${DEFAULT-VALUE})")
    private double pollRing = 10;

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
        double[] times = {
            latency,
            receiveLatency,
            post,
            completion[0],
            completion[1],
            pollRing,
            register[0],
            register[1],
            deregister[0],
            deregister[1]
        };
        if (Arrays.stream(times).anyMatch(time -> time < 0)) {
            return "times are not negative";
        }
        if (bandwidth <= 0 || copy <= 0) {
            return "--bandwidth and --copy are more than 0";
        }
        if (ports < 1 || ports > MOST_PORTS) {
            return "--ports is from 1 to " + MOST_PORTS;
        }
        return packet < 1 || messages < 1 ? "--packet and --simulated-messages are from 1" : "";
    }

    /** Returns what things cost. */
    Costs costs() {
        return new Costs(
                register[0] * 1e3,
                register[1] * 1e3,
                deregister[0] * 1e3,
                deregister[1] * 1e3,
                post * 1e3,
                completion[0] * 1e3,
                completion[1] * 1e3,
                100,
                pollRing,
                1e3 / copy,
                latency * 1e3,
                receiveLatency * 1e3,
                1e3 / bandwidth,
                packet);
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
                new PipelineModel(protocol, costs(), ports, !keeps, task.parameters, most)) {
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
                "%nP2 in virtual time: %d port(s) of %.0f MB/s, %.1f + %.1f us; register %.2f +"
                        + " %.2f us per page, deregister %.2f + %.2f; copy %.0f MB/s; post %.1f us,"
                        + " completion %.1f us; an empty message takes %.2f us%n",
                ports,
                bandwidth,
                latency,
                receiveLatency,
                register[0],
                register[1],
                deregister[0],
                deregister[1],
                copy,
                post,
                completion[0] + completion[1],
                figures.latency / 1e3);
        figures.sizes.print();
        figures.engine.print();
        System.out.println("plot: " + figures.sizes.draw(plots, "P2-virtual-size", false));
        if (task.uses > 0) {
            PipelinePaper.thin(figures.reuse, task.protocols).print();
            System.out.println("plot: " + figures.reuse.draw(plots, "P2-virtual-reuse", false));
            printWork(figures.single);
            printBothWays(figures.both);
            System.out.println();
            PipelinePaper.crossing(figures.reuse);
        }
        PipelinePaper.gain(figures.sizes);
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
