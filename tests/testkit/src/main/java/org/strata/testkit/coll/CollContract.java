package org.strata.testkit.coll;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.strata.mca.coll.Coll;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;
import org.strata.testkit.Seed;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** What every implementation of {@link Coll} must do. */
public abstract class CollContract {
    private static final int MOST_RANKS = 9;
    private static final int THREADS = 3;
    private static final int ROUNDS = 40;
    private static final DataLayout PAIR = DataLayouts.basic(2, 2);
    private static final DataLayout EIGHT = DataLayouts.basic(8, 8);

    @RegisterExtension final Seed seed = new Seed();

    /** Makes the collectives of a rank. */
    protected abstract Coll coll(FakeRank rank, FakePml pml);

    /** Allocates native buffers; by default in ordinary memory. */
    protected long memory(FakeRank rank, long bytes, Arena arena) {
        return arena.allocate(bytes, 8).address();
    }

    /** Returns the number of rounds of random calls per number of ranks. */
    protected int rounds() {
        return 2;
    }

    /** What a rank does with its collectives. */
    @FunctionalInterface
    protected interface Play {
        /** Runs on the rank's thread. */
        void run(FakeRank rank, FakePml pml, Coll coll) throws Exception;
    }

    /** Runs a play on all ranks of a job, and checks that no message is left. */
    protected final void play(int size, Play play) {
        try (FakeJob job = FakeJob.of(size)) {
            List<FakePml> pmls = FakePml.of(job, 64);
            RankThreads.run(
                    job,
                    rank -> {
                        FakePml pml = pmls.get(rank.rank());
                        Coll coll = coll(rank, pml);
                        play.run(rank, pml, coll);
                        coll.close();
                    });
            pmls.forEach(pml -> assertThat(pml.unmatched()).isZero());
        }
    }

    /** Returns a communicator of some ranks in an order that need not be that of the world. */
    protected static CommContext communicator(FakeRank rank, int id, List<Integer> order) {
        Proc[] peers = order.stream().map(rank::proc).toArray(Proc[]::new);
        return new CommContext(id, order.indexOf(rank.rank()), peers, rank.rank());
    }

    private static List<Integer> ranks(int size) {
        List<Integer> ranks = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            ranks.add(i);
        }
        return ranks;
    }

    @Test
    void everyCollectiveComputesTheDefinition() {
        Random random = seed.random();
        for (int size = 1; size <= MOST_RANKS; size++) {
            List<CollCase> script = script(size, random);
            List<Integer> order = ranks(size);
            Collections.shuffle(order, random);
            AtomicIntegerArray arrivals = new AtomicIntegerArray(script.size());
            play(
                    size,
                    (rank, pml, coll) -> {
                        CommContext comm = communicator(rank, 7, order);
                        for (CollCase test : script) {
                            CollRun.run(
                                    test,
                                    coll,
                                    comm,
                                    arrivals,
                                    (bytes, arena) -> memory(rank, bytes, arena));
                        }
                        coll.removeComm(comm);
                    });
        }
    }

    private List<CollCase> script(int size, Random random) {
        List<CollCase> script = new ArrayList<>();
        for (int round = 0; round < rounds(); round++) {
            for (String collective : CollCase.collectives()) {
                script.add(CollCase.random(script.size(), collective, size, random));
                script.add(CollCase.random(script.size(), collective, size, random));
                long count = 150L + random.nextInt(2500 / size);
                script.add(CollCase.random(script.size(), collective, size, count, random));
            }
        }
        Collections.shuffle(script, random);
        for (int i = 0; i < script.size(); i++) {
            script.set(i, script.get(i).at(i));
        }
        return script;
    }

    @Test
    void threadsUseDifferentCommunicatorsAtTheSameTime() {
        play(
                3,
                (rank, pml, coll) -> {
                    rank.engine().setThreadMultiple(true);
                    try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
                        List<Future<?>> running = new ArrayList<>();
                        for (int thread = 0; thread < THREADS; thread++) {
                            CommContext comm = pml.world(thread + 1);
                            running.add(pool.submit(() -> sums(rank, coll, comm)));
                        }
                        for (Future<?> future : running) {
                            future.get();
                        }
                    }
                });
    }

    private static void sums(FakeRank rank, Coll coll, CommContext comm) {
        CollOp sum = new CollOp(PAIR, true);
        for (int round = 1; round <= ROUNDS; round++) {
            int count = 10 * round;
            byte[] data = new byte[2 * count];
            Arrays.fill(data, (byte) (comm.identity() * round + comm.rank()));
            rank.engine().enter();
            try {
                int rc = coll.allreduce(null, new Buf(data, 0, count, PAIR), sum, comm);
                assertThat(rc).isEqualTo(Rc.OK);
            } finally {
                rank.engine().exit();
            }
            assertThat(data).containsOnly((byte) (3 * comm.identity() * round + 3));
        }
    }

    /** Ranks that race ahead of others must not overwrite what those have not read. */
    @Test
    void rootsRunAhead() {
        play(
                4,
                (rank, pml, coll) -> {
                    CommContext comm = pml.world(1);
                    long[] data = new long[20];
                    for (int round = 0; round < 300; round++) {
                        int root = round / 40 % 4;
                        Arrays.fill(data, comm.rank() == root ? round : -1);
                        int rc = coll.bcast(new Buf(data, 0, 20, EIGHT), root, comm);
                        assertThat(rc).isEqualTo(Rc.OK);
                        assertThat(data).containsOnly(round);
                        if (round % 17 == comm.rank()) {
                            Thread.sleep(0, 200_000);
                        }
                    }
                });
    }

    /** Communicators that come and go, and many that stay. */
    @Test
    void manyCommunicators() {
        play(
                3,
                (rank, pml, coll) -> {
                    List<CommContext> kept = new ArrayList<>();
                    CollOp sum = new CollOp(EIGHT, true);
                    for (int id = 1; id <= 200; id++) {
                        CommContext comm = communicator(rank, id, ranks(3));
                        for (int call = 0; call < 4; call++) {
                            byte[] data = new byte[80];
                            Arrays.fill(data, (byte) (id + rank.rank()));
                            int rc = coll.allreduce(null, new Buf(data, 0, 10, EIGHT), sum, comm);
                            assertThat(rc).isEqualTo(Rc.OK);
                            assertThat(data).containsOnly((byte) (3 * id + 3));
                        }
                        if (id % 3 == 0) {
                            kept.add(comm);
                        } else {
                            coll.removeComm(comm);
                        }
                    }
                    kept.forEach(coll::removeComm);
                });
    }
}
