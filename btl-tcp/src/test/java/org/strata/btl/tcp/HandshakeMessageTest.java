package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.btl.tcp.HandshakeMessage.Parties;
import org.strata.btl.tcp.HandshakeMessage.ProtocolException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

final class HandshakeMessageTest {
    private static final byte[] JOB = filled(HandshakeMessage.JOB_BYTES, 0x11);
    private static final Parties PARTIES = new Parties(1, 2, 0x01020304, 5);

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    @Test
    void bytesOnTheWire() {
        HandshakeMessage message =
                new HandshakeMessage()
                        .set(HandshakeMessage.CHALLENGE, PARTIES, JOB)
                        .nonce(filled(16, 0x22))
                        .proof(filled(32, 0x33));
        String magic = HexFormat.of().formatHex("STRATA/T".getBytes(StandardCharsets.US_ASCII));
        String expected =
                magic
                        + "0002"
                        + "02"
                        + "00"
                        + "00000001"
                        + "01020304"
                        + "0002"
                        + "0005"
                        + "11".repeat(16)
                        + "22".repeat(16)
                        + "33".repeat(32);
        assertThat(HexFormat.of().formatHex(message.toBytes())).isEqualTo(expected);
        assertThat(message.toBytes()).hasSize(HandshakeMessage.BYTES);
    }

    @Test
    void verdictIsByteEleven() {
        for (HandshakeVerdict verdict : HandshakeVerdict.values()) {
            HandshakeMessage message =
                    new HandshakeMessage()
                            .set(HandshakeMessage.VERDICT, PARTIES, JOB)
                            .verdict(verdict);
            assertThat(message.toBytes()[11]).isEqualTo((byte) verdict.ordinal());
            assertThat(message.verdict()).isEqualTo(verdict);
        }
        assertThat(HandshakeVerdict.of(200)).isEqualTo(HandshakeVerdict.REFUSED);
        assertThat(HandshakeVerdict.of(-1)).isEqualTo(HandshakeVerdict.REFUSED);
    }

    @Test
    void fieldsComeBack() {
        HandshakeMessage message = new HandshakeMessage().set(HandshakeMessage.HELLO, PARTIES, JOB);
        assertThat(message.parties()).isEqualTo(PARTIES);
        assertThat(PARTIES.reversed()).isEqualTo(new Parties(0x01020304, 5, 1, 2));
    }

    /** One message serves a whole handshake: what it held before is not sent again. */
    @Test
    void aMessageThatIsUsedAgainHasNothingOfTheLastOne() {
        HandshakeMessage again =
                new HandshakeMessage()
                        .set(HandshakeMessage.PROOF, PARTIES.reversed(), new byte[JOB.length])
                        .nonce(filled(HandshakeMessage.NONCE_BYTES, 0x22))
                        .proof(filled(HandshakeMessage.PROOF_BYTES, 0x33))
                        .verdict(HandshakeVerdict.REFUSED);
        assertThat(again.set(HandshakeMessage.HELLO, PARTIES, JOB).toBytes())
                .isEqualTo(
                        new HandshakeMessage().set(HandshakeMessage.HELLO, PARTIES, JOB).toBytes());
    }

    @Test
    void kindAndJobAreChecked() throws Exception {
        HandshakeMessage message = new HandshakeMessage().set(HandshakeMessage.HELLO, PARTIES, JOB);
        message.check(HandshakeMessage.HELLO, JOB);
        assertThatThrownBy(() -> message.check(HandshakeMessage.PROOF, JOB))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("out of turn");
        assertThatThrownBy(() -> message.check(HandshakeMessage.HELLO, filled(16, 0x12)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("another job");
    }

    @Test
    void proofsDependOnEverythingTheyClaim() {
        Credentials credentials = new Credentials("job", filled(16, 1), byte[]::new);
        byte[] a = filled(16, 2);
        byte[] b = filled(16, 3);
        byte[] proof = credentials.proof(Credentials.Role.INITIATOR, PARTIES, a, b);
        assertThat(proof).hasSize(HandshakeMessage.PROOF_BYTES);
        assertThat(credentials.proof(Credentials.Role.INITIATOR, PARTIES, a, b)).isEqualTo(proof);
        byte[][] others = {
            credentials.proof(Credentials.Role.LISTENER, PARTIES, a, b),
            credentials.proof(Credentials.Role.INITIATOR, PARTIES.reversed(), a, b),
            credentials.proof(Credentials.Role.INITIATOR, PARTIES, b, b),
            credentials.proof(Credentials.Role.INITIATOR, PARTIES, a, a),
            new Credentials("other", filled(16, 1), byte[]::new)
                    .proof(Credentials.Role.INITIATOR, PARTIES, a, b),
            new Credentials("job", filled(16, 9), byte[]::new)
                    .proof(Credentials.Role.INITIATOR, PARTIES, a, b)
        };
        for (byte[] other : others) {
            assertThat(Credentials.same(proof, other)).isFalse();
        }
        assertThat(Credentials.same(proof, proof.clone())).isTrue();
        for (int i = 0; i < proof.length; i++) {
            byte[] almost = proof.clone();
            almost[i] ^= 1;
            assertThat(Credentials.same(almost, proof)).as("byte %d is wrong", i).isFalse();
        }
    }
}
