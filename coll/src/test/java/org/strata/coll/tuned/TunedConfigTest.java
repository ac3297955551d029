package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.coll.alltoall.AlltoallAlgorithm;
import org.strata.coll.base.Algorithm;
import org.strata.coll.base.Tunable;
import org.strata.coll.bcast.BcastAlgorithm;
import org.strata.coll.reduce.ReduceAlgorithm;
import org.strata.coll.reducescatter.ReduceScatterAlgorithm;
import org.strata.coll.tuned.TunedConfig.PerCollective;
import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

final class TunedConfigTest extends ConfigContract<TunedConfig> {
    private static final Map<Tunable, Long> DEFAULTS =
            Map.of(
                    Tunable.SEGMENT,
                    0L,
                    Tunable.CHAINS,
                    4L,
                    Tunable.RADIX,
                    4L,
                    Tunable.PARTNERS,
                    0L);

    TunedConfigTest() {
        super("coll", "tuned");
    }

    @Override
    protected TunedConfig read(Section section) {
        return TunedConfig.from(section);
    }

    @Override
    protected TunedConfig defaults() {
        List<PerCollective> open =
                Collective.ALL.stream().map(TunedConfigTest::withoutAlgorithm).toList();
        return new TunedConfig(30, false, "", new Rules.Fanouts(4, 4), 256L << 20, false, open);
    }

    private static PerCollective withoutAlgorithm(Collective<?> collective) {
        return new PerCollective(
                collective,
                "ignore",
                collective.tunables().stream().collect(Collectors.toMap(t -> t, DEFAULTS::get)));
    }

    private void assertForced(
            TunedConfig config,
            Collective<?> collective,
            Algorithm<?> algorithm,
            long... settings) {
        assertThat(config.forced())
                .containsExactly(
                        TestRules.always(collective, algorithm, settings[0], (int) settings[1]));
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
            assertForced(config, Collective.BCAST, BcastAlgorithm.KNOMIAL, 8192, 3);
        }
        assertForced(
                with("coll_tuned_reduce_scatter_algorithm", "3"),
                Collective.REDUCE_SCATTER,
                ReduceScatterAlgorithm.RING,
                0,
                0);
        assertForced(
                with("coll_tuned_reduce_algorithm", "in-order_binary"),
                Collective.REDUCE,
                ReduceAlgorithm.IN_ORDER_BINARY,
                0,
                0);
        assertThat(with("coll_tuned_alltoall_algorithm", "0").forced()).isEmpty();
    }

    @Test
    void everySettingReachesTheAlgorithmsThatReadIt() {
        TunedConfig chain =
                with(
                        "coll_tuned_reduce_algorithm",
                        "chain",
                        "coll_tuned_reduce_algorithm_chain_fanout",
                        "0");
        assertForced(chain, Collective.REDUCE, ReduceAlgorithm.CHAIN, 0, 1);
        TunedConfig window =
                with(
                        "coll_tuned_alltoall_algorithm",
                        "linear_sync",
                        "coll_tuned_alltoall_algorithm_max_requests",
                        "5");
        assertForced(window, Collective.ALLTOALL, AlltoallAlgorithm.LINEAR_SYNC, 0, 5);
    }

    @Test
    void everyAlgorithmCanBeChosen() {
        for (Collective<?> collective : Collective.ALL) {
            for (Algorithm<?> algorithm : collective.algorithms()) {
                String name = "coll_tuned_" + collective.label() + "_algorithm";
                assertThat(with(name, algorithm.label()).forced())
                        .extracting(Rules.Row::algorithm)
                        .isEqualTo(List.of(algorithm.label()));
            }
        }
    }

    /** Open MPI 5 has algorithms with these numbers that are not part of this build. */
    @Test
    void numbersOfOpenMpiThatHaveNoAlgorithmHereAreRefused() {
        assertRefused("one of ignore, basic_linear", "coll_tuned_allreduce_algorithm", "7");
        assertRefused("one of ignore, non-overlapping", "coll_tuned_reduce_scatter_algorithm", "4");
    }
}
