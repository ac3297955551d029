package org.strata.ess.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JobIdentityTest {
    @Test
    void everyJobHasANameAndASecretOfItsOwn() {
        JobIdentity one = JobIdentity.create();
        JobIdentity other = JobIdentity.create();
        assertThat(one.jobId()).matches("\\d+-[0-9a-f]{8}").isNotEqualTo(other.jobId());
        assertThat(one.secret()).hasSize(32).isNotEqualTo(other.secret());
    }

    @Test
    void nobodyChangesTheSecret() {
        JobIdentity identity = JobIdentity.create();
        byte[] secret = identity.secret().clone();
        identity.secret()[0]++;
        assertThat(identity.secret()).isEqualTo(secret);
    }
}
