package org.strata.benchmarks.papers;

import org.strata.benchmarks.papers.AdapterTimes.Input;
import org.strata.testkit.timed.Costs;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * P1's figure 7 and table 1 in virtual time, with the adapters of {@link AdapterTimes}: the latency
 * of 8 bytes by the number of peers that both ranks are connected with. A completion queue is one
 * place whatever their number; of rings there is one for each peer.
 */
final class ConnectedLatency {
    @Option(
            names = "--peers",
            split = ",",
            description = "Latency: connected peers (default: 1,2,4,16,64,256,1024)")
    private int[] peers = {1, 2, 4, 16, 64, 256, 1024};

    /** Returns what is wrong with the options, or an empty string. */
    String fault() {
        for (int i = 0; i < peers.length; i++) {
            if (peers[i] < 1 || (i > 0 && peers[i] <= peers[i - 1])) {
                return "--peers is a list of growing numbers from 1 on";
            }
        }
        return "";
    }

    /** Prints and draws the curves. */
    void report(AdapterTimes times, Path plots) throws IOException {
        System.out.printf("%nP1 in virtual time: %s%n", times.text());
        Figure figure = new Figure("P1 in virtual time: latency of 8 bytes", "peers", "us");
        Map<String, Map<String, String>> curves = new LinkedHashMap<>();
        curves.put("queues, SRQ", queues(true));
        curves.put("queues, no SRQ", queues(false));
        curves.put("polled rings", rings());
        curves.forEach((curve, parameters) -> {
            System.err.printf("papers: P1 latency, %s%n", curve);
            latencies(times.costs(), parameters, peers)
                    .forEach((count, micros) -> figure.best(curve, count, micros));
        });
        figure.print();
        System.out.println("plot: " + figure.draw(plots, "P1-virtual-latency", true));
    }

    /** Returns the microseconds of a message by the number of connected peers. */
    static TreeMap<Long, Double> latencies(
            Costs costs, Map<String, String> parameters, int... counts) {
        try (PolledRings model = new PolledRings(counts[counts.length - 1], costs, 0, parameters)) {
            return model.latencies(counts);
        }
    }

    /** Prints how the curves and their crossing move with the inputs that decide them. */
    static void reportSensitivity(AdapterTimes times) {
        System.out.printf(
                "%nP1 in virtual time: latency of 8 bytes, us, queues without SRQ and polled"
                        + " rings%n%28s%12s%12s%12s%12s  %s%n",
                "", "queues, 1", "rings, 1", "queues, 256", "rings, 256", "rings slower from");
        row("as given", times);
        for (double micros : Sensitivity.RECEIVE_LATENCIES) {
            row(Input.RECEIVE_LATENCY, micros, times);
        }
        for (double nanos : Sensitivity.POLLS) {
            row(Input.POLL_RING, nanos, times);
        }
        row(Input.LATENCY, times.value(Input.LATENCY) / 2, times);
        row(Input.LATENCY, times.value(Input.LATENCY) * 2, times);
    }

    private static void row(Input input, double value, AdapterTimes times) {
        row(Sensitivity.title(input, value), times.with(input, value));
    }

    private static void row(String title, AdapterTimes times) {
        System.err.printf("papers: P1 sensitivity, %s%n", title);
        int[] counts = {1, 64, 256, 512, 1024};
        TreeMap<Long, Double> queued = latencies(times.costs(), queues(false), counts);
        TreeMap<Long, Double> polled = latencies(times.costs(), rings(), counts);
        System.out.printf(
                Locale.ROOT,
                "%28s%12.2f%12.2f%12.2f%12.2f  %s%n",
                title,
                queued.get(1L),
                polled.get(1L),
                queued.get(256L),
                polled.get(256L),
                Sensitivity.crossing(SimulatedFast.crossing(polled, queued), 1024));
    }

    static Map<String, String> queues(boolean shared) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("btl_openib_use_eager_rdma", "0");
        values.put("btl_openib_use_srq", shared ? "1" : "0");
        return values;
    }

    /** As those of the stack that P1 compares with: slots, all polled one after the other. */
    static Map<String, String> rings() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("btl_openib_use_eager_rdma", "1");
        values.put("btl_openib_eager_rdma_layout", "fixed_top");
        values.put("btl_openib_eager_rdma_grant_by_write", "0");
        values.put("btl_openib_eager_rdma_poll_order", "sequential");
        // One message is under way: more slots would only take memory.
        values.put("btl_openib_eager_rdma_num", "4");
        values.put("btl_openib_eager_rdma_limit", "2k");
        return values;
    }
}
