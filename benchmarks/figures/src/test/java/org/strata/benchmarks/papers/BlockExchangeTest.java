package org.strata.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** P1's table 2 in virtual time: what is asserted here is computed, not measured. */
class BlockExchangeTest {
    private static final int RANKS = 16;
    private static final int BYTES = 512 << 10;
    private static final int WARM_EXCHANGES = 4;

    /** Time in microseconds and messages without a receive of one exchange. */
    private record Result(double micros, long notReady) {}

    private static Result run(SharedQueues queues) {
        try (BlockExchange exchange =
                new BlockExchange(RANKS, BYTES, new AdapterTimes().costs(), queues.parameters())) {
            for (int i = 0; i < WARM_EXCHANGES; i++) {
                exchange.run(1, 0);
            }
            long before = exchange.notReady();
            double micros = exchange.run(1, 0);
            return new Result(micros, exchange.notReady() - before);
        }
    }

    @Test
    void growthAndFlowControlKeepSharedQueuesFromCollapsing() {
        Result none = run(SharedQueues.NONE);
        Result plain = run(SharedQueues.SLOWEST);
        Result both = run(SharedQueues.DEFAULT);
        assertThat(none.notReady).isZero();
        assertThat(plain.notReady).isPositive();
        assertThat(plain.micros).isGreaterThan(1.2 * none.micros);
        assertThat(both.notReady).isZero();
        assertThat(both.micros).isLessThan(1.05 * none.micros);
    }
}
