package org.strata.pml.copy;

import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

class CopyConfigTest extends ConfigContract<CopyConfig> {
    CopyConfigTest() {
        super("pml", "copy");
    }

    @Override
    protected CopyConfig read(Section section) {
        return CopyConfig.from(section);
    }

    @Override
    protected CopyConfig defaults() {
        return CopyConfig.defaults();
    }
}
