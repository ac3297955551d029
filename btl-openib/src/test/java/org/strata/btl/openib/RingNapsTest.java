package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RingNapsTest {
    @Test
    void napsDoubleUntilAPacketComes() {
        RingNaps naps = new RingNaps();
        assertThat(naps.next(0)).isEqualTo(RingNaps.FIRST_NANOS);
        assertThat(naps.next(0)).isEqualTo(2 * RingNaps.FIRST_NANOS);
        for (int i = 0; i < 10; i++) {
            naps.next(0);
        }
        assertThat(naps.next(0)).isEqualTo(RingNaps.MOST_NANOS);
        assertThat(naps.next(3)).as("after packets").isEqualTo(RingNaps.FIRST_NANOS);
        assertThat(naps.next(3)).isEqualTo(2 * RingNaps.FIRST_NANOS);
    }
}
