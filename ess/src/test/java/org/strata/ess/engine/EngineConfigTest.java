package org.strata.ess.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

class EngineConfigTest extends ConfigContract<EngineConfig> {
    EngineConfigTest() {
        super("ess", "engine");
    }

    @Override
    protected EngineConfig read(Section section) {
        return EngineConfig.from(section);
    }

    @Override
    protected EngineConfig defaults() {
        return new EngineConfig(60_000);
    }

    @Test
    void explicit() {
        assertThat(with("ess_engine_join_timeout", "5")).isEqualTo(new EngineConfig(5));
    }
}
