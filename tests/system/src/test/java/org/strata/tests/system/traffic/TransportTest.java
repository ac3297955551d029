package org.strata.tests.system.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Options of the jobs themselves. */
class TransportTest {
    /** {@code -Dmca} of the soak sets what a part of it sets, too. */
    @Test
    void theLastValueOfAParameterCounts() {
        String[] more = {"btl_openib_use_eager_rdma", "1", "btl_openib_use_eager_rdma", "-1"};
        assertThat(Transport.ADAPTERS.words(3, more))
                .containsSequence("--mca", "btl_openib_use_eager_rdma", "-1")
                .containsOnlyOnce("btl_openib_use_eager_rdma");
    }
}
