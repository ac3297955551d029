package org.strata.benchmarks.papers;

import org.strata.opal.memory.Memory;
import org.strata.testkit.timed.Costs;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * P2's b_eff in virtual time: eight ranks exchange messages of 21 sizes with their neighbours, all
 * at once. A result is the sum of all ranks' bandwidths, averaged over the sizes, as b_eff's is: 13
 * sizes from 1 byte to 4 KiB, eight more in equal ratios up to the longest.
 */
final class EffectiveBandwidth implements AutoCloseable {
    static final int RANKS = 8;

    private static final int LONGEST = 8 << 20;
    private static final int KNEE = 4 << 10;
    private static final int LONG_SIZES = 8;
    private static final int REPETITIONS = 3;
    private static final long SEED = 42;

    /**
     * What segments and pieces of a message are aligned to, by absolute address: where a buffer
     * begins in it decides how many pieces there are, and so is the same in every run.
     */
    private static final long ALIGNMENT = 16 << 20;

    /** Buffers begin at odd multiples of it: on a page, on no larger boundary. */
    private static final long OFFSET = 68 << 10;

    /** Messages go either way round a ring, in different directions by different tags. */
    private static final int RIGHT = 0;

    private static final int LEFT = 1;

    /** Who exchanges with whom. */
    enum Pattern {
        /** Both neighbours in the order of the ranks. */
        RING("ring"),
        /** Both neighbours in a random order. */
        RANDOM_RING("random ring"),
        /** One partner each. */
        RANDOM_PAIRS("random pairs");

        private final String title;

        Pattern(String title) {
            this.title = title;
        }
    }

    private final Arena arena = Arena.ofShared();
    private final TimedJob job;

    /** Of each rank: two places to send from, two to receive to. */
    private final long[][] buffers = new long[RANKS][4];

    private EffectiveBandwidth(
            String protocol, Costs costs, int ports, Map<String, String> parameters) {
        Map<String, String> all = new LinkedHashMap<>();
        all.putAll(PipelinePaper.parameters(protocol));
        all.put("btl_openib_use_eager_rdma", "0");
        all.putAll(parameters);
        job = new TimedJob(RANKS, costs, ports, all);
        int count = RANKS * buffers[0].length;
        long stride = LONGEST + OFFSET;
        long next = Memory.allocate(arena, count * stride, ALIGNMENT) + OFFSET;
        for (long[] places : buffers) {
            for (int i = 0; i < places.length; i++) {
                places[i] = next;
                next += stride;
            }
        }
    }

    /** Bandwidth on average over the sizes, and of the longest messages; MB/s of all ranks. */
    record Result(double average, double longest) {}

    /** Runs all patterns with each protocol and prints the tables. */
    static void report(
            List<String> protocols, Costs costs, int ports, Map<String, String> parameters) {
        Map<String, List<Result>> rows = new LinkedHashMap<>();
        for (String protocol : protocols) {
            System.err.println("papers: P2 b_eff " + protocol);
            List<Result> row = new ArrayList<>();
            for (Pattern pattern : Pattern.values()) {
                for (boolean reuse : new boolean[] {false, true}) {
                    row.add(measure(protocol, costs, ports, parameters, pattern, reuse));
                }
            }
            rows.put(protocol, row);
        }
        table("average of 21 sizes to 8 MB", rows, Result::average);
        table("messages of 8 MB", rows, Result::longest);
    }

    /** Runs one pattern with one protocol in a job of its own. */
    static Result measure(
            String protocol,
            Costs costs,
            int ports,
            Map<String, String> parameters,
            Pattern pattern,
            boolean reuse) {
        try (EffectiveBandwidth model =
                new EffectiveBandwidth(protocol, costs, ports, parameters)) {
            return model.measure(pattern, reuse);
        }
    }

    private static void table(
            String what, Map<String, List<Result>> rows, ToDoubleFunction<Result> value) {
        System.out.printf(
                "%nP2 in virtual time: b_eff-like, %d ranks, %s, MB/s in sum%n%22s",
                RANKS, what, "");
        for (Pattern pattern : Pattern.values()) {
            System.out.printf(" %14s %14s", pattern.title, "with reuse");
        }
        System.out.println();
        rows.forEach((protocol, row) -> {
            System.out.printf("%22s", protocol);
            row.forEach(result ->
                    System.out.printf(Locale.ROOT, " %14.1f", value.applyAsDouble(result)));
            System.out.println();
        });
    }

    static List<Integer> sizes() {
        List<Integer> sizes = new ArrayList<>();
        for (int bytes = 1; bytes <= KNEE; bytes *= 2) {
            sizes.add(bytes);
        }
        double ratio = Math.pow((double) LONGEST / KNEE, 1.0 / LONG_SIZES);
        for (int i = 1; i <= LONG_SIZES; i++) {
            sizes.add((int) Math.round(KNEE * Math.pow(ratio, i)));
        }
        return sizes;
    }

    private Result measure(Pattern pattern, boolean reuse) {
        List<Integer> order = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            order.add(rank);
        }
        if (pattern != Pattern.RING) {
            Collections.shuffle(order, new Random(SEED));
        }
        exchange(pattern, order, KNEE);
        job.run();
        double sum = 0;
        double longest = 0;
        for (int bytes : sizes()) {
            long began = latest();
            for (int i = 0; i < REPETITIONS; i++) {
                exchange(pattern, order, bytes);
                if (!reuse) {
                    giveUp(bytes);
                }
            }
            job.run();
            long messages = (long) REPETITIONS * RANKS * (pattern == Pattern.RANDOM_PAIRS ? 1 : 2);
            longest = messages * bytes * 1e3 / (latest() - began);
            sum += longest;
        }
        return new Result(sum / sizes().size(), longest);
    }

    private void exchange(Pattern pattern, List<Integer> order, int bytes) {
        for (int place = 0; place < RANKS; place++) {
            int rank = order.get(place);
            long[] own = buffers[rank];
            if (pattern == Pattern.RANDOM_PAIRS) {
                int partner = order.get(place ^ 1);
                job.ireceive(rank, own[2], bytes, partner, RIGHT);
                job.isend(rank, own[0], bytes, partner, RIGHT);
                job.wait(rank, 2);
            } else {
                int right = order.get((place + 1) % RANKS);
                int left = order.get((place + RANKS - 1) % RANKS);
                job.ireceive(rank, own[2], bytes, left, RIGHT);
                job.ireceive(rank, own[3], bytes, right, LEFT);
                job.isend(rank, own[0], bytes, right, RIGHT);
                job.isend(rank, own[1], bytes, left, LEFT);
                job.wait(rank, 4);
            }
        }
    }

    private void giveUp(int bytes) {
        for (int rank = 0; rank < RANKS; rank++) {
            for (long buffer : buffers[rank]) {
                job.giveUp(rank, buffer, bytes);
            }
        }
    }

    private long latest() {
        long latest = 0;
        for (int rank = 0; rank < RANKS; rank++) {
            latest = Math.max(latest, job.time(rank).nanoTime());
        }
        return latest;
    }

    @Override
    public void close() {
        job.close();
        arena.close();
    }
}
