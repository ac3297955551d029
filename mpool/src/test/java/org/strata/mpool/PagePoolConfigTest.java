package org.strata.mpool;

import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

class PagePoolConfigTest extends ConfigContract<PagePoolConfig> {
    PagePoolConfigTest() {
        super("mpool", "page");
    }

    @Override
    protected PagePoolConfig read(Section section) {
        return PagePoolConfig.from(section);
    }

    @Override
    protected PagePoolConfig defaults() {
        return new PagePoolConfig(4096, 1L << 30);
    }
}
