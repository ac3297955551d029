package org.strata.opal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How a pool grows, and that it gives nothing twice. */
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
                give(next++);
            }
            left -= more;
            return more;
        }
    }

    private static Set<Integer> takeAll(BoundedPool<Integer> pool) {
        Set<Integer> taken = new HashSet<>();
        for (Integer one = pool.take(); one != null; one = pool.take()) {
            assertThat(taken.add(one)).isTrue();
        }
        return taken;
    }

    @Test
    void growsInStepsUpToItsBound() {
        Numbers pool = new Numbers(5, 3, 10);
        assertThat(pool.made()).isZero();
        assertThat(takeAll(pool)).hasSize(10);
        assertThat(pool.steps).containsExactly(5, 3, 2);
        assertThat(pool.take()).isNull();
        assertThat(pool.made()).isEqualTo(10);
    }

    @Test
    void theFirstStepKeepsToTheBoundToo() {
        Numbers pool = new Numbers(50, 3, 4);
        assertThat(takeAll(pool)).hasSize(4);
        assertThat(pool.steps).containsExactly(4);
    }

    @Test
    void stepsOfNothingAreOfOne() {
        Numbers pool = new Numbers(0, 0, 2);
        assertThat(takeAll(pool)).hasSize(2);
        assertThat(pool.steps).containsExactly(1, 1);
    }

    @Test
    void theLastGivenIsTheNextTaken() {
        Numbers pool = new Numbers(3, 1, 3);
        Set<Integer> all = takeAll(pool);
        all.forEach(pool::give);
        pool.take();
        Integer one = pool.take();
        pool.give(one);
        assertThat(pool.take()).isSameAs(one);
    }

    @Test
    void withoutABoundThereAreAlwaysMore() {
        Numbers pool = new Numbers(1, 1, -1);
        for (int i = 0; i < 1000; i++) {
            assertThat(pool.take()).isEqualTo(i);
        }
    }

    @Test
    void whatCannotBeMadeIsTriedAgainLater() {
        Numbers pool = new Numbers(4, 4, 100);
        pool.left = 2;
        assertThat(takeAll(pool)).hasSize(2);
        assertThat(pool.made()).isEqualTo(2);
        pool.left = 1;
        assertThat(pool.take()).isEqualTo(2);
        assertThat(pool.take()).isNull();
    }
}
