package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountTest {
    private static final long LARGE = 5L << 32;

    @Test
    void holdsMoreThanAnInt() {
        Count count = new Count(LARGE);
        assertThat(count.getCount()).isEqualTo(LARGE);
        count.setCount(LARGE + 1);
        assertThat(count.getCount()).isEqualTo(LARGE + 1);
        assertThat(count.toString()).isEqualTo("21474836481");
    }

    @Test
    void isEqualByValue() {
        Count count = new Count(1);
        count.setCount(LARGE);
        assertThat(count.equals(new Count(LARGE))).isTrue();
        assertThat(count.equals(new Count(0))).isFalse();
        assertThat(count.equals(LARGE)).isFalse();
        assertThat(count.hashCode()).isEqualTo(new Count(LARGE).hashCode());
    }

    /** Values that are equal, and of another order, in their low 32 bits. */
    @Test
    void isOrderedByValue() {
        assertThat(new Count(LARGE).compareTo(new Count(0))).isPositive();
        assertThat(new Count(-LARGE).compareTo(new Count(1))).isNegative();
        assertThat(new Count(LARGE).compareTo(new Count(LARGE))).isZero();
    }
}
