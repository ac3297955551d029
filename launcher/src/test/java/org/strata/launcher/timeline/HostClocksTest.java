package org.strata.launcher.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** Clocks of other hosts whose error is known: no time is further off than is said. */
class HostClocksTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void theBestAnswerOfAWhileCounts() {
        HostClocks clocks = new HostClocks();
        assertThat(clocks.error(1)).isEqualTo(-1);
        assertThat(clocks.here(1, 77)).isEqualTo(77);
        // 1 ms there, 9 ms back: 4 ms off.
        clocks.add(1, 0, 500_000_000 + 1_000_000, 10_000_000);
        assertThat(clocks.error(1)).isEqualTo(5_000_000);
        clocks.add(1, 20_000_000, 500_000_000 + 20_050_000, 20_100_000);
        clocks.add(1, 30_000_000, 500_000_000 + 39_000_000, 40_000_000);
        assertThat(clocks.error(1)).isEqualTo(50_000);
        assertThat(clocks.here(1, 500_000_000)).isZero();
    }

    /** Each way takes what chance gives it; the clock there is fast, or slow. */
    @Test
    void aClockThatRunsFasterIsFollowed() {
        Random random = new Random(43);
        for (double pace : new double[] {1, 1.0001, 0.9999}) {
            HostClocks clocks = new HostClocks();
            long ahead = random.nextLong(-1000, 1000) * SECOND;
            for (long now = 0; now < 600 * SECOND; now += SECOND / 4) {
                long arrives = now + 30_000 + random.nextLong(400_000);
                long answered = arrives + 30_000 + random.nextLong(400_000);
                clocks.add(2, now, ahead + Math.round(arrives * pace), answered);
            }
            long error = clocks.error(2);
            // In a while a clock drifts beside the answer that is kept of it.
            long drift = Math.round(Math.abs(pace - 1) * 16 * SECOND);
            assertThat(error).isLessThan(200_000);
            for (long now = 0; now < 600 * SECOND; now += 7 * SECOND) {
                long there = ahead + Math.round(now * pace);
                assertThat(clocks.here(2, there) - now)
                        .as("pace %s at %d s", pace, now / SECOND)
                        .isBetween(-error - drift, error + drift);
            }
        }
    }

    @Test
    void whatIsKeptIsBounded() {
        HostClocks clocks = new HostClocks();
        for (long now = 0; now < 100_000 * SECOND; now += SECOND) {
            clocks.add(1, now, now + 5 * SECOND + 1000, now + 2000);
        }
        assertThat(clocks.here(1, 50_005 * SECOND)).isEqualTo(50_000 * SECOND);
        assertThat(clocks.error(1)).isEqualTo(1000);
    }

    @Test
    void anAnswerBeforeItsQuestionIsNone() {
        HostClocks clocks = new HostClocks();
        clocks.add(1, 10, 10, 0);
        assertThat(clocks.error(1)).isEqualTo(-1);
    }
}
