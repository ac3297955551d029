package org.strata.rcache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;

/**
 * Counts how often memory came at an address that was there before: without that a test of stale
 * registrations proves nothing. When it happens is up to the collector, malloc and the scheduler,
 * so a test takes more steps than its own until it has happened often enough.
 */
final class Reuse {
    private final int enough;
    private final Set<Long> seen = new HashSet<>();
    private int count;
    private long overtime;

    Reuse(int enough) {
        this.enough = enough;
    }

    synchronized void see(long address) {
        count += seen.add(address) ? 0 : 1;
    }

    /** Returns whether a test has to take one more step; it fails when no number of them helps. */
    synchronized boolean wants(int step, int steps) {
        if (step < steps) {
            return true;
        }
        if (step == steps) {
            overtime = System.nanoTime();
        }
        if (count >= enough) {
            return false;
        }
        assertThat(System.nanoTime() - overtime)
                .as("%d steps, and only %d of %d addresses used again", step, count, enough)
                .isLessThan(Garbage.PATIENCE_NANOS);
        return true;
    }
}
