package org.strata.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** P3's collectives in virtual time: what is asserted here is computed, not measured. */
class CollectiveModelTest {
    private static final int CALLS = 8;
    private static final int BYTES = 64;

    private final SimulatedCollectives paper = new SimulatedFast().collectives();

    /** What takes its time is the real algorithm, whose result everybody has. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 8})
    void everyRankHasTheResult(int ranks) {
        try (CollectiveModel model = paper.model(true, ranks)) {
            long sum = 0;
            for (int rank = 0; rank < ranks; rank++) {
                model.put(rank, 0, 1L << rank);
                model.put(rank, BYTES / Long.BYTES - 1, rank);
                sum += rank;
            }
            model.allreduce(BYTES, 1);
            for (int rank = 0; rank < ranks; rank++) {
                assertThat(model.result(rank, 0)).isEqualTo((1L << ranks) - 1);
                assertThat(model.result(rank, BYTES / Long.BYTES - 1)).isEqualTo(sum);
            }
            model.broadcast(BYTES, 1);
            for (int rank = 0; rank < ranks; rank++) {
                assertThat(model.get(rank, 0)).isEqualTo(1);
                assertThat(model.get(rank, BYTES / Long.BYTES - 1)).isZero();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void ringsMakeEveryShortCollectiveFaster(int ranks) {
        try (CollectiveModel queues = paper.model(false, ranks);
                CollectiveModel rings = paper.model(true, ranks)) {
            assertThat(rings.barrier(CALLS)).isLessThan(0.9 * queues.barrier(CALLS));
            assertThat(rings.allreduce(8, CALLS)).isLessThan(0.9 * queues.allreduce(8, CALLS));
            assertThat(rings.broadcast(8, CALLS)).isLessThan(0.9 * queues.broadcast(8, CALLS));
            assertThat(queues.use().rings()).isZero();
            FastUse before = rings.use();
            rings.allreduce(8, CALLS);
            assertThat(rings.use().since(before).share()).isEqualTo(100.0);
        }
    }

    /** Each doubling of the ranks is one more round of dissemination. */
    @Test
    void aBarrierGrowsByTheLogarithm() {
        try (CollectiveModel two = paper.model(true, 2);
                CollectiveModel eight = paper.model(true, 8)) {
            double round = two.barrier(CALLS);
            assertThat(eight.barrier(CALLS)).isBetween(2.5 * round, 3.5 * round);
        }
    }
}
