package org.strata.io.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Runs of bytes in the order of the access, which need not be that of the file. */
class ExtentListTest {
    private final ExtentList list = new ExtentList();

    @Test
    void theRangeIsThatOfAllRunsWhateverTheirOrder() {
        list.add(500, 10);
        list.add(100, 10);
        list.add(900, 10);
        list.add(300, 10);
        assertThat(list.first()).isEqualTo(100);
        assertThat(list.end()).isEqualTo(910);
        list.clear();
        assertThat(list.count()).isZero();
        assertThat(list.first()).isZero();
        assertThat(list.end()).isZero();
        list.add(7, 1);
        assertThat(list.first()).isEqualTo(7);
        assertThat(list.end()).isEqualTo(8);
    }

    /** More than there was room for at first; those that adjoin the run before are part of it. */
    @Test
    void neighboursAreJoined() {
        for (int i = 0; i < 20; i++) {
            list.add(100L * i, 30);
            list.add(100L * i + 30, 20);
        }
        assertThat(list.count()).isEqualTo(20);
        for (int i = 0; i < 20; i++) {
            assertThat(list.offset(i)).isEqualTo(100L * i);
            assertThat(list.length(i)).isEqualTo(50);
            assertThat(list.end(i)).isEqualTo(100L * i + 50);
        }
        list.add(0, 50);
        assertThat(list.count()).as("not the run before").isEqualTo(21);
    }
}
