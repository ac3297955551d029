package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

class ContextIdsTest {
    /** With MPI_THREAD_MULTIPLE all of these may be under way at once. */
    @Test
    void agreementsHaveDifferentKeys() {
        Set<Long> keys = new HashSet<>();
        List<Integer> numbers = List.of(0, 1, 1 << 20, 1 << 30, Integer.MAX_VALUE);
        for (int parent : new int[] {0, 1, 2, 65_535}) {
            assertThat(keys.add(ContextIds.key(parent))).isTrue();
            numbers.forEach(
                    number -> assertThat(keys.add(ContextIds.key(parent, number))).isTrue());
        }
    }

    /** The agreement of the lowest parent goes first, whatever kind it is. */
    @Test
    void keysAreInTheOrderOfTheirParents() {
        assertThat(ContextIds.key(1, Integer.MAX_VALUE)).isLessThan(ContextIds.key(2));
    }
}
