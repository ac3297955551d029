package org.strata.oob.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.mca.oob.Oob.OobException;

import java.util.concurrent.TimeoutException;

/** Whoever interrupts a wait finds that out behind it, however it ends; no answer is lost. */
@Timeout(60)
class PendingAnswerTest {
    private static final byte[] ANSWER = {7};

    private final PendingAnswer pending = new PendingAnswer(1);

    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    @Test
    void anInterruptedWaitGetsItsAnswer() throws TimeoutException {
        pending.complete(ANSWER);
        Thread.currentThread().interrupt();
        assertThat(pending.await()).isEqualTo(ANSWER);
        assertThat(Thread.interrupted()).isTrue();
        Thread.currentThread().interrupt();
        assertThat(pending.await(60_000)).isEqualTo(ANSWER);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anInterruptedWaitFailsAsOthersDo() {
        pending.fail("the connection has ended");
        Thread.currentThread().interrupt();
        assertThatThrownBy(pending::await)
                .isInstanceOf(OobException.class)
                .hasMessage("the connection has ended");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anInterruptedWaitEndsInTime() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> pending.await(20)).isInstanceOf(TimeoutException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThatThrownBy(() -> pending.await(20)).isInstanceOf(TimeoutException.class);
        assertThat(Thread.interrupted()).isFalse();
    }
}
