package org.strata.pml.ob1;

import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

class Ob1ConfigTest extends ConfigContract<Ob1Config> {
    Ob1ConfigTest() {
        super("pml", "ob1");
    }

    @Override
    protected Ob1Config read(Section section) {
        return Ob1Config.from(section);
    }

    @Override
    protected Ob1Config defaults() {
        return Ob1Config.defaults();
    }
}
