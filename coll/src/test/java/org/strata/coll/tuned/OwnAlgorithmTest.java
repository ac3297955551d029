package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.coll.allreduce.Allreduce;
import org.strata.coll.base.AlgorithmChoice;
import org.strata.coll.base.BlockingCall;
import org.strata.coll.base.Call;
import org.strata.coll.base.Scratch;
import org.strata.coll.example.ExampleAlgorithm;
import org.strata.mca.base.AllowedValue;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.RankThreads;
import org.strata.testkit.coll.CollOp;

import java.util.List;

/** An algorithm that Open MPI does not have, added as {@code HACKING.md} says. */
class OwnAlgorithmTest {
    private static final DataLayout PAIR = DataLayouts.basic(2, 2);
    private static final Collective<Allreduce> EXAMPLE =
            new Collective<>("allreduce", 2, ExampleAlgorithm::values);
    private static final RuleFile READER = new RuleFile(List.of(EXAMPLE), TestRules.FANOUTS);

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    void runsByItsNameInRules(int size) {
        Rules rules = READER.read("allreduce 2 0 direct");
        AlgorithmChoice<Allreduce> choice = rules.choose(EXAMPLE, size, 64);
        assertThat(choice.algorithm()).isEqualTo(ExampleAlgorithm.DIRECT);
        CollOp composition = new CollOp(PAIR, false);
        byte[] expected = vector(0);
        for (int rank = 1; rank < size; rank++) {
            expected = composition.combine(expected, vector(rank));
        }
        byte[] everywhere = expected;
        try (FakeJob job = FakeJob.of(size)) {
            List<FakePml> pmls = FakePml.of(job, 16);
            RankThreads.run(
                    job,
                    rank -> {
                        FakePml pml = pmls.get(rank.rank());
                        Call call =
                                new BlockingCall(
                                        pml,
                                        rank.engine(),
                                        new Scratch(0),
                                        pml.world(1),
                                        EXAMPLE.tag(),
                                        choice.settings());
                        byte[] data = vector(rank.rank());
                        Buf inPlace = new Buf(data, 0, data.length / 2, PAIR);
                        choice.function().run(call, inPlace, inPlace, composition);
                        assertThat(call.finish()).isEqualTo(Rc.OK);
                        assertThat(data).isEqualTo(everywhere);
                    });
        }
    }

    @Test
    void noNumberSelectsIt() {
        for (int number = -2; number <= 1000; number++) {
            assertThat(EXAMPLE.algorithm(number)).isNull();
            Rules rules = READER.read("1 2 1 2 1 0 " + number + " 0 0");
            assertThat(rules.choose(EXAMPLE, 2, 0)).isNull();
        }
    }

    @Test
    void isAValueOfTheParameter() {
        String help = ExampleAlgorithm.DIRECT.entry().help();
        assertThat(EXAMPLE.allowedValues())
                .last()
                .isEqualTo(new AllowedValue("direct", AllowedValue.NO_NUMBER, help));
    }

    private static byte[] vector(int rank) {
        byte[] data = new byte[64];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (3 * rank + 7 * i + 1);
        }
        return data;
    }
}
