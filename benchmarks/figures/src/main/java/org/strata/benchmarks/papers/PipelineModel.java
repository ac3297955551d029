package org.strata.benchmarks.papers;

import org.strata.testkit.timed.Costs;
import org.strata.testkit.timed.TimedRank.Work;

import java.lang.foreign.Arena;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * P2 in virtual time: two ranks of the real protocols, whose costs are a model's. What is timed is
 * what {@link Bandwidth} times: a message and an empty one back, and giving the buffer up after its
 * last use.
 */
final class PipelineModel implements AutoCloseable {
    private static final int SENDER = 0;
    private static final int RECEIVER = 1;
    private static final int WARM = 3;

    /**
     * Where buffers begin in what segments are aligned to: somewhere else on each side, as in
     * general, but the same in every run.
     */
    private static final long ALIGNMENT = 16 << 20;

    private static final long SOURCE_OFFSET = 256 << 10;
    private static final long TARGET_OFFSET = 640 << 10;

    private final boolean givesUp;
    private final Arena arena = Arena.ofShared();
    private final TimedJob job;
    private final long source;
    private final long target;
    private final long sourceBack;
    private final long targetBack;

    /**
     * What some messages took.
     *
     * @param bytes of all of them
     * @param nanos from the first one's beginning to the last one's end, at the sender
     * @param busy nanoseconds in which the sender's ports moved data, summed over ports
     * @param spent nanoseconds of work, sender's then receiver's, by {@link Work}
     */
    record Cost(long bytes, long nanos, long busy, long[] spent) {
        double megabytesPerSecond() {
            return bytes * 1e3 / nanos;
        }

        /** Returns the share of the time in which the ports moved data, percent. */
        double utilisation(int ports) {
            return 100.0 * busy / nanos / ports;
        }

        /** Returns the microseconds of some work in a rank, 0 or 1. */
        double micros(int rank, Work work) {
            return spent[rank * Work.values().length + work.ordinal()] / 1e3;
        }

        private Cost minus(Cost earlier) {
            return combine(earlier, -1);
        }

        private Cost plus(Cost more) {
            return combine(more, 1);
        }

        private Cost combine(Cost other, int sign) {
            long[] sum = new long[spent.length];
            for (int i = 0; i < spent.length; i++) {
                sum[i] = spent[i] + sign * other.spent[i];
            }
            return new Cost(
                    bytes + sign * other.bytes,
                    nanos + sign * other.nanos,
                    busy + sign * other.busy,
                    sum);
        }
    }

    /**
     * @param protocol value of pml_ob1_rdma_protocol
     * @param ports of each rank
     * @param givesUp whether a buffer that does not come again is given up within the time
     * @param parameters of the stack, by Open MPI's names
     * @param largest bytes of the largest message
     */
    PipelineModel(
            String protocol,
            Costs costs,
            int ports,
            boolean givesUp,
            Map<String, String> parameters,
            int largest) {
        this.givesUp = givesUp;
        Map<String, String> all = new LinkedHashMap<>();
        all.putAll(PipelinePaper.parameters(protocol));
        all.put("btl_openib_use_eager_rdma", "0");
        all.putAll(parameters);
        job = new TimedJob(2, costs, ports, all);
        // Whether a page is there makes no difference to the model: the same memory is new again.
        source = buffer(largest, SOURCE_OFFSET);
        target = buffer(largest, TARGET_OFFSET);
        sourceBack = buffer(largest, TARGET_OFFSET);
        targetBack = buffer(largest, SOURCE_OFFSET);
        for (int i = 0; i < WARM; i++) {
            move(largest);
            giveUp(largest);
        }
        move(0);
        job.run();
    }

    private long buffer(int bytes, long offset) {
        return arena.allocate(bytes + offset, ALIGNMENT).address() + offset;
    }

