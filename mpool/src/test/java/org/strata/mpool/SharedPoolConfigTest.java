package org.strata.mpool;

import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

class SharedPoolConfigTest extends ConfigContract<SharedPoolConfig> {
    SharedPoolConfigTest() {
        super("mpool", "shared");
    }

    @Override
    protected SharedPoolConfig read(Section section) {
        return SharedPoolConfig.from(section);
    }

    @Override
    protected SharedPoolConfig defaults() {
        return new SharedPoolConfig("/dev/shm", 64L << 20, 16L << 30);
    }
}
