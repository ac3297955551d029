package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A code comes from another process: every int is a verdict. */
final class HandshakeVerdictTest {
    @Test
    void aVerdictIsItsCodeAndEverythingElseIsARefusal() {
        for (HandshakeVerdict verdict : HandshakeVerdict.values()) {
            assertThat(HandshakeVerdict.of(verdict.code())).isEqualTo(verdict);
        }
        int first = HandshakeVerdict.values().length;
        for (int code : new int[] {first, first + 1, 255, -1, Integer.MIN_VALUE}) {
            assertThat(HandshakeVerdict.of(code)).isEqualTo(HandshakeVerdict.REFUSED);
        }
    }
}
