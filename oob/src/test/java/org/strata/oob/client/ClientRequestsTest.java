package org.strata.oob.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Numbers of requests, which a connection that lives for long uses again. */
class ClientRequestsTest {
    private final ClientSession session = Handshakes.member();

    @Test
    void aNumberThatIsAwaitedIsNotGivenAgain() {
        session.numberRequestsFrom(-3);
        PendingAnswer awaited = session.newRequest();
        session.numberRequestsFrom(awaited.number() - 1);
        assertThat(session.newRequest().number()).isEqualTo(awaited.number() + 1);
    }

    @Test
    void aNumberThatIsForgottenIsGivenAgain() {
        PendingAnswer given = session.newRequest();
        session.forget(given);
        session.numberRequestsFrom(given.number() - 1);
        assertThat(session.newRequest().number()).isEqualTo(given.number());
    }
}
