package org.strata.osc.shm;

import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

final class SharedOscConfigTest extends ConfigContract<SharedOscConfig> {
    SharedOscConfigTest() {
        super("osc", "shm");
    }

    @Override
    protected SharedOscConfig read(Section section) {
        return SharedOscConfig.from(section);
    }

    @Override
    protected SharedOscConfig defaults() {
        return new SharedOscConfig(20);
    }
}
