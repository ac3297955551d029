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

    /** Ranges may be empty, at the beginning, in the middle and at the end. */
    @Test
    void rangesAreOfPartsInARow() {
        Buf ten = new Buf(null, 100, 10, DataLayouts.BYTE);
        Parts[] all = {
            Parts.shares(ten, 4),
            Parts.adjacent(ten, new int[] {3, 3, 2, 2}),
            Parts.of(ten, new int[] {3, 3, 2, 2}, new int[] {0, 3, 6, 8})
        };
        int[] starts = {0, 3, 6, 8, 10};
        for (Parts parts : all) {
            assertThat(parts.size()).isEqualTo(4);
            assertThat(parts.totalBytes()).isEqualTo(10);
            assertThat(parts.uniform()).isFalse();
            for (int from = 0; from <= 4; from++) {
                for (int to = from; to <= 4; to++) {
                    Buf range = parts.range(from, to);
                    assertThat(range.offset()).isEqualTo(100 + starts[from]);
                    assertThat(range.count()).isEqualTo(starts[to] - starts[from]);
                }
            }
        }
    }

    @Test
    void equalPartsAreUniform() {
        Parts parts = Parts.equal(new Buf(null, 0, 5, DataLayouts.basic(4, 4)), 3);
        assertThat(parts.uniform()).isTrue();
        assertThat(parts.count(2)).isEqualTo(5);
        assertThat(parts.bytes(2)).isEqualTo(20);
        assertThat(parts.totalBytes()).isEqualTo(60);
        assertThat(parts.part(2).offset()).isEqualTo(40);
        Buf twelve = new Buf(null, 0, 12, DataLayouts.BYTE);
        assertThat(Parts.shares(twelve, 4).uniform()).isTrue();
        assertThat(Parts.shares(twelve, 5).uniform()).isFalse();
    }
}
