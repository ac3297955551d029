package org.strata.ess.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The secret of a job whose launcher publishes a part of it for all to read. */
class SecretFileTest {
    private static final byte[] FILE = new byte[32];
    private static final byte[] PUBLISHED = {1, 2, 3};

    @Test
    void theSecretIsOfBothParts() throws Exception {
        byte[] secret = SecretFile.join(FILE, PUBLISHED);
        assertThat(secret).hasSize(32).isEqualTo(SecretFile.join(FILE, PUBLISHED));
        byte[] other = FILE.clone();
        other[31] = 1;
        assertThat(SecretFile.join(other, PUBLISHED)).isNotEqualTo(secret);
        assertThat(SecretFile.join(FILE, Arrays.copyOf(PUBLISHED, 4))).isNotEqualTo(secret);
    }

    /**
     * Who has the file's code of the published part for something else does not have the secret.
     */
    @Test
    void theSecretIsForThisPurpose() throws Exception {
        Mac plain = Mac.getInstance("HmacSHA256");
        plain.init(new SecretKeySpec(FILE, "HmacSHA256"));
        assertThat(SecretFile.join(FILE, PUBLISHED)).isNotEqualTo(plain.doFinal(PUBLISHED));
    }
}
