package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.verbs.RnrTimer;
import org.strata.verbs.WcStatus;

/** A request that is retried n times is tried n + 1 times. */
class RetryTest {
    private static final int TIMEOUT = 1;
    private static final int RNR_TIMER = 12;
    private static final long NOW = 1000;

    private final Retry retry = new Retry();

    @BeforeEach
    void configure() {
        retry.configure(TIMEOUT, 3, 2);
    }

    private int notReady() {
        return retry.postpone(Outcome.NOT_READY, RNR_TIMER, NOW);
    }

    private int noAnswer() {
        return retry.postpone(Outcome.NO_ANSWER, 0, NOW);
    }

    @Test
    void aReceiverThatIsNotReadyIsRetriedAsOftenAsConfigured() {
        assertThat(notReady()).isEqualTo(WcStatus.SUCCESS);
        assertThat(notReady()).isEqualTo(WcStatus.SUCCESS);
        assertThat(notReady()).isEqualTo(WcStatus.RNR_RETRY_EXC_ERR);
    }

    @Test
    void aPeerThatDoesNotAnswerIsRetriedAsOftenAsConfigured() {
        assertThat(noAnswer()).isEqualTo(WcStatus.SUCCESS);
        assertThat(noAnswer()).isEqualTo(WcStatus.SUCCESS);
        assertThat(noAnswer()).isEqualTo(WcStatus.SUCCESS);
        assertThat(noAnswer()).isEqualTo(WcStatus.RETRY_EXC_ERR);
    }

    @Test
    void withoutRetriesTheFirstAttemptIsTheLast() {
        retry.configure(TIMEOUT, 0, 0);
        assertThat(notReady()).isEqualTo(WcStatus.RNR_RETRY_EXC_ERR);
        assertThat(noAnswer()).isEqualTo(WcStatus.RETRY_EXC_ERR);
    }

    /** A NAK is an answer: the transport's retries begin anew. Silence gives no RNR retry back. */
    @Test
    void notReadyResetsTheTransportRetriesOnly() {
        for (int i = 0; i < 3; i++) {
            noAnswer();
        }
        assertThat(notReady()).isEqualTo(WcStatus.SUCCESS);
        for (int i = 0; i < 3; i++) {
            assertThat(noAnswer()).isEqualTo(WcStatus.SUCCESS);
        }
        assertThat(notReady()).isEqualTo(WcStatus.SUCCESS);
        assertThat(notReady()).isEqualTo(WcStatus.RNR_RETRY_EXC_ERR);
    }

    @Test
    void theNextRequestHasAllRetriesAgain() {
        notReady();
        notReady();
        for (int i = 0; i < 3; i++) {
            noAnswer();
        }
        retry.start();
        assertThat(retry.notBefore()).isEqualTo(Long.MIN_VALUE);
        assertThat(notReady()).isEqualTo(WcStatus.SUCCESS);
        assertThat(notReady()).isEqualTo(WcStatus.SUCCESS);
        assertThat(noAnswer()).isEqualTo(WcStatus.SUCCESS);
    }

    @Test
    void sevenRnrRetriesNeverEnd() {
        retry.configure(TIMEOUT, 3, 7);
        for (int i = 0; i < 100; i++) {
            assertThat(notReady()).isEqualTo(WcStatus.SUCCESS);
        }
    }

    @Test
    void noTimeoutNeverEnds() {
        retry.configure(0, 0, 0);
        for (int i = 0; i < 100; i++) {
            assertThat(noAnswer()).isEqualTo(WcStatus.SUCCESS);
        }
        assertThat(retry.notBefore()).isGreaterThan(NOW);
    }

    @Test
    void delaysAreThePeersTimerAndTheOwnTimeout() {
        notReady();
        assertThat(retry.notBefore()).isEqualTo(NOW + RnrTimer.nanos(RNR_TIMER));
        noAnswer();
        assertThat(retry.notBefore()).isEqualTo(NOW + (4096L << TIMEOUT));
    }
}
