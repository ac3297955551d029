package org.strata.benchmarks.papers;

import org.strata.opal.memory.Memory;
import org.strata.testkit.timed.Costs;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.Map;

/**
 * P3's tests of two ranks in virtual time. All times are of steady state: connections, rings and
 * registrations exist.
 */
final class FastModel implements AutoCloseable {
    /** Messages of a window, which one reply answers. */
    static final int WINDOW = 100;

    private static final int SENDER = 0;
    private static final int RECEIVER = 1;
    private static final int PAGE = 4096;
    private static final int WARM = 40;
    private static final int WARM_WINDOWS = 2;

    /** More than an eager message takes: who works as long waits for nobody. */
    private static final long WORK_NANOS = 1_000_000;

    private final Arena arena = Arena.ofShared();
    private final TimedJob job;
    private final long source;
    private final long target;
    private final long callNanos;

    /**
     * @param callNanos what a send takes of the processor before its request is posted
     * @param parameters of the stack, by Open MPI's names
     * @param largest bytes of the largest message
     */
    FastModel(Costs costs, long callNanos, Map<String, String> parameters, int largest) {
        this.callNanos = callNanos;
        job = new TimedJob(2, costs, 1, parameters);
        source = Memory.allocate(arena, largest, PAGE);
        target = Memory.allocate(arena, largest, PAGE);
    }

    /** Returns the microseconds of a message, half of a ping-pong's, on average over so many. */
    double latency(int bytes, int messages) {
        pingPong(bytes, WARM);
        return micros(() -> pingPong(bytes, messages)) / 2 / messages;
    }

    private void pingPong(int bytes, int times) {
        for (int i = 0; i < times; i++) {
            send(SENDER, bytes);
            job.receive(SENDER, target, bytes, RECEIVER);
            job.receive(RECEIVER, target, bytes, SENDER);
            send(RECEIVER, bytes);
        }
    }

    private void send(int rank, int bytes) {
        job.compute(rank, callNanos);
        job.send(rank, source, bytes, 1 - rank);
    }

    /** Returns the microseconds of a message in windows, on average over so many windows. */
    double window(int bytes, int windows) {
        windows(bytes, WARM_WINDOWS);
        return micros(() -> windows(bytes, windows)) / WINDOW / windows;
    }

    private void windows(int bytes, int windows) {
        for (int i = 0; i < windows; i++) {
            for (int k = 0; k < WINDOW; k++) {
                job.compute(SENDER, callNanos);
                job.isend(SENDER, source, bytes, RECEIVER);
                job.ireceive(RECEIVER, target, bytes, SENDER);
            }
            job.wait(SENDER, WINDOW);
            job.wait(RECEIVER, WINDOW);
            job.receive(SENDER, target, 4, RECEIVER);
            send(RECEIVER, 4);
        }
    }

    /**
     * Returns the microseconds that a message takes of the processors, sender's and receiver's
     * together: both send, work for longer than a message takes, and receive, so that nobody waits
     * for what has not come. Not for a rendezvous, which needs both sides at once.
     */
    double overhead(int bytes, int messages) {
        work(bytes, WARM);
        return micros(() -> work(bytes, messages)) / messages - WORK_NANOS / 1e3;
    }

    private void work(int bytes, int messages) {
        for (int i = 0; i < messages; i++) {
            for (int rank = SENDER; rank <= RECEIVER; rank++) {
                send(rank, bytes);
                job.compute(rank, WORK_NANOS);
                job.receive(rank, target, bytes, 1 - rank);
            }
        }
    }

    /** Returns how long the first rank takes for something that both have been warmed up for. */
    private double micros(Runnable adds) {
        job.run();
        long began = job.time(SENDER).nanoTime();
        adds.run();
        job.run();
        return (job.time(SENDER).nanoTime() - began) / 1e3;
    }

    /** Returns what the fast path has been used for so far. */
    FastUse use() {
        return FastUse.of(List.of(job.counters(SENDER), job.counters(RECEIVER)));
    }

    @Override
    public void close() {
        job.close();
        arena.close();
    }
}