    private void move(int bytes) {
        job.send(SENDER, source, bytes, RECEIVER);
        job.receive(SENDER, source, 0, RECEIVER);
        job.receive(RECEIVER, target, bytes, SENDER);
        job.send(RECEIVER, target, 0, SENDER);
    }

    private void giveUp(int bytes) {
        job.giveUp(SENDER, source, bytes);
        job.giveUp(RECEIVER, target, bytes);
    }

    private Cost now(long bytes) {
        Work[] kinds = Work.values();
        long[] spent = new long[2 * kinds.length];
        for (Work kind : kinds) {
            spent[kind.ordinal()] = job.time(SENDER).spent(kind);
            spent[kinds.length + kind.ordinal()] = job.time(RECEIVER).spent(kind);
        }
        return new Cost(bytes, job.time(SENDER).nanoTime(), job.busy(SENDER), spent);
    }

    /** Both ranks have nothing left to do: nobody's time counts for the other. */
    private void meet() {
        move(0);
        move(0);
    }

    /** Sends messages from buffers of which none is used twice. */
    Cost withoutReuse(int bytes, int messages) {
        Stopwatch watch = new Stopwatch();
        meet();
        for (int i = 0; i < messages; i++) {
            job.then(SENDER, watch::start);
            move(bytes);
            if (givesUp) {
                giveUp(bytes);
                job.then(SENDER, () -> watch.stop(bytes));
            } else {
                job.then(SENDER, () -> watch.stop(bytes));
                giveUp(bytes);
                meet();
            }
        }
        job.run();
        return watch.total;
    }

    /** Uses a buffer again and again; returns the cost of the first 1, 2, ... uses. */
    Cost[] withReuse(int bytes, int uses) {
        Cost[] costs = new Cost[uses];
        Stopwatch watch = new Stopwatch();
        Stopwatch last = new Stopwatch();
        meet();
        for (int i = 0; i < uses; i++) {
            int use = i;
            job.then(SENDER, watch::start);
            move(bytes);
            job.then(SENDER, () -> costs[use] = watch.stop(bytes));
        }
        job.then(SENDER, last::start);
        giveUp(bytes);
        job.then(SENDER, () -> last.stop(0));
        job.run();
        for (int i = 0; givesUp && i < uses; i++) {
            costs[i] = costs[i].plus(last.total);
        }
        return costs;
    }

    /** Sends messages both ways at once; the cost counts the bytes of both. */
    Cost bothWays(int bytes, int messages, boolean reuse) {
        Stopwatch watch = new Stopwatch();
        if (reuse) {
            exchange(bytes);
        }
        meet();
        for (int i = 0; i < messages; i++) {
            job.then(SENDER, watch::start);
            exchange(bytes);
            if (!reuse) {
                giveUp(bytes);
                job.giveUp(RECEIVER, sourceBack, bytes);
                job.giveUp(SENDER, targetBack, bytes);
            }
            job.then(SENDER, () -> watch.stop(2L * bytes));
        }
        job.run();
        return watch.total;
    }

    private void exchange(int bytes) {
        job.exchange(SENDER, source, targetBack, bytes, RECEIVER);
        job.exchange(RECEIVER, sourceBack, target, bytes, SENDER);
    }

    /** Returns half the time of an empty message and one back, nanoseconds. */
    double latency() {
        Stopwatch watch = new Stopwatch();
        meet();
        job.then(SENDER, watch::start);
        meet();
        job.then(SENDER, () -> watch.stop(0));
        job.run();
        return watch.total.nanos / 4.0;
    }

    @Override
    public void close() {
        job.close();
        arena.close();
    }

    /** Sums up what goes by between its starts and stops. */
    private final class Stopwatch {
        private Cost total = new Cost(0, 0, 0, new long[2 * Work.values().length]);
        private Cost began;

        void start() {
            began = now(0);
        }

        Cost stop(long bytes) {
            total = total.plus(now(bytes).minus(began));
            return total;
        }
    }
}
