package org.strata.osc.pt2pt;

import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

final class Pt2ptConfigTest extends ConfigContract<Pt2ptConfig> {
    Pt2ptConfigTest() {
        super("osc", "pt2pt");
    }

    @Override
    protected Pt2ptConfig read(Section section) {
        return Pt2ptConfig.from(section);
    }

    @Override
    protected Pt2ptConfig defaults() {
        return new Pt2ptConfig(10, 4096, 32);
    }
}
