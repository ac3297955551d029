package org.strata.osc.pt2pt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class LockQueueTest {
    private static final long PATIENCE = LockQueue.PATIENCE_NANOS;

    /** The clock of the tests passes the end of a long. */
    private static final long START = Long.MAX_VALUE - PATIENCE / 2;

    private final List<Integer> granted = new ArrayList<>();
    private final List<Integer> refused = new ArrayList<>();
    private final LockQueue locks =
            new LockQueue(
                    new LockQueue.Grants() {
                        @Override
                        public void grant(int source) {
                            granted.add(source);
                        }

                        @Override
                        public void refuse(int source) {
                            refused.add(source);
                        }
                    });

    private void ask(int source, boolean exclusive) {
        locks.ask(source, exclusive, START);
    }

    /** Returns a time, which may be beyond the clock's overflow. */
    private static long after(long nanos) {
        return START + nanos;
    }

    private void lookAfter(long nanos) {
        locks.look(after(nanos), rank -> false);
    }

    @Test
    void sharedOnesHoldItTogether() {
        ask(1, false);
        ask(2, false);
        assertThat(granted).containsExactly(1, 2);
        ask(3, true);
        locks.release(2);
        assertThat(granted).containsExactly(1, 2);
        locks.release(1);
        assertThat(granted).containsExactly(1, 2, 3);
    }

    @Test
    void nobodyOvertakes() {
        ask(1, true);
        ask(2, true);
        ask(3, false);
        ask(4, false);
        ask(5, true);
        assertThat(granted).containsExactly(1);
        locks.release(1);
        assertThat(granted).containsExactly(1, 2);
        lookAfter(100 * PATIENCE);
        assertThat(granted).as("held alone").containsExactly(1, 2);
        locks.release(2);
        assertThat(granted).containsExactly(1, 2, 3, 4);
        locks.release(4);
        locks.release(3);
        assertThat(granted).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void whoDoesNotHoldItReleasesNothing() {
        ask(1, true);
        ask(2, true);
        locks.release(2);
        locks.release(7);
        assertThat(granted).containsExactly(1);
    }

    /** The holder may wait for one that shares the lock: it must not wait for an exclusive one. */
    @Test
    void exclusiveOnesStepBackBehindSharedOnes() {
        ask(1, false);
        ask(2, true);
        ask(3, true);
        ask(4, false);
        lookAfter(PATIENCE - 1);
        assertThat(granted).containsExactly(1);
        assertThat(locks.quietNanos(after(PATIENCE - 1))).isEqualTo(1);
        lookAfter(PATIENCE);
        assertThat(granted).containsExactly(1, 4);
        ask(5, false);
        lookAfter(3 * PATIENCE - 1);
        assertThat(granted).as("patience has doubled").containsExactly(1, 4);
        locks.release(1);
        locks.release(4);
        assertThat(granted).containsExactly(1, 4, 2);
        locks.release(2);
        assertThat(granted).as("the order holds").containsExactly(1, 4, 2, 3);
        locks.release(3);
        assertThat(granted).containsExactly(1, 4, 2, 3, 5);
    }

    /**
     * Two members share the lock by turns, so that it is never free, for some milliseconds each.
     */
    @Test
    void anExclusiveOneOutlastsSharedOnes() {
        long hold = 40 * PATIENCE;
        long now = START;
        ask(1, false);
        locks.ask(9, true, now);
        locks.ask(2, false, now);
        long[] ends = {0, now + hold, now + hold + hold / 2};
        for (int step = 0; step < 100_000 && !granted.contains(9); step++) {
            now += PATIENCE / 4;
            for (int member = 1; member <= 2; member++) {
                if (now - ends[member] >= 0) {
                    int before = granted.size();
                    locks.release(member);
                    locks.ask(member, false, now);
                    ends[member] = granted.size() > before ? now + hold : Long.MAX_VALUE / 4 + now;
                }
            }
            int before = granted.size();
            locks.look(now, rank -> false);
            for (int source : granted.subList(before, granted.size())) {
                ends[Math.min(2, source)] = now + hold;
            }
        }
        assertThat(granted).contains(9);
    }

    @Test
    void aMemberThatIsLostIsServedNoMoreAndLetsNobodyWait() {
        ask(1, true);
        ask(2, true);
        ask(3, false);
        ask(4, true);
        locks.look(START, rank -> rank == 2);
        locks.release(1);
        assertThat(granted).containsExactly(1, 3);
        locks.look(START, rank -> rank == 3);
        assertThat(refused).containsExactly(4);
        ask(5, true);
        assertThat(locks.isContended()).isTrue();
        locks.look(START, rank -> rank == 3);
        assertThat(refused).containsExactly(4, 5);
        assertThat(locks.isContended()).isFalse();
    }
}
