package org.strata.benchmarks.papers;

import org.strata.opal.memory.Memory;
import org.strata.testkit.timed.Costs;

import java.lang.foreign.Arena;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A ping-pong of two ranks in virtual time while both poll more and more rings that nothing comes
 * by: those of other ranks, which have sent each of the two one message.
 */
final class PolledRings implements AutoCloseable {
    private static final int PAIR = 2;
    private static final int BYTES = 8;
    private static final int PAGE = 4096;
    private static final int WARM = 40;
    private static final int PING_PONGS = 64;

    private final Arena arena = Arena.ofShared();
    private final TimedJob job;
    private final long out;
    private final long in;
    private final long callNanos;
    private int others;

    /**
     * @param most rings that a rank will poll
     * @param callNanos as in {@link FastModel}
     * @param parameters of the stack, by Open MPI's names
     */
    PolledRings(int most, Costs costs, long callNanos, Map<String, String> parameters) {
        this.callNanos = callNanos;
        Map<String, String> all = new LinkedHashMap<>(parameters);
        all.put("btl_openib_eager_rdma_threshold", "1");
        all.put("btl_openib_eager_rdma_grant_by_write", "0");
        all.put("btl_openib_max_eager_rdma", Integer.toString(most));
        // So many ranks have little memory each; nothing long is sent.
        all.put("btl_openib_max_send_size", "2k");
        job = new TimedJob(most + 1, costs, 1, all);
        out = Memory.allocate(arena, PAGE, PAGE);
        in = Memory.allocate(arena, PAGE, PAGE);
    }

    /**
     * Returns the microseconds of a message by the rings that each of the two polls (without rings:
     * by its peers), for these numbers in ascending order.
     */
    TreeMap<Long, Double> latencies(int[] counts) {
        TreeMap<Long, Double> latencies = new TreeMap<>();
        pingPong(WARM);
        for (int count : counts) {
            add(count - 1);
            pingPong(WARM);
            job.run();
            long began = job.time(0).nanoTime();
            pingPong(PING_PONGS);
            job.run();
            double micros = (job.time(0).nanoTime() - began) / 1e3 / 2 / PING_PONGS;
            latencies.put((long) count, micros);
        }
        return latencies;
    }

    /** Has receives look at the ring of their source first, as a hint. */
    PolledRings hinted() {
        job.hintReceives();
        return this;
    }

    /** Returns the rings that the first rank polls. */
    long polled() {
        return job.counters(0).get("btl_openib_fast_in");
    }

    private void add(int all) {
        while (others < all) {
            int other = PAIR + others++;
            for (int rank = 0; rank < PAIR; rank++) {
                job.send(other, out, BYTES, rank);
                job.receive(rank, in, BYTES, other);
            }
        }
        job.run();
    }

    private void pingPong(int times) {
        for (int i = 0; i < times; i++) {
            job.compute(0, callNanos);
            job.send(0, out, BYTES, 1);
            job.receive(0, in, BYTES, 1);
            job.receive(1, in, BYTES, 0);
            job.compute(1, callNanos);
            job.send(1, out, BYTES, 0);
        }
    }

    @Override
    public void close() {
        job.close();
        arena.close();
        // The native memory of so many adapters is freed when its owners are collected.
        System.gc();
    }
}
