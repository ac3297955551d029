package org.strata.btl.openib.queue;

import java.util.Arrays;

/** The queues and lanes with results whose callbacks have not run. Tier 1. */
final class Callbacks {
    private Reporter[] reporters = new Reporter[16];
    private int listed;
    private boolean reporting;

    /** Lists a queue or lane, unless it is listed already: its callbacks run in the next round. */
    void list(Reporter reporter) {
        if (reporter.listed) {
            return;
        }
        reporter.listed = true;
        if (listed == reporters.length) {
            reporters = Arrays.copyOf(reporters, 2 * listed);
        }
        reporters[listed++] = reporter;
    }

    boolean isEmpty() {
        return listed == 0;
    }

    /** Runs the callbacks of what has completed; returns how many. */
    int report() {
        if (listed == 0 || reporting) {
            return 0;
        }
        reporting = true;
        int count = 0;
        int round = listed;
        for (int i = 0; i < round; i++) {
            Reporter next = reporters[i];
            next.listed = false;
            count += next.report();
        }
        // Callbacks have listed others behind.
        listed -= round;
        System.arraycopy(reporters, round, reporters, 0, listed);
        Arrays.fill(reporters, listed, listed + round, null);
        reporting = false;
        return count;
    }
}
