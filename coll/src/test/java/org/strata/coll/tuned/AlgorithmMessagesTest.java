package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.strata.coll.base.Algorithm;
import org.strata.coll.base.Scratch;
import org.strata.coll.base.Tunable;
import org.strata.mca.coll.Coll;
import org.strata.mca.pml.Pml;
import org.strata.opal.datatype.Buf;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.RankThreads;
import org.strata.testkit.coll.CollCase;
import org.strata.testkit.coll.CollRun;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Every result may be right by the wrong algorithm: the messages tell which one a constant runs,
 * and which settings it reads.
 */
class AlgorithmMessagesTest {
    private static final int SIZE = 8;
    private static final long COUNT = 64;

    static List<Collective<?>> collectives() {
        return Collective.ALL;
    }

    /** Those for two ranks leave other numbers of ranks to one of the others. */
    @ParameterizedTest
    @MethodSource("collectives")
    void noTwoAlgorithmsDoTheSame(Collective<?> collective) {
        Map<List<String>, String> seen = new HashMap<>();
        for (Algorithm<?> algorithm : collective.algorithms()) {
            if (!algorithm.label().equals("two_proc")) {
                List<String> calls = calls(collective, algorithm, 16, 3);
                String before = seen.put(calls, algorithm.label());
                assertThat(before).as("the same as " + algorithm.label()).isNull();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("collectives")
    void anAlgorithmReadsTheSettingsThatItsConstantNames(Collective<?> collective) {
        for (Algorithm<?> algorithm : collective.algorithms()) {
            Set<Tunable> named = algorithm.entry().tunables();
            List<String> plain = calls(collective, algorithm, 0, 2);
            boolean cuts = !calls(collective, algorithm, 16, 2).equals(plain);
            boolean fans = !calls(collective, algorithm, 0, 3).equals(plain);
            assertThat(cuts)
                    .as(algorithm.label() + " reads the segment size")
                    .isEqualTo(named.contains(Tunable.SEGMENT));
            assertThat(fans)
                    .as(algorithm.label() + " reads the fanout")
                    .isEqualTo(named.stream().anyMatch(each -> each != Tunable.SEGMENT));
        }
    }

    /** Returns the sends and receives of each rank in the order of its calls. */
    private static List<String> calls(
            Collective<?> collective, Algorithm<?> algorithm, long segment, int fanout) {
        String label = collective.label();
        CollCase call = new CollCase(0, label, SIZE, 0, COUNT, false, true, 1);
        AlgorithmCase test = new AlgorithmCase(call, algorithm, segment, fanout);
        AtomicIntegerArray arrivals = new AtomicIntegerArray(1);
        String[] calls = new String[SIZE];
        try (FakeJob job = FakeJob.of(SIZE)) {
            List<FakePml> pmls = FakePml.of(job, 1 << 20);
            RankThreads.run(
                    job,
                    rank -> {
                        FakePml pml = pmls.get(rank.rank());
                        StringBuilder own = new StringBuilder();
                        Pml recorded = recorded(pml, own);
                        Rules rules = test.rules(TestRules.builtIn());
                        Scratch scratch = new Scratch(1 << 20);
                        Coll coll = TestColls.of(recorded, rank.engine(), scratch, rules);
                        CollRun.run(call, coll, pml.world(7), arrivals);
                        calls[rank.rank()] = own.toString();
                    });
        }
        return List.of(calls);
    }

    private static Pml recorded(Pml pml, StringBuilder calls) {
        Object proxy =
                Proxy.newProxyInstance(
                        Pml.class.getClassLoader(),
                        new Class<?>[] {Pml.class},
                        (self, method, arguments) -> {
                            if (arguments[0] instanceof Buf data) {
                                calls.append(method.getName());
                                calls.append(" %s %d,".formatted(arguments[1], data.size()));
                            }
                            return method.invoke(pml, arguments);
                        });
        return (Pml) proxy;
    }
}
