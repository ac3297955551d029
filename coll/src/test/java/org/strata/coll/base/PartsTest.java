package org.strata.coll.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;

class PartsTest {
    private static final int HALF = 1 << 30;

    /** Counts are ints, their sums are not. */
    @Test
    void adjacentPartsBeginWhereAnIntCannotTell() {
        Buf all = new Buf(null, 0, 4L * HALF, DataLayouts.BYTE);
        Parts parts = Parts.adjacent(all, new int[] {HALF, HALF, HALF, HALF});
        assertThat(parts.start(2)).isEqualTo(2L * HALF);
        assertThat(parts.part(3).offset()).isEqualTo(3L * HALF);
        assertThat(parts.range(1, 4).count()).isEqualTo(3L * HALF);
        assertThat(parts.in(all).start(3)).isEqualTo(3L * HALF);
        assertThat(parts.uniform()).isFalse();
    }

    @Test
    void sharesAreEvenToOneElement() {
        Parts shares = Parts.shares(new Buf(null, 0, 10, DataLayouts.BYTE), 4);
        assertThat(new long[] {shares.count(0), shares.count(1), shares.count(2), shares.count(3)})
                .containsExactly(3, 3, 2, 2);
        assertThat(shares.start(3)).isEqualTo(8);
    }
}
