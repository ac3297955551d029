package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Fences are complete in order, whatever a rank says. */
class FenceBookTest {
    private final FenceBook book = new FenceBook(3);

    @Test
    void oneFenceAfterTheOther() {
        for (int fence = 1; fence <= 3; fence++) {
            assertThat(book.enter(2, fence)).isFalse();
            assertThat(book.enter(0, fence)).isFalse();
            assertThat(book.complete()).isEqualTo(fence - 1);
            assertThat(book.enter(1, fence)).isTrue();
            assertThat(book.complete()).isEqualTo(fence);
        }
    }

    /** A rank that is ahead has entered the earlier ones, too. */
    @Test
    void severalFencesAtOnce() {
        book.enter(0, 2);
        book.enter(1, 3);
        assertThat(book.enter(2, 1)).isTrue();
        assertThat(book.complete()).isEqualTo(1);
        assertThat(book.enter(2, 5)).isTrue();
        assertThat(book.complete()).isEqualTo(2);
    }

    @Test
    void nobodyTakesBackThatItHasEntered() {
        book.enter(0, 2);
        assertThat(book.enter(0, 1)).isFalse();
        assertThat(book.enter(0, Integer.MIN_VALUE)).isFalse();
        book.enter(1, 2);
        assertThat(book.enter(2, 2)).isTrue();
        assertThat(book.complete()).isEqualTo(2);
        assertThat(book.enter(2, 2)).as("said twice").isFalse();
    }
}
