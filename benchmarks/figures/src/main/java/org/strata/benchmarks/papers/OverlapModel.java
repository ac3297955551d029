package org.strata.benchmarks.papers;

import org.strata.opal.memory.Memory;
import org.strata.testkit.timed.Costs;

import java.lang.foreign.Arena;

/**
 * P5's overhead test in virtual time: both ranks post at the same time, so that the receive is
 * there before the message, and one of them works while the other one only waits.
 */
final class OverlapModel implements AutoCloseable {
    private static final int SENDER = 0;
    private static final int RECEIVER = 1;

    /** Until connections exist and receives have been posted again. */
    private static final int WARM = 40;

    private static final int ITERATIONS = 4;

    private final Arena arena = Arena.ofShared();
    private final TimedJob job;
    private final long source;
    private final long target;
    private final long[] ended = new long[2];

    /**
     * @param largest message
     */
    OverlapModel(OverlapProtocol protocol, Costs costs, int largest) {
        job = new TimedJob(2, costs, 1, protocol.parameters());
        source = Memory.allocate(arena, largest, 4096);
        target = Memory.allocate(arena, largest, 4096);
    }

    /** Returns what the side gets that hides less of the message. */
    OverheadPoint measure(int bytes) {
        for (int i = 0; i < WARM; i++) {
            iteration(bytes, 0, 0);
        }
        double[] without = average(bytes, 0, 0);
        double sendersBase = Math.max(without[SENDER], without[RECEIVER]);
        OverheadPoint sender = measure(bytes, SENDER, sendersBase);
        OverheadPoint receiver = measure(bytes, RECEIVER, without[RECEIVER]);
        return sender.availability() < receiver.availability() ? sender : receiver;
    }

    private OverheadPoint measure(int bytes, int side, double base) {
        double work = base / 2;
        OverheadPoint point = new OverheadPoint(base, 0, base);
        while (!point.isDominatedByWork()) {
            work *= OverheadPoint.GROWTH;
            double[] times =
                    side == SENDER
                            ? average(bytes, Math.round(work), 0)
                            : average(bytes, 0, Math.round(work));
            point = new OverheadPoint(base, work, times[side]);
        }
        return point;
    }

    private double[] average(int bytes, long work, long receiversWork) {
        double[] sums = new double[2];
        for (int i = 0; i < ITERATIONS; i++) {
            long start = iteration(bytes, work, receiversWork);
            sums[SENDER] += (double) (ended[SENDER] - start) / ITERATIONS;
            sums[RECEIVER] += (double) (ended[RECEIVER] - start) / ITERATIONS;
        }
        return sums;
    }

    /** Returns when both ranks have begun; each notes when its wait is over. */
    private long iteration(int bytes, long work, long receiversWork) {
        long start = Math.max(job.time(SENDER).nanoTime(), job.time(RECEIVER).nanoTime());
        job.compute(SENDER, start - job.time(SENDER).nanoTime());
        job.compute(RECEIVER, start - job.time(RECEIVER).nanoTime());
        job.isend(SENDER, source, bytes, RECEIVER);
        job.ireceive(RECEIVER, target, bytes, SENDER);
        job.compute(SENDER, work);
        job.compute(RECEIVER, receiversWork);
        for (int rank = SENDER; rank <= RECEIVER; rank++) {
            int own = rank;
            job.wait(own, 1);
            job.then(own, () -> ended[own] = job.time(own).nanoTime());
        }
        job.run();
        return start;
    }

    @Override
    public void close() {
        job.close();
        arena.close();
    }
}
