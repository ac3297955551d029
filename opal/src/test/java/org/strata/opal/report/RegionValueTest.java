package org.strata.opal.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Names of values that belong to the program's regions, which may have any name themselves. */
class RegionValueTest {
    @Test
    void aNameLeadsBackToKindAndRegion() {
        for (String region : new String[] {"solve", "", "region runs: a", "a: b"}) {
            for (RegionValue kind : RegionValue.values()) {
                String value = kind.of(region);
                assertThat(RegionValue.kind(value)).isEqualTo(kind);
                assertThat(kind.region(value)).isEqualTo(region);
            }
        }
    }

    @Test
    void otherValuesBelongToNoRegion() {
        assertThat(RegionValue.kind("pml_ob1_eager_sent")).isNull();
        assertThat(RegionValue.kind("region runs")).isNull();
        assertThat(RegionValue.kind("")).isNull();
    }
}
