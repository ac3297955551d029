package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.coll.base.Scratch;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollCall;
import org.strata.mca.coll.CollRequest;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.ProgressEngine;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;

/** Persistent collectives after a failure, and steps that make progress. */
class RestartedScheduleTest {
    private static final DataLayout LONG = DataLayouts.basic(8, 8);
    private static final int SIZE = 3;
    private static final int COUNT = 20;

    /** What a rank does. */
    @FunctionalInterface
    private interface Play {
        void run(FakeRank rank, Coll coll, CommContext comm) throws Exception;
    }

    private static void play(int size, Play play) {
        try (FakeJob job = FakeJob.of(size)) {
            List<FakePml> pmls = FakePml.of(job, 16);
            RankThreads.run(
                    job,
                    rank -> {
                        FakePml pml = pmls.get(rank.rank());
                        Scratch scratch = new Scratch(1 << 20);
                        Coll coll = TestColls.of(pml, rank.engine(), scratch, TestRules.builtIn());
                        play.run(rank, coll, pml.world(3));
                        coll.close();
                    });
            pmls.forEach(pml -> assertThat(pml.unmatched()).isZero());
        }
    }

    /** Adds longs; may fail as a function of the program does that throws, or poll. */
    private static final class Adding implements ReduceOp {
        private Throwable failure;
        private String message;
        private ProgressEngine polled;
        private int applications;

        @Override
        public void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
            applications++;
            failure = message == null ? null : new IllegalStateException(message);
            if (polled != null) {
                for (int i = 0; i < 10; i++) {
                    polled.progress();
                }
            }
            if (failure == null) {
                int bytes = (int) count * Long.BYTES;
                long[] terms = new long[(int) count];
                long[] sums = new long[(int) count];
                Memory.copy(inBase, in, terms, 0, bytes);
                Memory.copy(inoutBase, inout, sums, 0, bytes);
                Arrays.setAll(sums, i -> sums[i] + terms[i]);
                Memory.copy(sums, 0, inoutBase, inout, bytes);
            }
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

    private static void run(FakeRank rank, CollRequest request) {
        request.start();
        rank.engine().waitFor(request);
        request.release();
    }

    /** A failure is of the start in which it happened: the next one succeeds, or fails anew. */
    @Test
    void aFailureEndsWithItsStart() {
        play(
                SIZE,
                (rank, coll, comm) -> {
                    Adding op = new Adding();
                    long[] in = new long[COUNT];
                    long[] out = new long[COUNT];
                    Buf from = new Buf(in, 0, COUNT, LONG);
                    Buf into = new Buf(out, 0, COUNT, LONG);
                    CollRequest request =
                            coll.record(c -> c.allreduce(from, into, op, comm), true, comm);
                    for (int round = 1; round <= 12; round++) {
                        Arrays.fill(in, round);
                        op.message = round % 3 == 0 ? null : "failure " + round;
                        op.applications = 0;
                        run(rank, request);
                        if (op.message == null || op.applications == 0) {
                            assertThat(request.error).as("round %d", round).isEqualTo(Rc.OK);
                            assertThat(request.thrown()).as("round %d", round).isNull();
                        } else {
                            assertThat(request.error).isEqualTo(Rc.FUNCTION_FAILED);
                            assertThat(request.thrown()).hasMessage(op.message);
                        }
                        if (op.message == null) {
                            assertThat(out).containsOnly((long) SIZE * round);
                        }
                    }
                    request.discard();
                });
    }

    /** A collective whose recording failed does what it can, and reports that, at each start. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFailedRecordingIsReportedByEveryStart(boolean repeatable) {
        play(
                SIZE,
                (rank, coll, comm) -> {
                    CollCall failing =
                            c -> {
                                c.barrier(comm);
                                return Rc.NO_MEMORY;
                            };
                    CollRequest request = coll.record(failing, repeatable, comm);
                    for (int round = 0; round < (repeatable ? 3 : 1); round++) {
                        run(rank, request);
                        assertThat(request.error).isEqualTo(Rc.NO_MEMORY);
                        assertThat(request.thrown()).isNull();
                    }
                });
    }

    /** A step that polls executes no step a second time, of its own schedule or of others. */
    @Test
    void aStepThatPollsIsExecutedOnce() {
        int schedules = 4;
        CyclicBarrier begun = new CyclicBarrier(2);
        play(
                2,
                (rank, coll, comm) -> {
                    Adding op = new Adding();
                    op.polled = rank.engine();
                    long[][] data = new long[schedules][COUNT];
                    CollRequest[] requests = new CollRequest[schedules];
                    for (int i = 0; i < schedules; i++) {
                        Buf buf = new Buf(data[i], 0, COUNT, LONG);
                        requests[i] =
                                coll.record(c -> c.allreduce(null, buf, op, comm), true, comm);
                    }
                    for (int round = 1; round <= 10; round++) {
                        op.applications = 0;
                        // Those of the rank that starts first are executed by its progress.
                        boolean first = rank.rank() == round % 2;
                        for (int i = 0; i < schedules; i++) {
                            Arrays.fill(data[i], round + 10 * i + rank.rank());
                        }
                        if (first) {
                            start(requests);
                        }
                        begun.await();
                        if (!first) {
                            start(requests);
                        }
                        for (int i = 0; i < schedules; i++) {
                            rank.engine().waitFor(requests[i]);
                            requests[i].release();
                            assertThat(requests[i].error).isEqualTo(Rc.OK);
                            assertThat(data[i]).containsOnly(2L * (round + 10 * i) + 1);
                        }
                        assertThat(op.applications).as("round %d", round).isEqualTo(schedules);
                        assertThat(rank.engine().progress()).as("nothing is polled").isZero();
                    }
                });
    }

    private static void start(CollRequest[] requests) {
        for (CollRequest request : requests) {
            request.start();
        }
    }
}
