package org.strata.bml.r2;

import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

class R2ConfigTest extends ConfigContract<R2Config> {
    R2ConfigTest() {
        super("bml", "r2");
    }

    @Override
    protected R2Config read(Section section) {
        return R2Config.from(section);
    }

    @Override
    protected R2Config defaults() {
        return new R2Config(100);
    }
}
