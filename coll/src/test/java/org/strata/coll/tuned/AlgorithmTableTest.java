package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.strata.coll.bcast.BcastAlgorithm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tables say what their rules say. */
class AlgorithmTableTest {
    static List<Collective<?>> collectives() {
        return Collective.ALL;
    }

    @ParameterizedTest
    @MethodSource("collectives")
    void aTableChoosesAsItsRulesDo(Collective<?> collective) {
        Rules users =
                TestRules.READER.read(
                        "bcast 4 0 chain\nscan 3 1k linear\nbcast 9 7 knomial\n"
                                + "alltoall 4 1k pairwise\nalltoall 4 0 linear");
        Rules rules = users.otherwise(TestRules.builtIn());
        for (int size = 1; size < 20; size++) {
            AlgorithmTable<?> table = new AlgorithmTable<>(rules, collective, size);
            long[] steps = rules.steps(collective, size);
            for (long step : steps) {
                for (long bytes = Math.max(0, step - 1); bytes <= step + 1; bytes++) {
                    assertThat(table.choose(bytes))
                            .isEqualTo(rules.choose(collective, size, bytes));
                }
            }
        }
    }

    @Test
    void aMessageThatNoRuleCoversHasNoChoice() {
        Rules rules = TestRules.READER.read("bcast 2 10 binomial");
        AlgorithmTable<?> table = new AlgorithmTable<>(rules, Collective.BCAST, 2);
        assertThat(table.choose(9)).isNull();
        assertThat(table.choose(10).algorithm()).isEqualTo(BcastAlgorithm.BINOMIAL);
    }

    @Test
    void everyCollectiveHasItsOwnTable() {
        AlgorithmTables tables = new AlgorithmTables(TestRules.builtIn(), 2);
        Map<Collective<?>, AlgorithmTable<?>> all = new HashMap<>();
        all.put(Collective.ALLGATHER, tables.allgather);
        all.put(Collective.ALLGATHERV, tables.allgatherv);
        all.put(Collective.ALLREDUCE, tables.allreduce);
        all.put(Collective.ALLTOALL, tables.alltoall);
        all.put(Collective.ALLTOALLV, tables.alltoallv);
        all.put(Collective.BARRIER, tables.barrier);
        all.put(Collective.BCAST, tables.bcast);
        all.put(Collective.EXSCAN, tables.exscan);
        all.put(Collective.GATHER, tables.gather);
        all.put(Collective.REDUCE, tables.reduce);
        all.put(Collective.REDUCE_SCATTER, tables.reduceScatter);
        all.put(Collective.REDUCE_SCATTER_BLOCK, tables.reduceScatterBlock);
        all.put(Collective.SCAN, tables.scan);
        all.put(Collective.SCATTER, tables.scatter);
        assertThat(all.keySet()).containsExactlyInAnyOrderElementsOf(Collective.ALL);
        all.forEach((collective, table) -> {
            List<Object> own = List.copyOf(collective.algorithms());
            assertThat(own).contains(table.choose(0).algorithm());
        });
    }
}
