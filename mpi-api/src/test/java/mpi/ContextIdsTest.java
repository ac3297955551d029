package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.Rc;

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

    /** A lost member ends an agreement; the next one must not wait for it. */
    @Test
    void aFailedAgreementIsNotInTheWayOfTheNext() {
        ContextIds ids = new ContextIds(new LoneColl());
        assertThat(ids.agree(ContextIds.key(0), words -> Rc.UNREACHABLE)).isEqualTo(Rc.UNREACHABLE);
        int[] rounds = {0};
        int id = ids.agree(ContextIds.key(1), words -> ++rounds[0] > 9 ? Rc.NO_MEMORY : Rc.OK);
        assertThat(id).isEqualTo(2);
        ContextIds.Agreement ended = ids.nonBlocking(ContextIds.key(0, 0));
        ended.begin();
        ended.close();
        ContextIds.Agreement next = ids.nonBlocking(ContextIds.key(0, 1));
        assertThat(next.end(next.begin())).isEqualTo(ContextIds.HALF);
    }

    /** The others contribute nothing, so that no id is promised twice. */
    @Test
    void onlyTheAgreementOfTheLowestKeyContributes() {
        ContextIds ids = new ContextIds(new LoneColl());
        ContextIds.Agreement high = ids.nonBlocking(ContextIds.key(3, 0));
        ContextIds.Agreement low = ids.nonBlocking(ContextIds.key(2, 0));
        assertThat(high.end(high.begin())).isEqualTo(ContextIds.AGAIN);
        long[] words = low.begin();
        assertThat(high.end(high.begin())).isEqualTo(ContextIds.AGAIN);
        assertThat(low.end(words)).isEqualTo(ContextIds.HALF);
        low.close();
        assertThat(high.end(high.begin())).isEqualTo(ContextIds.HALF);
    }

    /** The agreement of the lowest parent goes first, whatever kind it is. */
    @Test
    void keysAreInTheOrderOfTheirParents() {
        assertThat(ContextIds.key(1, Integer.MAX_VALUE)).isLessThan(ContextIds.key(2));
    }
}
