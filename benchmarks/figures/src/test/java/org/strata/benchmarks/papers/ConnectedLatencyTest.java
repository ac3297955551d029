package org.strata.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.testkit.timed.Costs;

/** P1's figure 7 in virtual time: what is asserted here is computed, not measured. */
final class ConnectedLatencyTest {
    private final Costs costs = new AdapterTimes().costs();

    @Test
    void ringsAreFasterButEachOneCosts() {
        var rings = ConnectedLatency.latencies(costs, ConnectedLatency.rings(), 1, 64);
        var queues = ConnectedLatency.latencies(costs, ConnectedLatency.queues(false), 1, 64);
        assertThat(rings.get(1L)).isLessThan(queues.get(1L));
        assertThat(rings.get(64L)).isGreaterThan(rings.get(1L));
        assertThat(queues.get(64L)).isEqualTo(queues.get(1L));
    }
}
