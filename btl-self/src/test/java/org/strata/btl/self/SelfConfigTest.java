package org.strata.btl.self;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.base.Section;
import org.strata.mca.btl.BtlAttributes;
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
    void packetsTooShortForAHeaderAreRefused() {
        assertRefused("less than 96", "btl_self_eager_limit", "95");
        assertRefused("less than 96", "btl_self_max_send_size", "1");
        assertRefused("more than 1g", "btl_self_max_send_size", "64g");
        assertRefused("at least 4, or -1", "btl_self_free_list_max", "3");
        assertThat(with("btl_self_eager_limit", "96").attributes().eagerLimit()).isEqualTo(96);
    }

    @Test
    void whatIsSetHoldsAndDefaultsGiveWay() {
        assertThat(with("btl_self_eager_limit", "1m").attributes())
                .returns(1 << 20, BtlAttributes::rendezvousEagerLimit)
                .returns(1 << 20, BtlAttributes::maxSendSize);
        assertThat(with("btl_self_max_send_size", "512").attributes())
                .returns(512, BtlAttributes::eagerLimit)
                .returns(512, BtlAttributes::rendezvousEagerLimit);
        assertRefused(
                "not be more than btl_self_max_send_size = 1k \\(command line\\)",
                "btl_self_eager_limit",
                "2k",
                "btl_self_max_send_size",
                "1k");
    }

    @Test
    void noLimitOnFragmentsIsWrittenAsMinusOne() {
        assertThat(with("btl_self_free_list_max", "-1").freeListMax()).isEqualTo(-1);
        assertThat(with("btl_self_free_list_max", "4").freeListMax()).isEqualTo(4);
    }
}
