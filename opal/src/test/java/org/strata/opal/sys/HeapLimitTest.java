package org.strata.opal.sys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A rank's share of the host's memory, and where the JVM's own limit is no larger. */
class HeapLimitTest {
    private static final long MEBI = 1L << 20;
    private static final long GIBI = 1L << 30;

    @Test
    void ranksShareFourFifths() {
        assertThat(HeapLimit.ofRank(40 * GIBI, 8)).isEqualTo(4 * GIBI);
        assertThat(HeapLimit.ofRank(40 * GIBI, 32)).isEqualTo(GIBI);
    }

    /** The JVM takes a quarter by itself, up to a bound; what is no less need not be said. */
    @Test
    void nothingIsSaidWhereTheJvmTakesNoMore() {
        assertThat(HeapLimit.ofRank(40 * GIBI, 1)).isZero();
        assertThat(HeapLimit.ofRank(40 * GIBI, 0)).isZero();
        assertThat(HeapLimit.ofRank(40 * GIBI, 3)).as("13 of 40").isZero();
        assertThat(HeapLimit.ofRank(40 * GIBI, 4)).as("8 of 40").isEqualTo(8 * GIBI);
        assertThat(HeapLimit.ofRank(1240 * GIBI, 32)).as("31 of 1240").isZero();
        assertThat(HeapLimit.ofRank(1240 * GIBI, 64)).isEqualTo(15 * GIBI + GIBI / 2);
        assertThat(HeapLimit.ofRank(0, 4)).as("of unknown memory").isZero();
    }

    /** With less a rank could not even start. */
    @Test
    void aRankHasSomeMemoryWhateverTheirNumber() {
        assertThat(HeapLimit.ofRank(2 * GIBI, 1000)).isEqualTo(64 * MEBI);
        assertThat(HeapLimit.ofRank(128 * MEBI, 1000)).as("a quarter is less").isZero();
    }

    @Test
    void itIsDescribedForPeople() {
        assertThat(HeapLimit.describe(0)).isEqualTo("the JVM's default");
        assertThat(HeapLimit.describe(20 * GIBI)).startsWith("5.0 GiB, or 16.0 GiB / ranks");
        assertThat(HeapLimit.describe(200 * GIBI)).startsWith("31.0 GiB, or 160.0 GiB / ranks");
        assertThat(HeapLimit.gibi(GIBI + GIBI / 4)).isEqualTo("1.3");
    }
}
