package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.base.Declaration;
import org.strata.mca.base.ParameterException;
import org.strata.mca.base.Section;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.FreeList;
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
                new BtlAttributes(
                        "shm",
                        65536,
                        BtlAttributes.FLAG_SEND | BtlAttributes.FLAG_PUT | BtlAttributes.FLAG_GET,
                        12 << 10,
                        32 << 10,
                        32 << 10,
                        32 << 10,
                        Integer.MAX_VALUE,
                        Integer.MAX_VALUE,
                        1,
                        20000),
                "/dev/shm",
                4 << 20,
                new FreeList(8, 512, 64),
                1024,
                -1,
                32,
                128 << 10,
                true,
                32 << 10,
                true,
                60_000,
                8,
                0);
    }

    @Test
    void fragmentsHoldEveryEagerMessage() {
        assertThat(with("btl_shm_eager_limit", "64k").attributes())
                .returns(64 << 10, BtlAttributes::rendezvousEagerLimit)
                .returns(64 << 10, BtlAttributes::maxSendSize);
        assertThat(with("btl_shm_max_send_size", "1k").attributes().eagerLimit()).isEqualTo(1024);
    }

    @Test
    void contradictionsAreRefused() {
        assertRefused(
                "not be more than btl_shm_max_send_size = 1k \\(command line\\)",
                "btl_shm_eager_limit",
                "64k",
                "btl_shm_max_send_size",
                "1k");
        assertRefused(
                "not be more than btl_shm_rndv_eager_limit = 2k \\(command line\\)",
                "btl_shm_eager_limit",
                "4k",
                "btl_shm_rndv_eager_limit",
                "2k");
        assertRefused("-1 means no bound", "btl_shm_free_list_max", "0");
        assertRefused("power of two", "btl_shm_fifo_size", "1000");
        assertRefused("power of two", "btl_shm_fbox_size", "1000");
    }

    @ParameterizedTest
    @CsvSource({"eager_limit,95", "max_send_size,2g", "fifo_size,0", "fbox_size,32", "latency,-1"})
    void whatCannotWorkIsRefused(String key, String value) {
        assertThatThrownBy(() -> with("btl_shm_" + key, value))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("that works");
    }

    /** The contract takes 4k and 8k, which are powers of two as well. */
    @Override
    protected String otherValue(Declaration declaration) {
        return declaration.name().equals("btl_shm_fifo_size")
                ? "2048"
                : super.otherValue(declaration);
    }

    @Test
    void boxesComeAtOnceWhereThereAreEnough() {
        assertThat(with().threshold(32)).isZero();
        assertThat(with().threshold(33)).isEqualTo(16);
        assertThat(with("btl_shm_fbox_threshold", "3").threshold(1)).isEqualTo(3);
    }
}
