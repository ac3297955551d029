package org.strata.benchmarks.papers;

import org.strata.testkit.timed.Costs;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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

    private final Costs costs = new AdapterTimes().costs();

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
    void report(Path plots) throws IOException {
        Figure figure = new Figure("P1 in virtual time: latency of 8 bytes", "peers", "us");
        Map<String, Map<String, String>> curves = new LinkedHashMap<>();
        curves.put("queues, SRQ", queues(true));
        curves.put("queues, no SRQ", queues(false));
        curves.put("polled rings", rings());
        curves.forEach((curve, parameters) -> {
            System.err.printf("papers: P1 latency, %s%n", curve);
            latencies(parameters, peers)
                    .forEach((count, micros) -> figure.best(curve, count, micros));
        });
        figure.print();
        System.out.println("plot: " + figure.draw(plots, "P1-virtual-latency", true));
    }

    /** Returns the microseconds of a message by the number of connected peers. */
    TreeMap<Long, Double> latencies(Map<String, String> parameters, int... counts) {
        try (PolledRings model = new PolledRings(counts[counts.length - 1], costs, 0, parameters)) {
            return model.latencies(counts);
        }
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
