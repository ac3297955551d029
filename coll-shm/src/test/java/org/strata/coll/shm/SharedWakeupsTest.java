package org.strata.coll.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.coll.Coll;
import org.strata.mca.pml.CommContext;
import org.strata.mpool.SharedPool;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.progress.IdlePolicy;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;
import org.strata.testkit.RecordingOutput;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Members that sleep as soon as they wait: whoever makes a step rings, and nobody is late. */
@Timeout(180)
class SharedWakeupsTest {
    private static final DataLayout DOUBLE = DataLayouts.basic(8, 8);
    private static final int ROUNDS = 150;
    private static final int WORD_DISTANCE = 128;

    @ParameterizedTest
    @CsvSource({"2, CELLS, false", "3, CELLS, false", "3, DIRECT, false", "3, CELLS, true"})
    void nobodySleepsForTooLong(int size, SharedWay way, boolean multiple) {
        try (FakeJob job = FakeJob.of(size);
                Arena arena = Arena.ofShared()) {
            MemorySegment words = arena.allocate((long) size * WORD_DISTANCE, WORD_DISTANCE);
            List<FakePml> pmls = FakePml.of(job, 64);
            CyclicBarrier rounds = new CyclicBarrier(size);
            RankThreads.run(
                    job,
                    rank -> {
                        MemorySegment own =
                                words.asSlice((long) rank.rank() * WORD_DISTANCE, Integer.BYTES);
                        rank.sleeper()
                                .relocate(
                                        own, peer -> words.address() + (long) peer * WORD_DISTANCE);
                        rank.engine().setIdlePolicy(new IdlePolicy(0, 0, true));
                        rank.engine().setThreadMultiple(multiple);
                        SharedPool pool = StackedColls.pool(rank);
                        try {
                            run(rank, pmls.get(rank.rank()), way, pool, rounds);
                        } finally {
                            rank.sleeper().restore();
                            pool.close();
                        }
                    });
            for (FakeRank rank : job.ranks()) {
                assertThat(rank.engine().lateWakeups()).as("lost wake-ups of %s", rank).isZero();
            }
        }
    }

    private static void run(
            FakeRank rank, FakePml pml, SharedWay way, SharedPool pool, CyclicBarrier rounds)
            throws InterruptedException, BrokenBarrierException {
        RecordingOutput output = new RecordingOutput();
        Coll coll =
                StackedColls.shared(
                        rank,
                        pml,
                        StackedColls.config(0, 2, 1024),
                        SharedCollContract.always(way),
                        pool,
                        output);
        CommContext comm = pml.world(1);
        rank.engine().enter();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                double[] data = new double[1 + round % 5 * 100];
                int root = round % comm.size();
                data[0] = rank.rank() == root ? round : -1;
                assertThat(coll.bcast(new Buf(data, 0, data.length, DOUBLE), root, comm))
                        .isEqualTo(Rc.OK);
                assertThat(data[0]).isEqualTo(round);
                // The ring of a later step must not make up for one that is missing.
                rounds.await();
                assertThat(coll.barrier(comm)).isEqualTo(Rc.OK);
                rounds.await();
            }
        } finally {
            rank.engine().exit();
        }
        coll.close();
        assertThat(output.warnings()).isEmpty();
    }
}
