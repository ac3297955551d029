package org.strata.btl.self;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

final class SelfConfigTest extends ConfigContract<SelfConfig> {
    SelfConfigTest() {
        super("btl", "self");
    }

    @Override
    protected SelfConfig read(Section section) {
        return SelfConfig.from(section);
    }

    @Override
    protected SelfConfig defaults() {
        return SelfConfig.defaults();
    }

    @Test
    void packetsHoldAHeaderWhateverTheUserWrites() {
        assertThat(with("btl_self_eager_limit", "0").eagerLimit()).isEqualTo(256);
        assertThat(with("btl_self_max_send_size", "1").maxSendSize()).isEqualTo(256);
        assertThat(with("btl_self_max_send_size", "64g").maxSendSize()).isEqualTo(1 << 30);
    }

    @Test
    void noLimitOnFragmentsIsWrittenAsMinusOne() {
        assertThat(with("btl_self_free_list_max", "-1").freeListMax()).isEqualTo(Integer.MAX_VALUE);
        assertThat(with("btl_self_free_list_max", "0").freeListMax()).isPositive();
    }
}
