package org.strata.btl.uds;

import org.junit.jupiter.api.Test;
import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

final class UdsConfigTest extends ConfigContract<UdsConfig> {
    UdsConfigTest() {
        super("btl", "uds");
    }

    @Override
    protected UdsConfig read(Section section) {
        return UdsConfig.from(section);
    }

    @Override
    protected UdsConfig defaults() {
        return Components.DEFAULTS;
    }

    @Test
    void contradictionsAreRefused() {
        assertRefused(
                "not be more than btl_uds_max_send_size = 1k",
                "btl_uds_eager_limit",
                "2k",
                "btl_uds_max_send_size",
                "1k");
        assertRefused("no message could be sent", "btl_uds_free_list_max", "0");
    }
}
