package org.strata.ess.pmix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

class PmixConfigTest extends ConfigContract<PmixConfig> {
    PmixConfigTest() {
        super("ess", "pmix");
    }

    @Override
    protected PmixConfig read(Section section) {
        return PmixConfig.from(section);
    }

    @Override
    protected PmixConfig defaults() {
        return new PmixConfig(60_000);
    }

    @Test
    void explicit() {
        assertThat(with("ess_pmix_join_timeout", "5")).isEqualTo(new PmixConfig(5));
    }
}
