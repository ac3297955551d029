package org.strata.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.strata.testkit.timed.Costs;
import org.strata.testkit.timed.TimedRank.Work;

import java.util.Map;

/** P2's claims in small, in virtual time: what is asserted here is computed, not measured. */
class PipelineModelTest {
    private static final int BYTES = 8 << 20;
    private static final String PINNED = "leave_pinned";
    private static final String PIPELINE = "pipeline";
    private static final String PINNED_PIPELINE = "pipeline_leave_pinned";

    private final Costs costs = new AdapterTimes().costs();

    private PipelineModel model(String protocol, int ports) {
        return new PipelineModel(protocol, costs, ports, true, Map.of(), BYTES);
    }

    private PipelineModel.Cost once(String protocol, int ports) {
        try (PipelineModel model = model(protocol, ports)) {
            return model.withoutReuse(BYTES, 2);
        }
    }

    private PipelineModel.Cost[] again(String protocol, int uses) {
        try (PipelineModel model = model(protocol, 1)) {
            return model.withReuse(BYTES, uses);
        }
    }

    @Test
    void theSameTwice() {
        for (String protocol : new String[] {"copy", PINNED, PIPELINE, PINNED_PIPELINE}) {
            PipelineModel.Cost first = once(protocol, 1);
            PipelineModel.Cost second = once(protocol, 1);
            assertThat(second.nanos()).isEqualTo(first.nanos());
            assertThat(second.spent()).isEqualTo(first.spent());
        }
    }

    @Test
    void withoutReuseThePipelineWins() {
        double pinned = once(PINNED, 1).megabytesPerSecond();
        assertThat(once(PIPELINE, 1).megabytesPerSecond()).isGreaterThan(1.2 * pinned);
        assertThat(once(PINNED_PIPELINE, 1).megabytesPerSecond()).isGreaterThan(1.2 * pinned);
    }

    /** The adapter pays at the first access to a page, instead of the rank at its registration. */
    @Test
    void pagingOnDemandMovesTheCostToTheFirstUse() {
        PipelineModel.Cost pinned = once(PINNED, 1);
        PipelineModel.Cost onDemand = once(PINNED + "+on_demand", 1);
        for (int rank = 0; rank < 2; rank++) {
            assertThat(onDemand.micros(rank, Work.REGISTER))
                    .isLessThan(pinned.micros(rank, Work.REGISTER) / 10);
        }
        assertThat(onDemand.megabytesPerSecond()).isGreaterThan(pinned.megabytesPerSecond());

        PipelineModel.Cost[] uses = again(PINNED + "+on_demand", 2);
        PipelineModel.Cost[] kept = again(PINNED, 2);
        long second = uses[1].nanos() - uses[0].nanos();
        assertThat(second).isLessThan(uses[0].nanos());
        assertThat(second)
                .isCloseTo(kept[1].nanos() - kept[0].nanos(), Percentage.withPercentage(1));

        Costs slow = new AdapterTimes().with(AdapterTimes.Input.FAULT, 5000).costs();
        try (PipelineModel model =
                new PipelineModel(PINNED + "+on_demand", slow, 1, true, Map.of(), BYTES)) {
            double slower = model.withoutReuse(BYTES, 1).megabytesPerSecond();
            assertThat(slower).isLessThan(pinned.megabytesPerSecond());
        }
    }

    @Test
    void withReuseTheCacheCatchesUp() {
        int uses = 60;
        PipelineModel.Cost[] pinned = again(PINNED, uses);
        PipelineModel.Cost[] pipeline = again(PIPELINE, uses);
        PipelineModel.Cost[] both = again(PINNED_PIPELINE, uses);
        assertThat(pinned[7].nanos()).isGreaterThan(pipeline[7].nanos());
        assertThat(pinned[uses - 1].nanos()).isLessThan(pipeline[uses - 1].nanos());
        // The caching pipeline is ahead of the cache from the first use and soon of the pipeline.
        assertThat(both[0].nanos()).isLessThan(pinned[0].nanos());
        assertThat(both[15].nanos()).isLessThan(pipeline[15].nanos());
    }

    /** Once the pipeline is filled, registering costs no time: the wire is never idle. */
    @Test
    void registrationIsHidden() {
        for (int depth : new int[] {3, 4, 8}) {
            Map<String, String> options = Map.of("pml_ob1_send_pipeline_depth", "" + depth);
            try (PipelineModel model =
                    new PipelineModel(PIPELINE, costs, 1, true, options, BYTES)) {
                assertThat(model.withoutReuse(BYTES, 2).utilisation(1)).isGreaterThan(97.5);
            }
        }
    }

    /** Neighbouring pieces share pages, and the sides' segments differ: that must cost little. */
    @Test
    void everyByteIsRegisteredOnce() {
        double all = costs.registration(0, 2L * BYTES) / 1e3;
        for (String protocol : new String[] {PINNED, PIPELINE, PINNED_PIPELINE}) {
            PipelineModel.Cost cost = once(protocol, 1);
            for (int rank = 0; rank < 2; rank++) {
                assertThat(cost.micros(rank, Work.REGISTER))
                        .as("%s of rank %d", protocol, rank)
                        .isBetween(0.8 * all, 1.1 * all);
            }
        }
    }

    private double bothWays(String protocol, boolean reuse) {
        try (PipelineModel model = model(protocol, 1)) {
            return model.bothWays(BYTES, 2, reuse).megabytesPerSecond();
        }
    }

    /** The order of the paper's ring patterns. */
    @Test
    void bothWaysCopyingIsTheSlowest() {
        double copy = bothWays("copy", false);
        assertThat(bothWays(PINNED, false)).isGreaterThan(copy);
        assertThat(bothWays(PIPELINE, false)).isGreaterThan(bothWays(PINNED, false));
        assertThat(bothWays(PINNED_PIPELINE, true)).isGreaterThan(bothWays(PIPELINE, true));
    }

    @Test
    void twoPortsMoveMore() {
        double one = once(PINNED_PIPELINE, 1).megabytesPerSecond();
        assertThat(once(PINNED_PIPELINE, 2).megabytesPerSecond()).isGreaterThan(1.2 * one);
    }
}
