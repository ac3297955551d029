package org.strata.osc.pt2pt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class LockQueueTest {
    private final List<Integer> granted = new ArrayList<>();
    private final LockQueue locks = new LockQueue(granted::add);

    @Test
    void sharedOnesHoldItTogether() {
        locks.ask(1, false);
        locks.ask(2, false);
        assertThat(granted).containsExactly(1, 2);
        locks.ask(3, true);
        locks.release();
        assertThat(granted).containsExactly(1, 2);
        locks.release();
        assertThat(granted).containsExactly(1, 2, 3);
    }

    @Test
    void nobodyOvertakes() {
        locks.ask(1, true);
        locks.ask(2, true);
        locks.ask(3, false);
        locks.ask(4, false);
        locks.ask(5, true);
        assertThat(granted).containsExactly(1);
        locks.release();
        assertThat(granted).containsExactly(1, 2);
        locks.release();
        assertThat(granted).containsExactly(1, 2, 3, 4);
        locks.release();
        locks.release();
        assertThat(granted).containsExactly(1, 2, 3, 4, 5);
    }
}
