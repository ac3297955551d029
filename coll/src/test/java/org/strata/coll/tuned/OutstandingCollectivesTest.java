package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.Scratch;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollRequest;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;
import org.strata.testkit.coll.BackgroundColl;
import org.strata.testkit.coll.CollCase;
import org.strata.testkit.coll.CollRun;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Several collectives of every kind and algorithm under way on one communicator, waited for in an
 * order that differs from rank to rank, among blocking collectives and messages of the program,
 * against the definition.
 */
class OutstandingCollectivesTest {
    private static final DataLayout LONG = DataLayouts.basic(8, 8);
    private static final int CASES = 60;
    private static final int MOST_OUTSTANDING = 7;

    @Property(tries = 10, shrinking = ShrinkingMode.OFF)
    void completeInAnyOrder(@ForAll @LongRange long seed) {
        for (int size = 1; size <= 8; size++) {
            play(new Random(seed + size), size);
        }
    }

    private static void play(Random random, int size) {
        List<CollCase> script = new ArrayList<>();
        List<String> collectives = CollCase.collectives();
        List<Boolean> blocking = new ArrayList<>();
        for (int i = 0; i < CASES; i++) {
            String collective = collectives.get(random.nextInt(collectives.size()));
            script.add(CollCase.random(i, collective, size, random));
            blocking.add(random.nextInt(5) == 0);
        }
        long eagerLimit = random.nextInt(3) * 40L;
        Rules rules = randomRules(random);
        long seed = random.nextLong();
        AtomicIntegerArray arrivals = new AtomicIntegerArray(CASES);
        try (FakeJob job = FakeJob.of(size)) {
            List<FakePml> pmls = FakePml.of(job, eagerLimit);
            RankThreads.run(
                    job,
                    rank -> {
                        FakePml pml = pmls.get(rank.rank());
                        Random own = new Random(seed + rank.rank());
                        Player player = new Player(rank, pml, rules, arrivals, own);
                        for (int i = 0; i < CASES; i++) {
                            player.call(script.get(i), blocking.get(i));
                        }
                        player.completeDownTo(0);
                    });
            pmls.forEach(pml -> assertThat(pml.unmatched()).isZero());
        }
    }

    /** Returns rules that select a random algorithm for two collectives of three. */
    private static Rules randomRules(Random random) {
        long[] segments = {0, 8, 24, 100, 1000};
        Rules rules = TestRules.builtIn();
        for (Collective<?> collective : Collective.ALL) {
            List<? extends Algorithm<?>> algorithms = collective.algorithms();
            Algorithm<?> algorithm = algorithms.get(random.nextInt(algorithms.size()));
            if (random.nextInt(3) > 0) {
                long segment = segments[random.nextInt(segments.length)];
                int fanout = random.nextInt(4);
                rules =
                        TestRules.of(TestRules.always(collective, algorithm, segment, fanout))
                                .otherwise(rules);
            }
        }
        return rules;
    }

    /** One rank. */
    private static final class Player {
        private final FakeRank rank;
        private final FakePml pml;
        private final CommContext comm;
        private final AtomicIntegerArray arrivals;
        private final Random random;
        private final Coll coll;
        private final List<Under> way = new ArrayList<>();
        private int messages;

        /** A collective under way. */
        private record Under(CollRun run, CollRequest request) {}

        Player(
                FakeRank rank,
                FakePml pml,
                Rules rules,
                AtomicIntegerArray arrivals,
                Random random) {
            this.rank = rank;
            this.pml = pml;
            this.comm = pml.world(7);
            this.arrivals = arrivals;
            this.random = random;
            this.coll = TestColls.of(pml, rank.engine(), new Scratch(1 << 16), rules);
        }

        void call(CollCase test, boolean blocking) {
            if (blocking) {
                CollRun.run(test, coll, comm, arrivals);
                return;
            }
            CollRequest[] request = new CollRequest[1];
            Coll starting =
                    BackgroundColl.of(
                            coll,
                            started -> {
                                request[0] = started;
                                return Rc.OK;
                            });
            CollRun run =
                    CollRun.begin(
                            test,
                            starting,
                            comm,
                            arrivals,
                            (bytes, arena) -> arena.allocate(bytes, 8).address());
            way.add(new Under(run, request[0]));
            exchange();
            completeDownTo(random.nextInt(MOST_OUTSTANDING));
        }

        /** A message of the program to itself and one around the ring, by the same communicator. */
        private void exchange() {
            long[] out = {messages, rank.rank()};
            long[] in = new long[2];
            int from = (comm.rank() + comm.size() - 1) % comm.size();
            int to = (comm.rank() + 1) % comm.size();
            PmlRequest coming = pml.ireceive(new Buf(in, 0, 2, LONG), from, messages % 3, comm);
            SendMode mode = SendMode.STANDARD;
            PmlRequest going = pml.isend(new Buf(out, 0, 2, LONG), to, messages % 3, mode, comm);
            rank.engine().waitFor(coming);
            rank.engine().waitFor(going);
            assertThat(in).containsExactly(messages, from);
            messages++;
        }

        void completeDownTo(int left) {
            while (way.size() > left) {
                Under next = way.remove(random.nextInt(way.size()));
                rank.engine().waitFor(next.request);
                assertThat(next.request.error).as(next.run.toString()).isEqualTo(Rc.OK);
                next.run.verify();
                next.request.release();
            }
        }
    }
}
