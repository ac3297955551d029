package org.strata.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;

/** P1's claims, in small: what a process takes depends on whom it talks to, not on the job. */
class SimulatedJobTest {
    private static long[] pairwise(int ranks, boolean shared) throws IOException {
        try (SimulatedJob job = new SimulatedJob(ranks, shared)) {
            assertThat(job.largest("registered_bytes", ranks)).as("before the first word").isZero();
            for (int rank = 0; rank + 1 < ranks; rank += 2) {
                job.exchange(rank, rank + 1, 64);
                job.exchange(rank, rank + 1, 48 << 10);
            }
            return new long[] {
                job.largest("registered_bytes", ranks),
                job.largest("queue_pairs", ranks),
                job.largest("receives", ranks)
            };
        }
    }

    @Test
    void pairwiseCostsTheSameInAnyJob() throws IOException {
        assertThat(pairwise(48, true)).isEqualTo(pairwise(4, true));
        assertThat(pairwise(48, false)).isEqualTo(pairwise(4, false));
    }

    private static long receives(int peers, boolean shared) throws IOException {
        try (SimulatedJob job = new SimulatedJob(peers + 1, shared)) {
            for (int peer = 1; peer <= peers; peer++) {
                job.exchange(0, peer, 64);
            }
            return job.largest("receives", 1);
        }
    }

    @Test
    void descriptorsOfAllToAllGrowAsTheFormulaSays() throws IOException {
        // b + k log2(n) for both queues: 8 + 16 log2(n) and 8 + 8 log2(n).
        assertThat(receives(3, true)).isEqualTo(16 + 24 * 2);
        assertThat(receives(15, true)).isEqualTo(16 + 24 * 4);
        assertThat(receives(31, true)).isEqualTo(16 + 24 * 5);
        assertThat(receives(15, false)).as("in proportion").isEqualTo(5 * receives(3, false));
    }
}
