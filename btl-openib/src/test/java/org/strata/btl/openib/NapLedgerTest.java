package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When naps cost more than rings save. */
final class NapLedgerTest {
    private static final long NAP = RingNaps.FIRST_NANOS;

    private final NapLedger ledger = new NapLedger();
    private long now = Long.MAX_VALUE - 3 * NapLedger.MOST_PAUSE_NANOS;
    private long packets;

    /** Some messages, then a nap that delays one; returns the pause that follows. */
    private long nap(int messages, long nanos) {
        packets += messages;
        ledger.beginNap(now, NAP, packets);
        now += nanos;
        return ledger.addDelay(now);
    }

    /** Naps for single messages until there is a pause; returns it. */
    private long fail() {
        for (int naps = 1; ; naps++) {
            long pause = nap(1, NAP);
            if (pause > 0) {
                assertThat(naps * NAP / 2).isGreaterThanOrEqualTo(NapLedger.MOST_LOSS_NANOS);
                return pause;
            }
        }
    }

    @Test
    void napsForSingleMessagesEndRings() {
        assertThat(fail()).isEqualTo(NapLedger.FIRST_PAUSE_NANOS);
    }

    @Test
    void messagesFoundWhilePollingPayForNaps() {
        int enough = (int) (NAP / 2 / NapLedger.SAVED_NANOS) + 1;
        for (int i = 0; i < 100_000; i++) {
            assertThat(nap(enough, NAP)).isZero();
        }
        assertThat(fail()).as("what was saved long ago does not count").isPositive();
    }

    @Test
    void theWaitForACoreBehindANapIsNoLoss() {
        long naps = 2 * NapLedger.MOST_LOSS_NANOS / NAP;
        for (int i = 0; i < naps; i++) {
            assertThat(nap(0, 1000 * NAP)).isZero();
        }
        assertThat(nap(0, 1000 * NAP)).isPositive();
    }

    @Test
    void aNapThatACompletionEndsCostsLess() {
        long naps = 20 * NapLedger.MOST_LOSS_NANOS / NAP;
        for (int i = 0; i < naps; i++) {
            assertThat(nap(0, NAP / 10)).isZero();
        }
        assertThat(nap(0, NAP)).isPositive();
    }

    @Test
    void pausesGrowWhileRingsFailSoonAfterThem() {
        long expected = NapLedger.FIRST_PAUSE_NANOS;
        for (int trial = 0; trial < 6; trial++) {
            long pause = fail();
            assertThat(pause).isEqualTo(expected);
            now += pause;
            expected = Math.min(NapLedger.PAUSE_GROWTH * expected, NapLedger.MOST_PAUSE_NANOS);
        }
        assertThat(expected).isEqualTo(NapLedger.MOST_PAUSE_NANOS);
        now += NapLedger.TRIAL_NANOS;
        assertThat(fail()).as("after a good time").isEqualTo(NapLedger.FIRST_PAUSE_NANOS);
    }
}
