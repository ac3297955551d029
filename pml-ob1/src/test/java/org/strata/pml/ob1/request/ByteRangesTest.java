package org.strata.pml.ob1.request;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;

import java.util.BitSet;
import java.util.Random;

class ByteRangesTest {
    private final ByteRanges ranges = new ByteRanges();

    @Test
    void theLastAddedGoesFirst() {
        ranges.add(10, 20);
        ranges.add(30, 31);
        assertThat(ranges.from()).isEqualTo(30);
        assertThat(ranges.to()).isEqualTo(31);
        ranges.remove(1);
        assertThat(ranges.from()).isEqualTo(10);
        ranges.remove(4);
        assertThat(ranges.from()).isEqualTo(14);
        assertThat(ranges.to()).isEqualTo(20);
        ranges.remove(6);
        assertThat(ranges.isEmpty()).isTrue();
    }

    @Test
    void emptyRangesAreNone() {
        ranges.add(5, 5);
        ranges.add(7, 6);
        assertThat(ranges.isEmpty()).isTrue();
        ranges.add(0, 1);
        ranges.clear();
        assertThat(ranges.isEmpty()).isTrue();
    }

    @Test
    void boundsAreOfAllRanges() {
        ranges.add(500, 600);
        ranges.add(1L << 40, (1L << 40) + 1);
        ranges.add(3, 4);
        assertThat(ranges.lowest()).isEqualTo(3);
        assertThat(ranges.highest()).isEqualTo((1L << 40) + 1);
        ranges.remove(1);
        assertThat(ranges.lowest()).isEqualTo(500);
    }

    /** Pieces that are started, and given back where they fail: each byte is moved once. */
    @Property(tries = 300)
    void nothingIsLostAndNothingIsTwice(@ForAll long seed) {
        Random random = new Random(seed);
        int size = 1 + random.nextInt(2000);
        ByteRanges todo = new ByteRanges();
        todo.add(0, size);
        BitSet moved = new BitSet();
        while (!todo.isEmpty()) {
            int from = (int) todo.from();
            int length = 1 + random.nextInt((int) todo.to() - from);
            todo.remove(length);
            if (random.nextInt(3) == 0) {
                // In two parts, so that there are more ranges than the bag begins with.
                int middle = from + random.nextInt(length + 1);
                todo.add(from, middle);
                todo.add(middle, from + length);
            } else {
                assertThat(moved.get(from, from + length).isEmpty()).isTrue();
                moved.set(from, from + length);
            }
            if (!todo.isEmpty()) {
                assertThat(todo.lowest()).isEqualTo(moved.nextClearBit(0));
                assertThat(todo.highest()).isEqualTo(moved.previousClearBit(size - 1) + 1);
            }
        }
        assertThat(moved.cardinality()).isEqualTo(size);
    }
}
