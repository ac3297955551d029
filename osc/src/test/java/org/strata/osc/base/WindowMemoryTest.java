package org.strata.osc.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;

/** What operations may access, and what they may not. */
class WindowMemoryTest {
    private static final DataLayout INT = DataLayouts.basic(4, 4);

    @Test
    void elementsLieInTheWindow() {
        FixedMemory memory = new FixedMemory(1000, 40, 4);
        assertThat(memory.resolve(0, 10, INT)).isEqualTo(1000);
        assertThat(memory.resolve(9, 1, INT)).isEqualTo(1036);
        assertThat(memory.resolve(9, 2, INT)).isEqualTo(WindowMemory.OUTSIDE);
        assertThat(memory.resolve(-1, 1, INT)).isEqualTo(WindowMemory.OUTSIDE);
        assertThat(memory.resolve(10, 0, INT)).isEqualTo(1040);
        DataLayout column = DataLayouts.hvector(3, 1, 16, INT);
        assertThat(memory.resolve(1, 1, column)).isEqualTo(1004);
        assertThat(memory.resolve(2, 1, column)).isEqualTo(WindowMemory.OUTSIDE);
        DataLayout before = DataLayouts.hindexed(new long[] {1}, new long[] {-8}, INT);
        assertThat(memory.resolve(2, 1, before)).isEqualTo(1008);
        assertThat(memory.resolve(1, 1, before)).isEqualTo(WindowMemory.OUTSIDE);
    }

    @Test
    void numbersThatOverflowAreOutside() {
        FixedMemory memory = new FixedMemory(1000, 40, 4);
        long[] wild = {Long.MAX_VALUE, Long.MIN_VALUE, 1L << 62, -(1L << 62), 1L << 61};
        for (long number : wild) {
            assertThat(memory.resolve(number, 1, INT)).isEqualTo(WindowMemory.OUTSIDE);
            assertThat(memory.resolve(0, number, INT)).isEqualTo(WindowMemory.OUTSIDE);
        }
    }

    @Test
    void regionsGetTheLowestPlaces() {
        AttachedMemory memory = new AttachedMemory();
        assertThat(memory.attach(5000, 100, this)).isZero();
        assertThat(memory.attach(1000, 10, this)).isEqualTo(128);
        assertThat(memory.attach(9000, 500, this)).isEqualTo(192);
        assertThat(memory.attach(5050, 10, this)).isEqualTo(-1);
        assertThat(memory.resolve(96, 1, INT)).isEqualTo(5096);
        assertThat(memory.resolve(97, 1, INT)).isEqualTo(WindowMemory.OUTSIDE);
        assertThat(memory.resolve(128, 2, INT)).isEqualTo(1000);
        assertThat(memory.resolve(120, 1, INT)).isEqualTo(WindowMemory.OUTSIDE);
        assertThat(memory.detach(1000)).isTrue();
        assertThat(memory.detach(1000)).isFalse();
        assertThat(memory.resolve(128, 1, INT)).isEqualTo(WindowMemory.OUTSIDE);
        assertThat(memory.attach(2000, 64, this)).isEqualTo(128);
        assertThat(memory.attach(3000, 65, this)).isEqualTo(704);
    }
}
