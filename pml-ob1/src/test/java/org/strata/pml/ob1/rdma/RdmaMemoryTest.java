package org.strata.pml.ob1.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Lengths of pieces when memory cannot be registered. */
class RdmaMemoryTest {
    private static final long SHORTEST = 4096;

    @Test
    void lengthsAreHalvedDownToTheShortest() {
        assertThat(RdmaMemory.smaller(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE / 2);
        assertThat(RdmaMemory.smaller(10_000)).isEqualTo(5000);
        assertThat(RdmaMemory.smaller(5000)).isEqualTo(SHORTEST);
        assertThat(RdmaMemory.smaller(SHORTEST)).isZero();
        assertThat(RdmaMemory.smaller(12)).isZero();
    }

    /** A piece that ends at a segment may be short; the pieces after it need not be. */
    @Test
    void aShortPieceThatIsRefusedLimitsTheNextToTheShortestLengthOnly() {
        assertThat(RdmaMemory.limit(Long.MAX_VALUE, 12)).isEqualTo(SHORTEST);
        assertThat(RdmaMemory.limit(SHORTEST, 12)).isEqualTo(SHORTEST);
        assertThat(RdmaMemory.limit(Long.MAX_VALUE, 100_000)).isEqualTo(100_000);
        assertThat(RdmaMemory.limit(8192, 100_000)).isEqualTo(8192);
    }
}
