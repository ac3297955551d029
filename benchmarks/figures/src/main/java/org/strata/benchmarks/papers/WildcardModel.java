package org.strata.benchmarks.papers;

import org.strata.opal.memory.Memory;
import org.strata.testkit.timed.Costs;

import java.lang.foreign.Arena;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A master and its workers in virtual time: the master posts a receive for each worker's message,
 * works, and waits for all of them; each worker sends one message as soon as the master begins.
 */
final class WildcardModel implements AutoCloseable {
    /** The master's rank. */
    private static final int MASTER = 0;

    private static final int ANY_SOURCE = -1;

    /** Until connections exist, and the fallback's changes of mode are over. */
    private static final int WARM = 60;

    private static final int ITERATIONS = 8;

    /** The master works so many times as long as it takes to receive without work. */
    private static final int WORK = 4;

    private final Arena arena = Arena.ofShared();
    private final TimedJob job;
    private final Way way;
    private final int workers;
    private final long[] buffers;
    private long ended;

    /** How the master receives. */
    enum Way {
        /** Each receive names its worker. */
        SPECIFIC("fallback"),

        /** From any source, at the queues of all workers. */
        HANDOVER("handover"),

        /** From any source, by ob1. */
        FALLBACK("fallback");

        private final String wildcard;

        Way(String wildcard) {
            this.wildcard = wildcard;
        }
    }

    /**
     * What one message costs the master.
     *
     * @param alone nanoseconds without work
     * @param notHidden nanoseconds beyond the work, with enough of it
     */
    record Point(double alone, double notHidden) {
        /** Returns the part of a message's time that the master has for its work, in %. */
        double availability() {
            return 100 * (1 - notHidden / alone);
        }
    }

    WildcardModel(Way way, Costs costs, int workers, int largest) {
        this.way = way;
        this.workers = workers;
        Map<String, String> options = new LinkedHashMap<>(OverlapProtocol.TUPLEQ_COPY.parameters());
        options.put("pml_tupleq_wildcard", way.wildcard);
        job = new TimedJob(workers + 1, costs, 1, options);
        buffers = new long[2 * workers];
        for (int i = 0; i < buffers.length; i++) {
            buffers[i] = Memory.allocate(arena, largest, 4096);
        }
    }

    /** Returns what a message of some bytes costs. */
    Point measure(int bytes) {
        for (int i = 0; i < WARM; i++) {
            iteration(bytes, 0);
        }
        double alone = average(bytes, 0);
        long work = Math.round(WORK * alone);
        return new Point(alone / workers, (average(bytes, work) - work) / workers);
    }

    private double average(int bytes, long work) {
        double sum = 0;
        for (int i = 0; i < ITERATIONS; i++) {
            sum += (double) iteration(bytes, work) / ITERATIONS;
        }
        return sum;
    }

    /** Returns how long the master has taken for one message of each worker, and its work. */
    private long iteration(int bytes, long work) {
        long start = 0;
        for (int rank = 0; rank <= workers; rank++) {
            start = Math.max(start, job.time(rank).nanoTime());
        }
        for (int rank = 0; rank <= workers; rank++) {
            job.compute(rank, start - job.time(rank).nanoTime());
        }
        for (int worker = 1; worker <= workers; worker++) {
            int source = way == Way.SPECIFIC ? worker : ANY_SOURCE;
            job.ireceive(MASTER, buffers[worker - 1], bytes, source);
            job.send(worker, buffers[workers + worker - 1], bytes, MASTER);
        }
        job.compute(MASTER, work);
        job.wait(MASTER, workers);
        job.then(MASTER, () -> ended = job.time(MASTER).nanoTime());
        job.run();
        return ended - start;
    }

    @Override
    public void close() {
        job.close();
        arena.close();
    }
}
