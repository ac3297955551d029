package org.strata.opal.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpinBudgetTest {
    private static final long USUAL = 40_000;
    private static final long MOST = 200_000;

    private final SpinBudget budget = new SpinBudget();
    private long now = 1_000_000;

    /** A wait whose event comes after so many nanoseconds; rounds take 50. Returns its polls. */
    private int await(long nanos) {
        budget.begin(now);
        long end = now + nanos;
        int round = 1;
        while (now < end && !budget.isSpent()) {
            now += 50;
            round++;
            if (budget.isDue(round)) {
                budget.look(round, now);
            }
        }
        if (now < end) {
            now = end;
            budget.slept(now);
        }
        return round;
    }

    private void await(int times, long nanos) {
        for (int i = 0; i < times; i++) {
            await(nanos);
        }
        // What a wait teaches is learned when the next one begins.
        await(0);
    }

    @Test
    void waitsThatEndInTimeRaiseItToTheUsual() {
        await(10, 3_000);
        assertThat(budget.nanos()).isEqualTo(USUAL);
    }

    @Test
    void waitsOfMillisecondsLowerItToALeast() {
        await(10, 3_000);
        await(1, 4_000_000);
        assertThat(budget.nanos()).isEqualTo(USUAL / 2);
        await(20, 4_000_000);
        long least = budget.nanos();
        assertThat(least).isBetween(1_000L, USUAL / 4);
        assertThat(await(4_000_000)).as("polls").isLessThan((int) (2 * least / 50) + 20);
    }

    @Test
    void waitsThatEndSoonAfterTheSleepBeginsArePolledFor() {
        await(3, 90_000);
        assertThat(budget.nanos()).isBetween(90_000L, MOST);
        await(90_000);
        assertThat(budget.isSpent()).as("slept").isFalse();
    }

    @Test
    void itStaysBounded() {
        await(50, 150_000);
        assertThat(budget.nanos()).isLessThanOrEqualTo(MOST);
        await(50, 201_000);
        assertThat(budget.nanos()).isLessThanOrEqualTo(USUAL);
    }

    @Test
    void theDurationOfARoundIsMeasured() {
        await(3_000);
        assertThat(budget.roundNanos()).isBetween(40L, 60L);
    }

    /** Else a wait that is over before its first look at the clock would stay slow for ever. */
    @Test
    void itIsTakenForShorterWhereWaitsEndBeforeTheyAreMeasured() {
        await(12, 50);
        assertThat(budget.roundNanos()).isLessThan(10L);
    }
}
