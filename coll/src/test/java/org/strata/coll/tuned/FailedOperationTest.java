package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

import org.strata.coll.base.Scratch;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.RankThreads;
import org.strata.testkit.coll.CollOp;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * An operation that fails in one rank applies nothing from then on, as a user's function that threw
 * does. Every algorithm sends and receives all its messages, so that the next collective is right.
 */
class FailedOperationTest {
    private static final DataLayout PAIR = DataLayouts.basic(2, 2);
    private static final List<Collective<?>> REDUCTIONS =
            List.of(
                    Collective.REDUCE,
                    Collective.ALLREDUCE,
                    Collective.REDUCE_SCATTER,
                    Collective.REDUCE_SCATTER_BLOCK,
                    Collective.SCAN,
                    Collective.EXSCAN);

    /** Applies a number of times, then no more. */
    private static final class Failing implements ReduceOp {
        private final CollOp working;
        private int left;

        Failing(boolean commutative, int applications) {
            this.working = new CollOp(PAIR, commutative);
            this.left = applications;
        }

        @Override
        public void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
            if (left-- > 0) {
                working.apply(inBase, in, inoutBase, inout, count);
            }
        }

        @Override
        public boolean commutative() {
            return working.commutative();
        }
    }

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void leavesNoMessageBehind(
            @ForAll @IntRange(min = 2, max = 7) int size,
            @ForAll @IntRange(min = 0, max = 3) int applications,
            @ForAll @IntRange(min = 1, max = 60) int count,
            @ForAll boolean commutative,
            @ForAll @IntRange(max = 6) int failing) {
        try (FakeJob job = FakeJob.of(size)) {
            List<FakePml> pmls = FakePml.of(job, 32);
            RankThreads.run(
                    job,
                    rank -> {
                        FakePml pml = pmls.get(rank.rank());
                        CommContext comm = pml.world(1);
                        int works = rank.rank() == failing % size ? applications : 1 << 20;
                        Scratch scratch = new Scratch(1 << 20);
                        for (Collective<?> collective : REDUCTIONS) {
                            rules(collective)
                                    .forEach(rules -> {
                                        Coll coll =
                                                TestColls.of(pml, rank.engine(), scratch, rules);
                                        Failing op = new Failing(commutative, works);
                                        reduce(coll, collective, op, count, comm);
                                        sumOfOnes(coll, count, comm, collective.label());
                                    });
                        }
                    });
            pmls.forEach(pml -> assertThat(pml.unmatched()).isZero());
        }
    }

    /** Returns rules for each algorithm of a collective. */
    private static Stream<Rules> rules(Collective<?> collective) {
        return collective.algorithms().stream()
                .map(algorithm ->
                        TestRules.of(TestRules.always(collective, algorithm, 24, 0))
                                .otherwise(TestRules.builtIn()));
    }

    private static Buf elements(byte[] data, int count) {
        return new Buf(data, 0, count, PAIR);
    }

    private static void reduce(
            Coll coll, Collective<?> collective, ReduceOp op, int count, CommContext comm) {
        int size = comm.size();
        int[] counts = new int[size];
        Arrays.fill(counts, count);
        Buf send = elements(new byte[2 * size * count], count);
        Buf receive = elements(new byte[2 * size * count], count);
        int rc =
                switch (collective.label()) {
                    case "reduce" -> coll.reduce(send, receive, op, size - 1, comm);
                    case "allreduce" -> coll.allreduce(send, receive, op, comm);
                    case "reduce_scatter" -> coll.reduceScatter(send, receive, counts, op, comm);
                    case "reduce_scatter_block" -> coll.reduceScatterBlock(send, receive, op, comm);
                    case "scan" -> coll.scan(send, receive, op, comm);
                    case "exscan" -> coll.exscan(send, receive, op, comm);
                    default -> throw new AssertionError(collective.label());
                };
        assertThat(rc).isEqualTo(Rc.OK);
    }

    private static void sumOfOnes(Coll coll, int count, CommContext comm, String after) {
        byte[] ones = new byte[2 * count];
        Arrays.fill(ones, (byte) 1);
        int rc = coll.allreduce(null, elements(ones, count), new CollOp(PAIR, true), comm);
        assertThat(rc).isEqualTo(Rc.OK);
        assertThat(ones).as("sum after " + after).containsOnly((byte) comm.size());
    }
}
