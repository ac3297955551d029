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

    /** Regions may touch, and share no byte: the last and the first of a neighbour are others. */
    @Test
    void regionsThatTouchAreAttached() {
        AttachedMemory memory = new AttachedMemory();
        assertThat(memory.attach(5000, 100, this)).isZero();
        assertThat(memory.attach(5100, 100, this)).as("behind").isEqualTo(128);
        assertThat(memory.attach(4900, 100, this)).as("before").isEqualTo(256);
        assertThat(memory.resolve(96, 1, INT)).isEqualTo(5096);
        assertThat(memory.resolve(128, 25, INT)).isEqualTo(5100);
        assertThat(memory.resolve(256, 25, INT)).isEqualTo(4900);
        assertThat(memory.resolve(256, 26, INT))
                .as("an operation is of one region, even where the next one follows")
                .isEqualTo(WindowMemory.OUTSIDE);
        for (long[] range :
                new long[][] {{5199, 1}, {5199, 50}, {4899, 2}, {4000, 5000}, {5000, 1}}) {
            assertThat(memory.attach(range[0], range[1], this))
                    .as("%d bytes at %d", range[1], range[0])
                    .isEqualTo(-1);
        }
        assertThat(memory.attach(5200, 1, this)).isEqualTo(384);
        assertThat(memory.attach(4899, 1, this)).isEqualTo(448);
    }

    /** What was detached can be attached again, in other pieces. */
    @Test
    void aDetachedRegionIsAttachedAgain() {
        AttachedMemory memory = new AttachedMemory();
        assertThat(memory.attach(5000, 100, this)).isZero();
        assertThat(memory.attach(6000, 100, this)).isEqualTo(128);
        for (int round = 0; round < 3; round++) {
            assertThat(memory.attach(5000, 100, this)).as("attached twice").isEqualTo(-1);
            assertThat(memory.detach(5050)).as("not its first byte").isFalse();
            assertThat(memory.detach(5000)).isTrue();
            assertThat(memory.attach(5050, 50, this)).isZero();
            assertThat(memory.resolve(0, 12, INT)).isEqualTo(5050);
            assertThat(memory.resolve(0, 13, INT)).isEqualTo(WindowMemory.OUTSIDE);
            assertThat(memory.attach(5000, 50, this)).isEqualTo(64);
            assertThat(memory.detach(5050)).isTrue();
            assertThat(memory.detach(5000)).isTrue();
            assertThat(memory.attach(5000, 100, this)).isZero();
            assertThat(memory.resolve(0, 25, INT)).isEqualTo(5000);
        }
        assertThat(memory.resolve(128, 25, INT)).as("the other one stayed").isEqualTo(6000);
    }
}
