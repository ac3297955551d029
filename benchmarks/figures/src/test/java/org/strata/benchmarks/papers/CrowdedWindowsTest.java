package org.strata.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.benchmarks.papers.CreditPaper.Credits;
import org.strata.testkit.timed.Costs;

/** Who gets the credits of a shared queue: what is asserted here is computed, not measured. */
final class CrowdedWindowsTest {
    private static final int CROWD = 64;
    private final Costs costs = new AdapterTimes().costs();

    /** Issue 39's bar is 1.1 of receives of its own; equal credits for all take 2.7 times. */
    @ParameterizedTest
    @ValueSource(ints = {1, 16, CROWD})
    void oneThatSendsMuchIsAsFastAsWithReceivesOfItsOwn(int peers) {
        double own = CreditPaper.window(Credits.NONE, peers, costs);
        assertThat(CreditPaper.window(Credits.BOUND, peers, costs)).isLessThan(1.05 * own);
    }

    @Test
    void equalCreditsAreTooFewOfThem() {
        double own = CreditPaper.window(Credits.NONE, CROWD, costs);
        assertThat(CreditPaper.window(Credits.SHARE, CROWD, costs)).isGreaterThan(2 * own);
    }

    /** Everybody has messages that wait: nobody has more than the others, and nothing collapses. */
    @Test
    void allAtOnceAreAsFastAsWithReceivesOfTheirOwn() {
        double own = exchange(Credits.NONE);
        assertThat(exchange(Credits.BOUND)).isLessThan(1.05 * own);
    }

    private double exchange(Credits credits) {
        try (CrowdedWindows model = new CrowdedWindows(CROWD, 4096, costs, credits.parameters)) {
            return model.exchanges(4, 2).micros();
        }
    }
}
