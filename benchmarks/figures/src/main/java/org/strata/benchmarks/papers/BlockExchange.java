package org.strata.benchmarks.papers;

import org.strata.opal.memory.Memory;
import org.strata.testkit.timed.Costs;

import java.lang.foreign.Arena;
import java.util.Map;

/**
 * Everybody sends a block to everybody, by ranks in virtual time: all receives posted, then all
 * sends, each rank beginning with the next one. All blocks of a rank share one place each way,
 * since nobody looks at the bytes.
 */
final class BlockExchange implements AutoCloseable {
    private static final int PAGE = 4096;

    private final Arena arena = Arena.ofShared();
    private final TimedJob job;
    private final int bytes;
    private final long[] memory;

    /**
     * @param bytes of a block
     */
    BlockExchange(int ranks, int bytes, Costs costs, Map<String, String> parameters) {
        this.bytes = bytes;
        job = new TimedJob(ranks, costs, 1, parameters);
        memory = new long[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            memory[rank] = Memory.allocate(arena, 2L * bytes, PAGE);
        }
    }

    /**
     * Returns the microseconds of an exchange, on average over so many.
     *
     * @param workNanos what each rank computes before each exchange
     */
    double run(int count, long workNanos) {
        long began = latest();
        for (int i = 0; i < count; i++) {
            for (int rank = 0; rank < memory.length; rank++) {
                job.compute(rank, workNanos);
                add(rank);
            }
        }
        job.run();
        return (latest() - began) / 1e3 / count;
    }

    private void add(int rank) {
        int ranks = memory.length;
        for (int step = 1; step < ranks; step++) {
            job.ireceive(rank, memory[rank], bytes, (rank - step + ranks) % ranks);
        }
        for (int step = 1; step < ranks; step++) {
            job.isend(rank, memory[rank] + bytes, bytes, (rank + step) % ranks);
        }
        job.wait(rank, 2 * (ranks - 1));
    }

    private long latest() {
        long latest = 0;
        for (int rank = 0; rank < memory.length; rank++) {
            latest = Math.max(latest, job.time(rank).nanoTime());
        }
        return latest;
    }

    /** Returns how often a message found no receive so far, and was to be sent again. */
    long notReady() {
        return job.refusals();
    }

    @Override
    public void close() {
        job.close();
        arena.close();
    }
}
