package org.strata.opal.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final long MILLI = 1_000_000;

    private long now;

    @Test
    void pausesDoubleUpToOneSecondAndEndAtTheDeadline() {
        Backoff backoff = new Backoff(() -> now, 5000);
        long longest = 20 * MILLI;
        int attempts = 0;
        for (long pause = backoff.nextNanos(); pause > 0; pause = backoff.nextNanos()) {
            assertThat(pause).isBetween(longest / 2, longest);
            longest = Math.min(2 * longest, 1000 * MILLI);
            now += pause;
            attempts++;
        }
        assertThat(attempts).isBetween(8, 16);
        assertThat(backoff.millisLeft()).isLessThan(1000);
        now += 5000 * MILLI;
        assertThat(backoff.millisLeft()).isZero();
        assertThat(backoff.nextNanos()).isZero();
    }

    /** Before the deadline a pause is waited for; behind it there is no other attempt. */
    @Test
    void thereIsAnotherAttemptAsLongAsThereIsTime() throws InterruptedException {
        Backoff backoff = new Backoff(() -> now, 5000);
        assertThat(backoff.millisLeft()).isEqualTo(5000);
        assertThat(backoff.pause()).isTrue();
        now += 4999 * MILLI;
        assertThat(backoff.millisLeft()).isEqualTo(1);
        assertThat(backoff.pause()).isFalse();
    }
}
