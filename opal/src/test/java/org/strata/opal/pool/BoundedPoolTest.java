package org.strata.opal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How a pool grows, and that it lends nothing twice. */
final class BoundedPoolTest {
    /** Makes at most {@code left} objects. */
    private static final class Numbers extends BoundedPool<Integer> {
        private final List<Integer> steps = new ArrayList<>();
        private int left = Integer.MAX_VALUE;
        private int next;

        Numbers(int first, int increment, int max) {
            super(first, increment, max);
        }

        @Override
        protected int make(int wanted) {
            steps.add(wanted);
            int more = Math.min(wanted, left);
            for (int i = 0; i < more; i++) {
                release(next++);
            }
            left -= more;
            return more;
        }
    }

    private static Set<Integer> acquireAll(BoundedPool<Integer> pool) {
        Set<Integer> taken = new HashSet<>();
        for (Integer one = pool.acquire(); one != null; one = pool.acquire()) {
            assertThat(taken.add(one)).isTrue();
        }
        return taken;
    }

    @Test
    void growsInStepsUpToItsBound() {
        Numbers pool = new Numbers(5, 3, 10);
        assertThat(pool.made()).isZero();
        assertThat(acquireAll(pool)).hasSize(10);
        assertThat(pool.steps).containsExactly(5, 3, 2);
        assertThat(pool.acquire()).isNull();
        assertThat(pool.made()).isEqualTo(10);
    }

    /** Where memory is short, the next step makes what is missing of the first. */
    @Test
    void aFirstStepThatMadeFewerIsMadeUpFor() {
        Numbers pool = new Numbers(5, 3, 100);
        pool.left = 2;
        pool.acquire();
        pool.acquire();
        assertThat(pool.acquire()).isNull();
        pool.left = 100;
        assertThat(pool.acquire()).isNotNull();
        assertThat(pool.steps).containsExactly(5, 3, 3);
        assertThat(pool.made()).isEqualTo(5);
    }

    @Test
    void theFirstStepKeepsToTheBoundToo() {
        Numbers pool = new Numbers(50, 3, 4);
        assertThat(acquireAll(pool)).hasSize(4);
        assertThat(pool.steps).containsExactly(4);
    }

    @Test
    void stepsOfNothingAreOfOne() {
        Numbers pool = new Numbers(0, 0, 2);
        assertThat(acquireAll(pool)).hasSize(2);
        assertThat(pool.steps).containsExactly(1, 1);
    }

    @Test
    void theLastReleasedIsTheNextAcquired() {
        Numbers pool = new Numbers(3, 1, 3);
        Set<Integer> all = acquireAll(pool);
        all.forEach(pool::release);
        pool.acquire();
        Integer one = pool.acquire();
        pool.release(one);
        assertThat(pool.acquire()).isSameAs(one);
    }

    @Test
    void withoutABoundThereAreAlwaysMore() {
        Numbers pool = new Numbers(1, 1, -1);
        for (int i = 0; i < 1000; i++) {
            assertThat(pool.acquire()).isEqualTo(i);
        }
    }

    @Test
    void whatCannotBeMadeIsTriedAgainLater() {
        Numbers pool = new Numbers(4, 4, 100);
        pool.left = 2;
        assertThat(acquireAll(pool)).hasSize(2);
        assertThat(pool.made()).isEqualTo(2);
        pool.left = 1;
        assertThat(pool.acquire()).isEqualTo(2);
        assertThat(pool.acquire()).isNull();
    }
}
