package org.strata.ess.pmi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

class PmiConfigTest extends ConfigContract<PmiConfig> {
    PmiConfigTest() {
        super("ess", "pmi");
    }

    @Override
    protected PmiConfig read(Section section) {
        return PmiConfig.from(section);
    }

    @Override
    protected PmiConfig defaults() {
        return new PmiConfig(60_000);
    }

    @Test
    void explicit() {
        assertThat(with("ess_pmi_join_timeout", "5")).isEqualTo(new PmiConfig(5));
    }
}
