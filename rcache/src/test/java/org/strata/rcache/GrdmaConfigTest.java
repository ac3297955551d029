package org.strata.rcache;

import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

class GrdmaConfigTest extends ConfigContract<GrdmaConfig> {
    GrdmaConfigTest() {
        super("rcache", "grdma");
    }

    @Override
    protected GrdmaConfig read(Section section) {
        return GrdmaConfig.from(section);
    }

    @Override
    protected GrdmaConfig defaults() {
        return new GrdmaConfig(1L << 30, 4096, 2000, 100, 1 << 20, false, false);
    }
}
