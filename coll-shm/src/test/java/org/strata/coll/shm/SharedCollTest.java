package org.strata.coll.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.base.Output;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.mca.pml.CommContext;
import org.strata.mpool.SharedPool;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.opal.op.ReduceKernel;
import org.strata.opal.op.ReduceKernels;
import org.strata.opal.progress.Sleeper;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;
import org.strata.testkit.RecordingOutput;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/** Set-up, refusal, losses, sleep and memory of the collectives in shared memory. */
class SharedCollTest {
    private static final DataLayout DOUBLE = DataLayouts.basic(8, 8);
    private static final ReduceOp SUM = new Sum(ReduceKernels.find(OpKind.SUM, NumberKind.FLOAT64));
    private static final long CELL = 8 * 1024;

    private final RecordingOutput output = new RecordingOutput();

    private record Sum(ReduceKernel kernel) implements ReduceOp {
        @Override
        public void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
            kernel.apply(inBase, in, inoutBase, inout, count);
        }

        @Override
        public boolean commutative() {
            return true;
        }
    }

    private interface Body {
        void run(FakeRank rank, FakePml pml, SharedPool pool) throws Exception;
    }

    private static void run(int size, Body body) {
        try (FakeJob job = FakeJob.of(size)) {
            List<FakePml> pmls = FakePml.of(job, 64);
            RankThreads.run(
                    job,
                    rank -> {
                        SharedPool pool = StackedColls.pool(rank);
                        try {
                            body.run(rank, pmls.get(rank.rank()), pool);
                        } finally {
                            pool.close();
                        }
                    });
        }
    }

    private static SharedCollConfig config(long memoryLimit, long stagingLimit) {
        MemberBlock block = new MemberBlock(2, (int) CELL);
        return new SharedCollConfig(40, 16, 0, block, memoryLimit, stagingLimit, "");
    }

    private Coll coll(FakeRank rank, FakePml pml, SharedPool pool, SharedCollConfig config) {
        return StackedColls.shared(rank, pml, config, "", pool, output);
    }

    private static void sums(Coll coll, CommContext comm, int count) {
        double[] data = new double[count];
        Arrays.fill(data, comm.rank() + 1);
        int rc = coll.allreduce(null, new Buf(data, 0, count, DOUBLE), SUM, comm);
        assertThat(rc).isEqualTo(Rc.OK);
        double sum = comm.size() * (comm.size() + 1) / 2.0;
        assertThat(data).containsOnly(sum);
    }

    @Test
    void aMemberWithoutMemoryMakesAllUseTheNextComponentAndSaysSoOnce() {
        run(
                3,
                (rank, pml, pool) -> {
                    // Blocks that are not used do not count: there is room for one at a time.
                    long room = config(0, 0).block().bytes();
                    SharedCollConfig config = config(rank.rank() == 1 ? 1000 : room, 1 << 20);
                    Coll coll = coll(rank, pml, pool, config);
                    for (int id = 1; id <= 3; id++) {
                        for (int count : new int[] {1, 100, 5000}) {
                            sums(coll, pml.world(id), count);
                        }
                    }
                    coll.close();
                });
        assertThat(output.warnings())
                .singleElement()
                .asString()
                .contains("rank 1 on node0")
                .contains("coll_shm_memory_limit");
        assertThat(output.verbose()).noneMatch(line -> line.contains("ranks: barrier"));
    }

    @Test
    void rankZeroOfACommunicatorShowsTheRulesInForce() {
        run(
                2,
                (rank, pml, pool) -> {
                    Coll coll = coll(rank, pml, pool, config(1 << 20, 1 << 20));
                    assertThat(coll.barrier(pml.world(5))).isEqualTo(Rc.OK);
                    coll.close();
                });
        assertThat(output.verbose()).contains("shm: communicator 0.5 of 2 ranks: barrier: cells");
        assertThat(output.warnings()).isEmpty();
    }

    /** Members that would go different ways wait for each other for ever: all use the next one. */
    @Test
    void membersWithDifferentRulesUseTheNextComponentAndSaySoOnce() {
        run(
                2,
                (rank, pml, pool) -> {
                    SharedWay way = rank.rank() == 0 ? SharedWay.NEXT : SharedWay.CELLS;
                    String rules = SharedCollContract.always(way);
                    SharedCollConfig config = config(1 << 20, 1 << 20);
                    Coll coll = StackedColls.shared(rank, pml, config, rules, pool, output);
                    for (int id = 1; id <= 3; id++) {
                        sums(coll, pml.world(id), 100);
                    }
                    coll.close();
                });
        assertThat(output.warnings())
                .singleElement()
                .asString()
                .contains("different rules")
                .contains("rank 0 on node0");
    }

    /** A peer may have opened the communicator, and store to this member's block. */
    @Test
    void aBlockThatAPeerMayUseIsNotReturnedToThePool() {
        run(
                2,
                (rank, pml, pool) -> {
                    SharedCollConfig config = config(1 << 20, 1 << 20);
                    MappableBlock first = pool.allocate(config.block().bytes());
                    long place = first.address();
                    first.release();
                    Coll below = StackedColls.tuned(rank, pml, output);
                    int[] calls = {0};
                    InvocationHandler losing =
                            (proxy, method, args) -> {
                                Object rc = method.invoke(below, args);
                                boolean lost = rank.rank() == 1 && ++calls[0] == 2;
                                return lost ? Rc.PEER_FAILED : rc;
                            };
                    Coll next =
                            (Coll)
                                    Proxy.newProxyInstance(
                                            Coll.class.getClassLoader(),
                                            new Class<?>[] {Coll.class},
                                            losing);
                    SharedSetUp setUp =
                            StackedColls.setUp(rank, config, SharedRules.builtIn(), pool, output);
                    SharedState state = new SharedState(this);
                    boolean ready = setUp.ready(state, pml.world(1), next);
                    assertThat(ready).isEqualTo(rank.rank() == 0);
                    assertThat(setUp.ready(state, pml.world(1), next)).isFalse();
                    MappableBlock second = pool.allocate(config.block().bytes());
                    assertThat(second.address()).isNotEqualTo(place);
                    setUp.close();
                });
    }

    /** One member has no staging memory: every member hands long vectors on. */
    @Test
    void aMemberWithoutStagingMemoryMakesAllHandOn() {
        run(
                3,
                (rank, pml, pool) -> {
                    long staging = rank.rank() == 2 ? 0 : 1 << 20;
                    Coll coll = coll(rank, pml, pool, config(1 << 20, staging));
                    CommContext comm = pml.world(1);
                    for (int root = 0; root < 3; root++) {
                        sums(coll, comm, 5000);
                        double[] data = new double[4000];
                        Arrays.fill(data, comm.rank() == root ? 7 : 0);
                        Buf buf = new Buf(data, 0, 4000, DOUBLE);
                        assertThat(coll.bcast(buf, root, comm)).isEqualTo(Rc.OK);
                        assertThat(data).containsOnly(7);
                        sums(coll, comm, 10);
                    }
                    coll.close();
                });
    }

    @Test
    void differentLengthsAreTruncation() {
        run(
                2,
                (rank, pml, pool) -> {
                    Coll coll = coll(rank, pml, pool, config(1 << 20, 1 << 20));
                    CommContext comm = pml.world(1);
                    int count = 10 + rank.rank();
                    double[] data = new double[count];
                    Buf buf = new Buf(data, 0, count, DOUBLE);
                    assertThat(coll.allreduce(null, buf, SUM, comm)).isEqualTo(Rc.TRUNCATED);
                    int expected = rank.rank() == 0 ? Rc.TRUNCATED : Rc.OK;
                    assertThat(coll.bcast(buf, 1, comm)).isEqualTo(expected);
                    Buf all = new Buf(new double[2 * count], 0, count, DOUBLE);
                    assertThat(coll.gather(buf, all, 0, comm)).isEqualTo(expected);
                    assertThat(coll.gather(buf, all, 1, comm)).isEqualTo(Rc.OK);
                    assertThat(coll.scatter(all, buf, 0, comm)).isEqualTo(Rc.OK);
                    assertThat(coll.scatter(all, buf, 1, comm)).isEqualTo(expected);
                    sums(coll, comm, 10);
                    coll.close();
                });
    }

    /**
     * One member's length fits a cell, the other's goes direct: the cell holds data where the other
     * member looks for a place, which must not be followed.
     */
    @Test
    void lengthsThatGoDifferentWaysAreTruncation() {
        run(
                2,
                (rank, pml, pool) -> {
                    Coll coll = coll(rank, pml, pool, config(1 << 20, 1 << 20));
                    CommContext comm = pml.world(1);
                    for (int round = 0; round < 2; round++) {
                        int count = rank.rank() == round ? 4 : 5000;
                        double[] data = new double[2 * count];
                        Buf buf = new Buf(data, 0, count, DOUBLE);
                        // The root's zeros would be a place: file 0, position 0.
                        assertThat(coll.bcast(buf, 0, comm))
                                .isEqualTo(rank.rank() == 0 ? Rc.OK : Rc.TRUNCATED);
                        Arrays.fill(data, 1);
                        assertThat(coll.allreduce(null, buf, SUM, comm)).isEqualTo(Rc.TRUNCATED);
                        assertThat(coll.allgather(buf, buf, comm)).isEqualTo(Rc.TRUNCATED);
                        assertThat(coll.alltoall(buf, buf, comm)).isEqualTo(Rc.TRUNCATED);
                        Buf other = new Buf(new double[count], 0, count, DOUBLE);
                        int reduced = coll.reduce(buf, other, SUM, 1, comm);
                        boolean waits = count == 5000 || rank.rank() == 1;
                        assertThat(reduced).isEqualTo(waits ? Rc.TRUNCATED : Rc.OK);
                        assertThat(data).containsOnly(1);
                        sums(coll, comm, 10);
                        sums(coll, comm, 5000);
                    }
                    coll.close();
                });
    }

    /** An operation that writes to its input changes no other member's result. */
    @Test
    void anOperationMayWriteToItsInput() {
        run(
                3,
                (rank, pml, pool) -> {
                    Coll coll = coll(rank, pml, pool, config(1 << 20, 1 << 20));
                    CommContext comm = pml.world(1);
                    for (int count : new int[] {1, 500, 5000}) {
                        for (int round = 0; round < 20; round++) {
                            double[] in = new double[count];
                            double[] out = new double[count];
                            Arrays.fill(in, rank.rank() + 1);
                            Buf input = new Buf(in, 0, count, DOUBLE);
                            Buf result = new Buf(out, 0, count, DOUBLE);
                            assertThat(coll.allreduce(input, result, new Scribble(), comm))
                                    .isEqualTo(Rc.OK);
                            assertThat(out).containsOnly(6);
                            assertThat(in).containsOnly(rank.rank() + 1);
                        }
                    }
                    coll.close();
                });
    }

    /** The same call gives the same bits, the first time and later. */
    @Test
    void theFirstSumsHaveTheBitsOfLaterOnes() {
        double[] parts = {1, 1e16, -1e16, 1};
        run(
                4,
                (rank, pml, pool) -> {
                    SharedCollConfig config = StackedColls.config(2, 4, (int) CELL);
                    Coll coll = coll(rank, pml, pool, config);
                    CommContext comm = pml.world(1);
                    double[] sums = new double[5];
                    for (int i = 0; i < sums.length; i++) {
                        double[] in = {parts[rank.rank()]};
                        Buf result = new Buf(sums, i * (long) Double.BYTES, 1, DOUBLE);
                        Buf input = new Buf(in, 0, 1, DOUBLE);
                        assertThat(coll.allreduce(input, result, SUM, comm)).isEqualTo(Rc.OK);
                    }
                    assertThat(sums).containsOnly(sums[0]);
                    coll.close();
                });
    }

    /** The same call gives the same bits, whether there is memory for staging or not. */
    @Test
    void sumsWithoutStagingMemoryHaveTheSameBits() {
        run(
                4,
                (rank, pml, pool) -> {
                    for (int count : new int[] {5_000, 300_001}) {
                        double[] most = sums(rank, pml, pool, 16 << 20, count);
                        assertThat(sums(rank, pml, pool, 2 << 20, count)).isEqualTo(most);
                        int staging = rank.rank() == 2 ? 0 : 16 << 20;
                        assertThat(sums(rank, pml, pool, staging, count)).isEqualTo(most);
                    }
                });
    }

    /** Returns the results of all reductions, one after the other. */
    private double[] sums(FakeRank rank, FakePml pml, SharedPool pool, int staging, int count) {
        Coll coll = coll(rank, pml, pool, config(1 << 20, staging));
        CommContext comm = pml.world(1);
        double[] in = new double[count];
        Random random = new Random(rank.rank());
        Arrays.setAll(in, i -> random.nextGaussian() * Math.pow(10, random.nextInt(20)));
        double[] out = new double[3 * count];
        Buf input = new Buf(in, 0, count, DOUBLE);
        Buf result = new Buf(out, 0, count, DOUBLE);
        assertThat(coll.allreduce(input, result, SUM, comm)).isEqualTo(Rc.OK);
        result = new Buf(out, count * 8L, count, DOUBLE);
        assertThat(coll.reduce(input, result, SUM, 1, comm)).isEqualTo(Rc.OK);
        int part = count / 4;
        int[] counts = {part - 7, part, part + 7, count - 3 * part};
        result = new Buf(out, count * 16L, counts[rank.rank()], DOUBLE);
        assertThat(coll.reduceScatter(input, result, counts, SUM, comm)).isEqualTo(Rc.OK);
        coll.removeComm(comm);
        coll.close();
        return out;
    }

    /** Adds, then overwrites its input. */
    private static final class Scribble implements ReduceOp {
        @Override
        public void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
            SUM.apply(inBase, in, inoutBase, inout, count);
            Memory.zero(in, count * Double.BYTES);
        }

        @Override
        public boolean commutative() {
            return true;
        }

        @Override
        public boolean writesInput() {
            return true;
        }
    }

    /** A lost member ends the wait of a rank that sleeps for it, and every later collective. */
    @Test
    void aLostMemberEndsTheOthersWaits() {
        CountDownLatch ready = new CountDownLatch(2);
        run(
                3,
                (rank, pml, pool) -> {
                    Coll coll = coll(rank, pml, pool, config(1 << 20, 1 << 20));
                    CommContext comm = pml.world(1);
                    sums(coll, comm, 10);
                    if (rank.rank() == 2) {
                        ready.await(60, TimeUnit.SECONDS);
                        for (FakeRank other : rank.job().ranks()) {
                            other.proc(2).fail("it was killed");
                            other.engine().wake();
                        }
                        return;
                    }
                    ready.countDown();
                    assertThat(coll.barrier(comm)).isEqualTo(Rc.PEER_FAILED);
                    double[] data = new double[4000];
                    Buf buf = new Buf(data, 0, 4000, DOUBLE);
                    assertThat(coll.allreduce(null, buf, SUM, comm)).isEqualTo(Rc.PEER_FAILED);
                    assertThat(coll.barrier(comm)).isEqualTo(Rc.PEER_FAILED);
                });
    }

    /**
     * A member that comes late rings the one that sleeps, and sends no message: a message that
     * arrived after the communicator was freed would reach the next one with the same id.
     */
    @Test
    void sleepersAreRungWithoutAMessage() {
        MemorySegment words = Arena.global().allocate(2 * 128, 128);
        CyclicBarrier rounds = new CyclicBarrier(2);
        run(
                2,
                (rank, pml, pool) -> {
                    MemorySegment own = words.asSlice(rank.rank() * 128L, Integer.BYTES);
                    rank.sleeper().relocate(own, peer -> words.address() + peer * 128L);
                    Coll coll = coll(rank, pml, pool, config(1 << 20, 1 << 20));
                    CommContext comm = pml.world(1);
                    sums(coll, comm, 10);
                    rounds.await();
                    int sent = pml.sent();
                    for (int round = 0; round < 50; round++) {
                        if (rank.rank() == 0) {
                            assertThat(coll.barrier(comm)).isEqualTo(Rc.OK);
                        } else {
                            while (Memory.getIntAcquire(words.address()) == Sleeper.AWAKE) {
                                Thread.yield();
                            }
                            assertThat(coll.barrier(comm)).isEqualTo(Rc.OK);
                            int state = Memory.getIntAcquire(words.address());
                            assertThat(state).isEqualTo(Sleeper.AWAKE);
                        }
                        rounds.await();
                    }
                    assertThat(pml.sent()).isEqualTo(sent);
                    coll.removeComm(comm);
                    rounds.await();
                    assertThat(pml.unmatched()).isZero();
                    coll.close();
                });
    }

    /** What a peer stores is never followed out of its files. */
    @Test
    void placesOutsideOfAPeersFilesAreRefused() {
        run(
                2,
                (rank, pml, pool) -> {
                    Coll coll = coll(rank, pml, pool, config(1 << 20, 1 << 20));
                    sums(coll, pml.world(1), 10);
                    int peer = 1 - rank.rank();
                    long size = 4 << 20;
                    assertThat(pool.reach(peer, 0, 0, size)).isNotZero();
                    assertThat(pool.reach(peer, 0, 8, size)).isZero();
                    assertThat(pool.reach(peer, 0, -8, 16)).isZero();
                    assertThat(pool.reach(peer, 0, 0, -1)).isZero();
                    assertThat(pool.reach(peer, 0, Long.MAX_VALUE - 8, 16)).isZero();
                    assertThat(pool.reach(peer, -1, 0, 8)).isZero();
                    assertThat(pool.reach(peer, 1, 0, 8)).isZero();
                    assertThat(pool.reach(peer, 1L << 40, 0, 8)).isZero();
                    sums(coll, pml.world(1), 10);
                    coll.close();
                });
    }

    /** The pool gets all memory back; the staging keeps what it has. */
    @Test
    void freedCommunicatorsReturnTheirMemory() {
        run(
                2,
                (rank, pml, pool) -> {
                    Coll coll = coll(rank, pml, pool, config(1 << 20, 1 << 20));
                    for (int id = 1; id <= 300; id++) {
                        CommContext comm = pml.world(id);
                        sums(coll, comm, 10);
                        coll.removeComm(comm);
                    }
                    sums(coll, pml.world(301), 10);
                    coll.close();
                });
        // 300 blocks would need 5 MiB, more than the limit of 1 MiB.
        assertThat(output.warnings()).isEmpty();
    }

    @Test
    void gaplessBuffersAllocateNothing() {
        run(
                2,
                (rank, pml, pool) -> {
                    Coll coll = coll(rank, pml, pool, config(1 << 20, 1 << 20));
                    CommContext comm = pml.world(1);
                    long memory = pool.allocate(1 << 20).address();
                    for (long count : new long[] {1, 60, 500, 20_000}) {
                        Buf in = new Buf(null, memory, count, DOUBLE);
                        Buf out = new Buf(null, memory + (1 << 18), count, DOUBLE);
                        Memory.zero(memory, 1 << 20);
                        long[] bytes = {Long.MAX_VALUE};
                        for (int tries = 0; tries < 4000 && bytes[0] > 0; tries++) {
                            bytes[0] = Math.min(bytes[0], allocated(coll, comm, in, out));
                            // Both leave the loop in the same round.
                            long[] most = {bytes[0]};
                            Buf agreed = new Buf(most, 0, 1, DOUBLE);
                            coll.allreduce(null, agreed, new Most(), comm);
                            bytes[0] = most[0];
                        }
                        assertThat(bytes[0]).as(count + " elements").isZero();
                    }
                    coll.close();
                });
    }

    /** The larger of longs. */
    private static final class Most implements ReduceOp {
        @Override
        public void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
            long[] a = new long[1];
            long[] b = new long[1];
            Memory.copy(inBase, in, a, 0, Long.BYTES);
            Memory.copy(inoutBase, inout, b, 0, Long.BYTES);
            b[0] = Math.max(a[0], b[0]);
            Memory.copy(b, 0, inoutBase, inout, Long.BYTES);
        }

        @Override
        public boolean commutative() {
            return true;
        }
    }

    /**
     * Few, so that a round in which no wait has to sleep, which takes memory, comes soon on crowded
     * cores, too.
     */
    private static final int ROUNDS = 4;

    private static long allocated(Coll coll, CommContext comm, Buf in, Buf out) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        int rc = Rc.OK;
        for (int i = 0; i < ROUNDS; i++) {
            rc |= coll.barrier(comm);
            rc |= coll.bcast(in, i % 2, comm);
            rc |= coll.reduce(in, out, SUM, i % 2, comm);
            rc |= coll.allreduce(in, out, SUM, comm);
            rc |= coll.allgather(in, out, comm);
            rc |= coll.alltoall(in, out, comm);
            rc |= coll.reduceScatterBlock(in, out, SUM, comm);
            if (2 * in.size() < CELL) {
                rc |= coll.gather(in, out, i % 2, comm);
                rc |= coll.scatter(in, out, i % 2, comm);
            }
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(rc).isEqualTo(Rc.OK);
        return bytes;
    }

    @Test
    void aRankAloneOnItsNodeAndAJobWithoutPoolDoWithout() {
        try (FakeJob job = FakeJob.onHosts("a", "b", "b")) {
            Output none = output;
            Coll below = StackedColls.tuned(job.rank(0), FakePml.of(job, 0).getFirst(), none);
            for (int rank = 0; rank < 2; rank++) {
                SharedCollComponent component =
                        new SharedCollComponent(
                                config(1 << 20, 0),
                                job.rank(rank).environment(),
                                job.rank(rank).engine(),
                                none,
                                rank == 0 ? StackedColls.pool(job.rank(0)) : null);
                assertThat(component.coll(null, below)).isSameAs(below);
                assertThat(component.coll(null, null)).isNull();
            }
        }
    }
}
