package org.strata.mpool;

import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

class HugePoolConfigTest extends ConfigContract<PagePoolConfig> {
    HugePoolConfigTest() {
        super("mpool", "huge");
    }

    @Override
    protected PagePoolConfig read(Section section) {
        return PagePoolConfig.from(section);
    }

    @Override
    protected PagePoolConfig defaults() {
        return new PagePoolConfig(1 << 20, 0);
    }
}
