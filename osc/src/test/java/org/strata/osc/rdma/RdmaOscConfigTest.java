package org.strata.osc.rdma;

import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

final class RdmaOscConfigTest extends ConfigContract<RdmaOscConfig> {
    RdmaOscConfigTest() {
        super("osc", "rdma");
    }

    @Override
    protected RdmaOscConfig read(Section section) {
        return RdmaOscConfig.from(section);
    }

    @Override
    protected RdmaOscConfig defaults() {
        return new RdmaOscConfig(15, 8192, 32, true);
    }
}
