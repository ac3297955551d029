package org.strata.coll;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.coll.base.Algorithm;
import org.strata.coll.base.Choice;
import org.strata.coll.bcast.BcastAlgorithm;
import org.strata.coll.reduce.ReduceAlgorithm;
import org.strata.coll.reducescatter.ReduceScatterAlgorithm;
import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

final class TunedConfigTest extends ConfigContract<TunedConfig> {
    TunedConfigTest() {
        super("coll", "tuned");
    }

    @Override
    protected TunedConfig read(Section section) {
        return TunedConfig.from(section);
    }

    @Override
    protected TunedConfig defaults() {
        return TunedConfig.defaults();
    }

    @Test
    void algorithmsGoByNameAndByOpenMpisNumber() {
        for (String bcast : new String[] {"knomial", "7"}) {
            TunedConfig config =
                    with(
                            "coll_tuned_bcast_algorithm",
                            bcast,
                            "coll_tuned_bcast_algorithm_segmentsize",
                            "8k",
                            "coll_tuned_bcast_algorithm_knomial_radix",
                            "3");
            assertThat(config.forced()).containsOnlyKeys(Collective.BCAST);
            assertThat(config.forced()).containsValue(new Choice(BcastAlgorithm.KNOMIAL, 8192, 3));
        }
        assertThat(with("coll_tuned_reduce_scatter_algorithm", "3").forced())
                .containsEntry(Collective.REDUCE_SCATTER, Choice.of(ReduceScatterAlgorithm.RING));
        assertThat(with("coll_tuned_reduce_algorithm", "in-order_binary").forced())
                .containsEntry(Collective.REDUCE, Choice.of(ReduceAlgorithm.IN_ORDER_BINARY));
        assertThat(with("coll_tuned_alltoall_algorithm", "0").forced()).isEmpty();
    }

    @Test
    void everyAlgorithmCanBeChosen() {
        for (Collective collective : Collective.values()) {
            for (Algorithm algorithm : collective.algorithms()) {
                String name = "coll_tuned_" + collective.label() + "_algorithm";
                assertThat(with(name, algorithm.label()).forced()).containsOnlyKeys(collective);
            }
        }
    }
}
