package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.coll.base.Scratch;
import org.strata.mca.coll.Coll;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads of one rank in collectives of different communicators at the same time. */
class ThreadsTest {
    private static final int THREADS = 3;
    private static final int ROUNDS = 60;
    private static final DataLayout PAIR = DataLayouts.basic(2, 2);
    private static final TestOp OP = new TestOp(PAIR, true);

    @Test
    void shareTemporaryMemoryWithoutMixingItUp() {
        try (FakeJob job = FakeJob.of(3)) {
            List<FakePml> pmls = FakePml.of(job, 64);
            RankThreads.run(job, rank -> inThreads(rank, pmls.get(rank.rank())));
        }
    }

    private static void inThreads(FakeRank rank, FakePml pml)
            throws InterruptedException, ExecutionException {
        rank.engine().setThreadMultiple(true);
        Coll coll = new TunedColl(pml, rank.engine(), new Scratch(1 << 20), TestRules.BUILT_IN);
        try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                CommContext comm = pml.world(thread + 1);
                running.add(pool.submit(() -> rounds(rank, coll, comm)));
            }
            for (Future<?> future : running) {
                future.get();
            }
        }
    }

    private static void rounds(FakeRank rank, Coll coll, CommContext comm) {
        for (int round = 1; round <= ROUNDS; round++) {
            int count = 10 * round;
            byte[] data = new byte[2 * count];
            Arrays.fill(data, (byte) (comm.id() * round + comm.rank()));
            rank.engine().enter();
            int rc;
            try {
                rc = coll.allreduce(null, new Buf(data, 0, count, PAIR), OP, comm);
            } finally {
                rank.engine().exit();
            }
            assertThat(rc).isEqualTo(Rc.OK);
            assertThat(data).containsOnly((byte) (3 * comm.id() * round + 3));
        }
    }
}
