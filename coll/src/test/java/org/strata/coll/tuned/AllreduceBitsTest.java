package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.coll.allreduce.Allreduce;
import org.strata.coll.allreduce.AllreduceAlgorithm;
import org.strata.coll.base.Algorithm;
import org.strata.coll.base.Scratch;
import org.strata.coll.bcast.BcastAlgorithm;
import org.strata.coll.tuned.Rules.Row;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.opal.op.ReduceKernel;
import org.strata.opal.op.ReduceKernels;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Users compare results of all ranks bit by bit, though floating-point sums depend on the order.
 */
class AllreduceBitsTest {
    private static final DataLayout DOUBLE = DataLayouts.basic(8, 8);
    private static final ReduceOp SUM = new Sum(ReduceKernels.find(OpKind.SUM, NumberKind.FLOAT64));

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

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9})
    void allRanksGetTheSameBits(int size) {
        Map<String, double[]> first = new ConcurrentHashMap<>();
        run(
                size,
                (rank, pml, scratch) -> {
                    for (Algorithm<Allreduce> algorithm : AllreduceAlgorithm.values()) {
                        for (int count : new int[] {1, 7, 100}) {
                            Row always = TestRules.always(Collective.ALLREDUCE, algorithm, 24, 0);
                            Coll coll = coll(pml, rank, scratch, always);
                            double[] sum = numbers(rank.rank(), count);
                            int rc =
                                    coll.allreduce(
                                            null,
                                            new Buf(sum, 0, count, DOUBLE),
                                            SUM,
                                            pml.world(1));
                            assertThat(rc).isEqualTo(Rc.OK);
                            String key = algorithm.label() + "x" + count;
                            double[] theirs = first.putIfAbsent(key, sum);
                            assertThat(sum).as(key).isEqualTo(theirs == null ? sum : theirs);
                        }
                    }
                });
    }

    @Test
    void aFailureIsReportedWhereItHappensAndHoldsNobodyUp() {
        run(
                4,
                (rank, pml, scratch) -> {
                    int count = rank.rank() == 1 ? 3 : 5;
                    double[] data = numbers(0, 5);
                    for (BcastAlgorithm algorithm :
                            List.of(BcastAlgorithm.BASIC_LINEAR, BcastAlgorithm.BINOMIAL)) {
                        Row always = TestRules.always(Collective.BCAST, algorithm, 0, 0);
                        Coll coll = coll(pml, rank, scratch, always);
                        int rc = coll.bcast(new Buf(data, 0, count, DOUBLE), 0, pml.world(1));
                        assertThat(rc).isEqualTo(rank.rank() == 1 ? Rc.TRUNCATED : Rc.OK);
                    }
                });
    }

    private static Coll coll(FakePml pml, FakeRank rank, Scratch scratch, Row rule) {
        return TestColls.of(pml, rank.engine(), scratch, TestRules.of(rule));
    }

    private static double[] numbers(int seed, int count) {
        return new Random(seed).doubles(count).map(x -> Math.exp(40 * x)).toArray();
    }

    private interface Body {
        void run(FakeRank rank, FakePml pml, Scratch scratch);
    }

    private static void run(int size, Body body) {
        try (FakeJob job = FakeJob.of(size)) {
            List<FakePml> pmls = FakePml.of(job, 32);
            RankThreads.run(
                    job, rank -> body.run(rank, pmls.get(rank.rank()), new Scratch(1 << 20)));
        }
    }
}
