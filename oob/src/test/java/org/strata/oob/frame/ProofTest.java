package org.strata.oob.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

class ProofTest {
    private static String hmac(byte[] key, String message) {
        return HexFormat.of()
                .formatHex(
                        Proof.hmac(
                                key, ByteBuffer.wrap(message.getBytes(StandardCharsets.US_ASCII))));
    }

    /** RFC 4231, test cases 1, 2 and 6. */
    @Test
    void isHmacSha256() {
        byte[] key = new byte[20];
        Arrays.fill(key, (byte) 0x0b);
        assertThat(hmac(key, "Hi There"))
                .isEqualTo("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
        assertThat(hmac("Jefe".getBytes(StandardCharsets.US_ASCII), "what do ya want for nothing?"))
                .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        byte[] longKey = new byte[131];
        Arrays.fill(longKey, (byte) 0xaa);
        assertThat(hmac(longKey, "Test Using Larger Than Block-Size Key - Hash Key First"))
                .isEqualTo("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    }

    @Test
    void rolesAndRanksDiffer() {
        byte[] secret = new byte[32];
        byte[] nonce = new byte[32];
        assertThat(Proof.ofRank(secret, 0, nonce, nonce))
                .isNotEqualTo(Proof.ofServer(secret, 0, nonce, nonce))
                .isNotEqualTo(Proof.ofRank(secret, 1, nonce, nonce));
    }
}
