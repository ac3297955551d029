package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.coll.base.Scratch;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollRequest;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;
import org.strata.testkit.coll.CollOp;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The life of a recorded collective. */
class ScheduleTest {
    private static final DataLayout PAIR = DataLayouts.basic(2, 2);
    private static final int COUNT = 50;

    /** What a rank does. */
    @FunctionalInterface
    private interface Play {
        void run(FakeRank rank, Coll coll, CommContext comm) throws Exception;
    }

    private static void play(int size, boolean ownThread, Play play) {
        try (FakeJob job = FakeJob.of(size)) {
            List<FakePml> pmls = FakePml.of(job, 16);
            RankThreads.run(
                    job,
                    rank -> {
                        FakePml pml = pmls.get(rank.rank());
                        Scratch scratch = new Scratch(1 << 20);
                        Rules rules = TestRules.builtIn();
                        Coll coll = TestColls.of(pml, rank.engine(), scratch, rules, ownThread);
                        play.run(rank, coll, pml.world(3));
                        coll.close();
                    });
            pmls.forEach(pml -> assertThat(pml.unmatched()).isZero());
        }
    }

    private static Buf elements(byte[] data) {
        return new Buf(data, 0, COUNT, PAIR);
    }

    private static byte[] filled(int value) {
        byte[] data = new byte[2 * COUNT];
        Arrays.fill(data, (byte) value);
        return data;
    }

    @Test
    void aRepeatableOneReadsItsBuffersAtEveryStart() {
        play(
                3,
                false,
                (rank, coll, comm) -> {
                    byte[] in = filled(0);
                    byte[] out = filled(0);
                    Buf from = elements(in);
                    Buf into = elements(out);
                    CollOp sum = new CollOp(PAIR, true);
                    CollRequest request =
                            coll.record(c -> c.allreduce(from, into, sum, comm), true, comm);
                    assertThat(request.isDone()).isTrue();
                    for (int round = 1; round < 20; round++) {
                        Arrays.fill(in, (byte) (round + rank.rank()));
                        request.start();
                        rank.engine().waitFor(request);
                        request.release();
                        assertThat(request.error).isEqualTo(Rc.OK);
                        assertThat(out).containsOnly((byte) (3 * round + 3));
                        assertThat(comm.operations()).isZero();
                    }
                });
    }

    /** The engine knows nothing of schedules when none is under way. */
    @Test
    void withoutScheduleNothingIsPolled() {
        play(
                2,
                false,
                (rank, coll, comm) -> {
                    for (int round = 0; round < 3; round++) {
                        CollRequest request = coll.record(c -> c.barrier(comm), false, comm);
                        request.start();
                        rank.engine().waitFor(request);
                        request.release();
                        assertThat(rank.engine().progress()).isZero();
                    }
                });
    }

    /** Fails, as a function of the program does that throws. */
    private static final class Throwing implements ReduceOp {
        private Throwable failure;

        @Override
        public void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
            failure = new IllegalStateException("on purpose");
        }

        @Override
        public boolean commutative() {
            return true;
        }

        @Override
        public Throwable failure() {
            return failure;
        }
    }

    @Test
    void anOperationThatThrowsIsReportedByItsRequest() {
        play(
                4,
                false,
                (rank, coll, comm) -> {
                    ReduceOp op = new Throwing();
                    Buf data = elements(filled(1));
                    CollRequest request =
                            coll.record(c -> c.allreduce(null, data, op, comm), false, comm);
                    request.start();
                    rank.engine().waitFor(request);
                    assertThat(request.error).isEqualTo(Rc.FUNCTION_FAILED);
                    assertThat(request.thrown()).hasMessage("on purpose");
                    request.release();
                });
    }

    /** Member 1 sends more than the root has room for. */
    @Test
    void aMessageThatIsTooLongIsReportedByTheReceiver() {
        play(
                2,
                false,
                (rank, coll, comm) -> {
                    int count = rank.rank() == 0 ? 20 : 40;
                    int[] counts = {count, count};
                    int[] places = {0, count};
                    Buf own = new Buf(new byte[2 * count], 0, count, PAIR);
                    Buf all = new Buf(new byte[4 * count], 0, 0, PAIR);
                    CollRequest request =
                            coll.record(
                                    c -> c.gatherv(own, all, counts, places, 0, comm), false, comm);
                    request.start();
                    rank.engine().waitFor(request);
                    int expected = rank.rank() == 0 ? Rc.TRUNCATED : Rc.OK;
                    assertThat(request.error).isEqualTo(expected);
                    request.release();
                });
    }

    /** The main threads make no calls into the stack while the collective is under way. */
    @Test
    void aThreadOfItsOwnExecutesIt() {
        play(
                3,
                true,
                (rank, coll, comm) -> {
                    CollOp sum = new CollOp(PAIR, true);
                    for (int round = 1; round < 10; round++) {
                        byte[] data = filled(round);
                        Buf buf = elements(data);
                        rank.engine().enter();
                        CollRequest request =
                                coll.record(c -> c.allreduce(null, buf, sum, comm), false, comm);
                        request.start();
                        rank.engine().exit();
                        for (int i = 0; i < 60_000 && !done(rank, request); i++) {
                            Thread.sleep(1);
                        }
                        assertThat(done(rank, request)).isTrue();
                        assertThat(data).containsOnly((byte) (3 * round));
                    }
                });
    }

    /** A thread that was never needed is not waited for; one that was does not outlive the job. */
    @Test
    void theThreadEndsWithTheCollectives() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        play(
                2,
                true,
                (rank, coll, comm) -> {
                    rank.engine().enter();
                    CollRequest request = coll.record(c -> c.barrier(comm), false, comm);
                    request.start();
                    rank.engine().exit();
                    progressThreads().forEach(threads::add);
                    while (!done(rank, request)) {
                        Thread.yield();
                    }
                });
        assertThat(threads).isNotEmpty();
        assertThat(threads).noneMatch(Thread::isAlive);
        play(2, true, (rank, coll, comm) -> {});
    }

    private static Stream<Thread> progressThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals("strata-coll-progress"));
    }

    private static boolean done(FakeRank rank, CollRequest request) {
        rank.engine().enter();
        try {
            return request.isDone();
        } finally {
            rank.engine().exit();
        }
    }
}
