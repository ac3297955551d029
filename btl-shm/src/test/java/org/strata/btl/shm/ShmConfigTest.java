package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.base.ParameterException;
import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

final class ShmConfigTest extends ConfigContract<ShmConfig> {
    ShmConfigTest() {
        super("btl", "shm");
    }

    @Override
    protected ShmConfig read(Section section) {
        return ShmConfig.from(section);
    }

    @Override
    protected ShmConfig defaults() {
        return new ShmConfig(
                65536,
                4 << 10,
                32 << 10,
                32 << 10,
                32 << 10,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                1,
                20000,
                "/dev/shm",
                4 << 20,
                8,
                512,
                64,
                1024,
                -1,
                32,
                128 << 10,
                true,
                16 << 20,
                60_000);
    }

    @Test
    void fragmentsHoldEveryEagerMessage() {
        ShmConfig config = with("btl_shm_eager_limit", "64k", "btl_shm_max_send_size", "1k");
        assertThat(config.maxSendSize()).isEqualTo(64 << 10);
    }

    @ParameterizedTest
    @CsvSource({"eager_limit,63", "max_send_size,2g", "fifo_size,0", "fbox_size,32", "latency,-1"})
    void whatCannotWorkIsRefused(String key, String value) {
        assertThatThrownBy(() -> with("btl_shm_" + key, value))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("that works");
    }

    @Test
    void noLimitOnFragmentsIsWrittenAsMinusOne() {
        assertThat(with("btl_shm_free_list_max", "-1").freeListMax()).isEqualTo(Integer.MAX_VALUE);
        assertThat(with("btl_shm_free_list_max", "0").freeListMax()).isEqualTo(1);
    }

    @Test
    void boxesComeAtOnceWhereThereAreEnough() {
        assertThat(with().threshold(32)).isZero();
        assertThat(with().threshold(33)).isEqualTo(16);
        assertThat(with("btl_shm_fbox_threshold", "3").threshold(1)).isEqualTo(3);
    }
}
