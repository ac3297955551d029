package org.strata.ess.own;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

class OwnConfigTest extends ConfigContract<OwnConfig> {
    OwnConfigTest() {
        super("ess", "own");
    }

    @Override
    protected OwnConfig read(Section section) {
        return OwnConfig.from(section);
    }

    @Override
    protected OwnConfig defaults() {
        return new OwnConfig(60_000);
    }

    @Test
    void explicit() {
        assertThat(with("ess_own_join_timeout", "5")).isEqualTo(new OwnConfig(5));
    }
}
