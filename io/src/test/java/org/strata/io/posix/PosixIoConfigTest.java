package org.strata.io.posix;

import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

final class PosixIoConfigTest extends ConfigContract<PosixIoConfig> {
    PosixIoConfigTest() {
        super("io", "posix");
    }

    @Override
    protected PosixIoConfig read(Section section) {
        return PosixIoConfig.from(section);
    }

    @Override
    protected PosixIoConfig defaults() {
        return new PosixIoConfig(20, 0, 16 << 20, 4 << 20);
    }
}
