package org.strata.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.memory.Memory;
import org.strata.testkit.timed.Costs;
import org.strata.testkit.timed.TimedRank;
import org.strata.testkit.timed.TimedRank.Work;

import java.lang.foreign.Arena;
import java.util.Map;

/** Programs of ranks in virtual time: what is asserted here is computed, not measured. */
class TimedJobTest {
    private static final int BYTES = 1 << 20;
    private static final long MILLISECOND = 1_000_000;

    private final Costs costs = new AdapterTimes().costs();
    private final Arena arena = Arena.ofShared();
    private final long out = Memory.allocate(arena, BYTES, 4096);
    private final long in = Memory.allocate(arena, BYTES, 4096);

    @AfterEach
    void close() {
        arena.close();
    }

    /** A receiver that computes posts no receives: the sender is refused, and nothing is lost. */
    @ParameterizedTest
    @ValueSource(strings = {"S", "X"})
    void aReceiverThatIsNotReadyDelaysItsSenders(String type) {
        String queues = type + ",12288,4,3,64,4:" + type + ",65536,4,3,64,4";
        Map<String, String> options =
                Map.of(
                        "btl_openib_receive_queues", queues,
                        "btl_openib_srq_share_min", "64",
                        "pml_ob1_rdma_protocol", "copy");
        try (TimedJob job = new TimedJob(3, costs, 1, options)) {
            job.send(1, out, 8, 0);
            job.receive(0, in, 8, 1);
            job.send(2, out, 8, 0);
            job.receive(0, in, 8, 2);
            job.run();
            long before = job.time(0).nanoTime();
            job.compute(0, MILLISECOND);
            for (int i = 0; i < 32; i++) {
                Memory.putLong(out + 8L * i, i);
                job.isend(1, out + 8L * i, 8, 0);
                job.receive(0, in + 8L * i, 8, 1);
                job.isend(2, out + 8L * i, 8, 0);
                job.receive(0, in + 8L * i, 8, 2);
            }
            job.wait(1, 32);
            job.wait(2, 32);
            job.run();
            assertThat(job.refusals()).isPositive();
            assertThat(job.time(0).nanoTime() - before).isGreaterThan(MILLISECOND);
            assertThat(job.time(0).spent(Work.COMPUTE)).isEqualTo(MILLISECOND);
            for (int i = 0; i < 32; i++) {
                assertThat(Memory.getLong(in + 8L * i)).isEqualTo(i);
            }
        }
    }

    /** The receiver's own adapter takes no part of its processor: a get overlaps with its work. */
    @Test
    void operationsGoOnWhileTheRankComputes() {
        try (TimedJob job = new TimedJob(2, costs, 1, Map.of("pml_ob1_rdma_protocol", "rget"))) {
            double wire = BYTES * costs.wireByte();
            job.send(0, out, BYTES, 1);
            job.receive(1, in, BYTES, 0);
            job.run();
            long before = job.time(1).nanoTime();
            job.isend(0, out, BYTES, 1);
            job.wait(0, 1);
            job.ireceive(1, in, BYTES, 0);
            job.then(1, () -> {});
            job.compute(1, Math.round(wire));
            job.wait(1, 1);
            job.run();
            double both = job.time(1).nanoTime() - before;
            // Nothing moves before the computing rank has seen the request: P5's point.
            assertThat(both).isBetween(wire, 2.5 * wire);
        }
    }

    /** A short message is slower by what its receive request costs than the same as a write. */
    @Test
    void aReceiveRequestCostsItsTime() {
        assertThat(latency(costs)).isGreaterThan(latency(withoutReceiveLatency()) + 1.4e3);
    }

    private static Costs withoutReceiveLatency() {
        return new AdapterTimes().with(AdapterTimes.Input.RECEIVE_LATENCY, 0).costs();
    }

    /** The copy into a mirror takes time only where the model says so. */
    @Test
    void aMirrorsCopyIsAnInput() {
        AdapterTimes times = new AdapterTimes();
        AdapterTimes free = times.with(AdapterTimes.Input.MIRROR_COPY, 0);
        // A packet of 8 bytes with its header, 1200 MB/s.
        double nanos = copies(times, RingDesign.FIXED_TOP) - copies(free, RingDesign.FIXED_TOP);
        assertThat(nanos).isBetween(15.0, 60.0);
        assertThat(copies(free, RingDesign.FIXED_BOTTOM))
                .isEqualTo(copies(times, RingDesign.FIXED_BOTTOM));
        // Marks are taken out again.
        assertThat(copies(free, RingDesign.FIXED_GUARDED))
                .isGreaterThan(copies(free, RingDesign.FIXED_TOP) + 15);
    }

    /** Returns the nanoseconds of copies that a message and one back take of a rank. */
    private double copies(AdapterTimes times, RingDesign design) {
        Map<String, String> parameters = design.parameters(1);
        parameters.put("btl_openib_eager_rdma_threshold", "1");
        try (TimedJob job = new TimedJob(2, times.costs(), 1, parameters)) {
            pingPong(job, 40);
            job.run();
            long before = job.time(0).spent(TimedRank.Work.COPY);
            pingPong(job, 10);
            job.run();
            return (job.time(0).spent(TimedRank.Work.COPY) - before) / 10.0;
        }
    }

    private double latency(Costs of) {
        try (TimedJob job = new TimedJob(2, of, 1, Map.of())) {
            pingPong(job, 4);
            job.run();
            long before = job.time(0).nanoTime();
            pingPong(job, 10);
            job.run();
            return (job.time(0).nanoTime() - before) / 20.0;
        }
    }

    private void pingPong(TimedJob job, int times) {
        for (int i = 0; i < times; i++) {
            job.send(0, out, 8, 1);
            job.receive(1, in, 8, 0);
            job.send(1, out, 8, 0);
            job.receive(0, in, 8, 1);
        }
    }
}
