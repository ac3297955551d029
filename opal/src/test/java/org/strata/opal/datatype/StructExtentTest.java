package org.strata.opal.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StructExtentTest {
    /**
     * MPI 4.1 §5.1.6: the upper bound is past the last byte of the basic entries, rounded up by ε
     * to their strictest alignment. The padding of an inner type is no entry. Open MPI 4.1 and
     * MPICH count it and say 80 here.
     */
    @Test
    void paddingOfInnerTypesIsNotData() {
        DataLayout doubles = DataLayouts.basic(8, 8);
        DataLayout bytes = DataLayouts.basic(1, 1);
        DataLayout ints = DataLayouts.basic(4, 4);
        DataLayout shorts = DataLayouts.basic(2, 2);
        DataLayout inner =
                DataLayouts.struct(
                        new long[] {1, 1, 3},
                        new long[] {0, 8, 9},
                        new DataLayout[] {doubles, bytes, ints});
        assertThat(inner.trueExtent()).isEqualTo(21);
        assertThat(inner.extent()).isEqualTo(24);
        DataLayout outer =
                DataLayouts.struct(
                        new long[] {1, 1, 2},
                        new long[] {0, 24, 26},
                        new DataLayout[] {inner, shorts, inner});
        assertThat(outer.trueExtent()).isEqualTo(26 + 24 + 21);
        assertThat(outer.extent()).isEqualTo(72);
    }
}
