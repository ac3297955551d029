package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.Scratch;
import org.strata.mca.coll.Coll;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;
import org.strata.testkit.coll.CollCase;
import org.strata.testkit.coll.CollRun;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Every collective by every algorithm on 1 to 9 ranks against the definition. */
class CollectivesTest {

    @Property(tries = 6, shrinking = ShrinkingMode.OFF)
    void everyAlgorithmComputesTheDefinition(@ForAll @LongRange long seed) {
        for (int size = 1; size <= 9; size++) {
            Random random = new Random(seed + size);
            List<AlgorithmCase> script = new ArrayList<>();
            for (String collective : CollCase.collectives()) {
                List<Algorithm<?>> algorithms = new ArrayList<>();
                algorithms.add(null);
                Collective<?> kind = AlgorithmCase.kind(collective);
                if (kind != null) {
                    algorithms.addAll(kind.algorithms());
                }
                for (Algorithm<?> algorithm : algorithms) {
                    script.add(
                            AlgorithmCase.random(
                                    script.size(), collective, algorithm, size, random));
                    script.add(
                            AlgorithmCase.random(
                                    script.size(), collective, algorithm, size, random));
                }
            }
            Collections.shuffle(script, random);
            play(script, size, random);
        }
    }

    private static void play(List<AlgorithmCase> script, int size, Random random) {
        long eagerLimit = random.nextInt(3) * 40L;
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        AtomicIntegerArray arrivals = new AtomicIntegerArray(script.size());
        try (FakeJob job = FakeJob.of(size)) {
            List<FakePml> pmls = FakePml.of(job, eagerLimit);
            RankThreads.run(
                    job,
                    rank -> {
                        CommContext comm = permuted(rank, order);
                        Scratch scratch = new Scratch(1 << 20);
                        FakePml pml = pmls.get(rank.rank());
                        for (AlgorithmCase test : script) {
                            Rules rules = test.rules(TestRules.builtIn());
                            Coll coll = TestColls.of(pml, rank.engine(), scratch, rules);
                            CollRun.run(test.call(), coll, comm, arrivals);
                        }
                    });
            pmls.forEach(pml -> assertThat(pml.unmatched()).isZero());
        }
    }

    /** A communicator whose ranks are not those of the world. */
    private static CommContext permuted(FakeRank rank, List<Integer> order) {
        Proc[] peers = order.stream().map(rank::proc).toArray(Proc[]::new);
        return new CommContext(7, order.indexOf(rank.rank()), peers, rank.rank());
    }
}
