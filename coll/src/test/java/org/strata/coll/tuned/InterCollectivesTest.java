package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;

import org.strata.coll.base.Scratch;
import org.strata.mca.coll.Coll;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;
import org.strata.testkit.coll.BackgroundColl;
import org.strata.testkit.coll.CollCase;
import org.strata.testkit.coll.InterCollRun;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/**
 * Every collective of inter-communicators of groups of 1 to 4 ranks against the definition, half of
 * them non-blocking.
 */
class InterCollectivesTest {

    @Property(tries = 8, shrinking = ShrinkingMode.OFF)
    void everyCollectiveComputesTheDefinition(@ForAll @LongRange long seed) {
        for (int first = 1; first <= 4; first++) {
            for (int second = 1; second <= 4; second++) {
                int size = first + second;
                Random random = new Random(seed + 31L * first + second);
                List<CollCase> script = new ArrayList<>();
                for (String collective : InterCollRun.collectives()) {
                    for (int i = 0; i < 3; i++) {
                        int index = script.size();
                        script.add(CollCase.random(index, collective, size, random));
                    }
                }
                Collections.shuffle(script, random);
                play(script, first, size, random);
            }
        }
    }

    private static void play(List<CollCase> script, int first, int size, Random random) {
        long eagerLimit = random.nextInt(3) * 40L;
        AtomicIntegerArray arrivals = new AtomicIntegerArray(script.size());
        try (FakeJob job = FakeJob.of(size)) {
            List<FakePml> pmls = FakePml.of(job, eagerLimit);
            RankThreads.run(
                    job,
                    rank -> {
                        CommContext comm = inter(rank, first, size);
                        FakePml pml = pmls.get(rank.rank());
                        Scratch scratch = new Scratch(1 << 20);
                        Coll local = TestColls.of(pml, rank.engine(), scratch, TestRules.builtIn());
                        Coll coll = local.inter(local);
                        Coll recorded = recorded(coll, rank);
                        for (CollCase test : script) {
                            boolean blocks = test.seed() % 2 == 0;
                            InterCollRun.run(test, blocks ? coll : recorded, comm, arrivals);
                        }
                    });
            pmls.forEach(pml -> assertThat(pml.unmatched()).isZero());
        }
    }

    private static Coll recorded(Coll coll, FakeRank rank) {
        return BackgroundColl.of(
                coll,
                request -> {
                    rank.engine().waitFor(request);
                    int rc = request.error;
                    request.release();
                    return rc;
                });
    }

    /** Ranks below {@code first} are one group, the others the other one. */
    static CommContext inter(FakeRank rank, int first, int size) {
        boolean isFirst = rank.rank() < first;
        Proc[] low = procs(rank, 0, first);
        Proc[] high = procs(rank, first, size);
        int mine = rank.rank() - (isFirst ? 0 : first);
        CommContext group =
                new CommContext(isFirst ? 7 : 8, mine, isFirst ? low : high, rank.rank());
        return new CommContext(9, group, isFirst, isFirst ? high : low);
    }

    private static Proc[] procs(FakeRank rank, int from, int to) {
        return IntStream.range(from, to).mapToObj(rank::proc).toArray(Proc[]::new);
    }
}
