package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;

/** First messages that are repeated: how long a nonce is remembered, and how many are. */
final class CredentialsTest {
    private final Credentials credentials = new Credentials("job", new byte[16], byte[]::new);

    private static byte[] nonce(int number) {
        return ByteBuffer.allocate(HandshakeMessage.NONCE_BYTES).putInt(number).array();
    }

    @Test
    void aNonceIsNewOnce() {
        assertThat(credentials.isNew(nonce(1))).isTrue();
        assertThat(credentials.isNew(nonce(2))).isTrue();
        assertThat(credentials.isNew(nonce(1))).isFalse();
        assertThat(credentials.isNew(nonce(2))).isFalse();
    }

    /** Ranks of a job that runs for weeks connect often: memory is bounded. */
    @Test
    void theNewestNoncesAreRememberedAndNoMore() {
        int most = Credentials.MOST_GREETED;
        for (int i = 0; i < most; i++) {
            assertThat(credentials.isNew(nonce(i))).isTrue();
        }
        assertThat(credentials.isNew(nonce(0))).as("the oldest that is remembered").isFalse();
        assertThat(credentials.isNew(nonce(most))).isTrue();
        assertThat(credentials.isNew(nonce(1))).as("the oldest that is left").isFalse();
        assertThat(credentials.isNew(nonce(0))).as("forgotten").isTrue();
    }

    /** Callers may clear their copy of the secret. */
    @Test
    void theSecretIsCopied() {
        byte[] secret = new byte[16];
        Credentials copied = new Credentials("job", secret, byte[]::new);
        HandshakeMessage.Parties parties = new HandshakeMessage.Parties(0, 0, 1, 0);
        byte[] before = copied.greeting(parties, nonce(1));
        secret[0] = 1;
        assertThat(copied.greeting(parties, nonce(1))).isEqualTo(before);
    }
}
