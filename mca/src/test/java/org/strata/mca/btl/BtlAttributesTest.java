package org.strata.mca.btl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One link's attributes, made of the component's. */
class BtlAttributesTest {
    private static final BtlAttributes ALL =
            new BtlAttributes("tcp", 1, 2, 300, 400, 500, 6, 7, 310, 9, 10);

    @Test
    void aLinkHasItsDevicesNameRankFlagsAndBandwidth() {
        assertThat(ALL.forLink("tcp(eth0)", 11, 12, 13))
                .isEqualTo(new BtlAttributes("tcp(eth0)", 11, 12, 300, 400, 500, 6, 7, 310, 9, 13));
        assertThat(ALL.named("x"))
                .isEqualTo(new BtlAttributes("x", 1, 2, 300, 400, 500, 6, 7, 310, 9, 10));
    }

    /** What a device cannot send at once, no limit allows. */
    @Test
    void limitsShrinkToTheDevices() {
        assertThat(ALL.limitedTo(450))
                .isEqualTo(new BtlAttributes("tcp", 1, 2, 300, 400, 450, 6, 7, 310, 9, 10));
        assertThat(ALL.limitedTo(350))
                .isEqualTo(new BtlAttributes("tcp", 1, 2, 300, 350, 350, 6, 7, 310, 9, 10));
        assertThat(ALL.limitedTo(200))
                .isEqualTo(new BtlAttributes("tcp", 1, 2, 200, 200, 200, 6, 7, 310, 9, 10));
        assertThat(ALL.limitedTo(1000)).isEqualTo(ALL);
    }

    @ParameterizedTest
    @CsvSource({"95, 400, 500", "401, 400, 500", "300, 501, 500"})
    void sizesThatDecreaseAreRefused(int eager, int rendezvous, int send) {
        assertThatThrownBy(() ->
                        new BtlAttributes("tcp", 1, 2, eager, rendezvous, send, 6, 7, 8, 9, 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tcp");
    }
}
