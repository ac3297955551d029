package org.strata.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.testkit.timed.Costs;

/** P5's claims in virtual time: what is asserted here is computed, not measured. */
class TupleModelTest {
    private static final int LONG = 64 << 10;

    private final Costs costs = new SimulatedPipeline().costs();

    private double availability(OverlapProtocol protocol, int bytes) {
        try (OverlapModel model = new OverlapModel(protocol, costs, bytes)) {
            return model.measure(bytes).availability();
        }
    }

    @Test
    void theAdapterMovesWhatItHasMatched() {
        assertThat(availability(OverlapProtocol.TUPLEQ, 8)).isGreaterThan(70);
        assertThat(availability(OverlapProtocol.TUPLEQ, LONG)).isGreaterThan(90);
        assertThat(availability(OverlapProtocol.TUPLEQ_COPY, LONG)).isGreaterThan(90);
    }

    @Test
    void aRendezvousWaitsForTheRankThatWorks() {
        assertThat(availability(OverlapProtocol.RPUT, LONG)).isLessThan(15);
        assertThat(availability(OverlapProtocol.RGET, LONG)).isLessThan(15);
    }

    @Test
    void aSweepWaitsForNoHandshake() {
        double tupleq = step(OverlapProtocol.TUPLEQ);
        double rput = step(OverlapProtocol.RPUT);
        double rget = step(OverlapProtocol.RGET);
        assertThat(tupleq).isBetween(10.0, 0.95 * rput);
        assertThat(tupleq).isLessThan(0.95 * rget);
        assertThat(rput).isBetween(0.95 * rget, 1.05 * rget);
    }

    /** Sixteen ranks, ten milliseconds of work. */
    private double step(OverlapProtocol protocol) {
        try (SweepModel model = new SweepModel(protocol, costs.sharedBy(8), 51, 4, 10_000_000)) {
            return model.step();
        }
    }
}
