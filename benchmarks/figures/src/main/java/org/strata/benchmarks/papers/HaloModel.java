package org.strata.benchmarks.papers;

import org.strata.opal.memory.Memory;
import org.strata.testkit.timed.Costs;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Cycles of exchanges by ranks in virtual time. Each exchange posts all receives, then all sends,
 * and waits for both; every field of a point has a message of its own, as in codes that keep fields
 * in arrays of their own.
 */
final class HaloModel implements AutoCloseable {
    private static final int PAGE = 4096;

    private final Arena arena = Arena.ofShared();
    private final TimedJob job;
    private final int fields;
    private final double pointNanos;
    private final List<List<HaloStep>> cycles = new ArrayList<>();

    /** Of each rank, for what it receives; what it sends follows. */
    private final long[] memory;

    private final int half;

    /**
     * @param pattern the exchanges of a rank's cycle
     * @param fields of a point, and so messages to each peer of an exchange
     * @param pointNanos work on a point of one field
     */
    HaloModel(
            int ranks,
            IntFunction<List<HaloStep>> pattern,
            int fields,
            double pointNanos,
            Costs costs,
            Map<String, String> parameters) {
        this.fields = fields;
        this.pointNanos = pointNanos;
        job = new TimedJob(ranks, costs, 1, parameters);
        memory = new long[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            cycles.add(pattern.apply(rank));
        }
        int bytes = cycles.getFirst().stream().mapToInt(HaloStep::bytes).max().orElse(0);
        half = Math.max(PAGE, fields * bytes);
        for (int rank = 0; rank < ranks; rank++) {
            memory[rank] = Memory.allocate(arena, 2L * half, PAGE);
        }
    }

    /** Runs other exchanges, of one page at most, before the cycles. */
    void start(IntFunction<List<HaloStep>> pattern) {
        for (int rank = 0; rank < memory.length; rank++) {
            for (HaloStep step : pattern.apply(rank)) {
                add(rank, step);
            }
        }
        job.run();
    }

    /** Returns the microseconds of a cycle, on average over so many. */
    double run(int count) {
        long began = latest();
        for (int cycle = 0; cycle < count; cycle++) {
            for (int rank = 0; rank < memory.length; rank++) {
                for (HaloStep step : cycles.get(rank)) {
                    add(rank, step);
                }
            }
            job.run();
        }
        return (latest() - began) / 1e3 / count;
    }

    private long latest() {
        long latest = 0;
        for (int rank = 0; rank < memory.length; rank++) {
            latest = Math.max(latest, job.time(rank).nanoTime());
        }
        return latest;
    }

    private void add(int rank, HaloStep step) {
        job.compute(rank, Math.round(pointNanos * fields * step.points()));
        long at = memory[rank];
        for (int field = 0; field < fields; field++) {
            for (HaloStep.Part part : step.halo()) {
                job.ireceive(rank, at, part.bytes(), part.peer(), field);
                at += part.bytes();
            }
        }
        at = memory[rank] + half;
        for (HaloStep.Part part : step.halo()) {
            for (int field = 0; field < fields; field++) {
                job.isend(rank, at, part.bytes(), part.peer(), field);
                at += part.bytes();
            }
        }
        job.wait(rank, 2 * fields * step.halo().size());
    }

    /** Returns what the fast path has been used for so far. */
    FastUse use() {
        List<Map<String, Long>> counters = new ArrayList<>();
        for (int rank = 0; rank < memory.length; rank++) {
            counters.add(job.counters(rank));
        }
        return FastUse.of(counters);
    }

    @Override
    public void close() {
        job.close();
        arena.close();
    }
}
