package org.strata.coll.schedule;

import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;

import java.util.Arrays;

/**
 * The schedules of a rank that are under way. The progress engine polls them, after the sources of
 * messages; without any it knows nothing of them.
 */
final class Outstanding implements Progressable {
    private final ProgressEngine engine;
    private Schedule[] schedules = new Schedule[8];
    private int count;
    private boolean polling;

    /** Polls while the application is outside MPI; null for no such thread. */
    private final ProgressThread thread;

    /**
     * @param engine polls while there is a schedule
     * @param ownThread whether a thread of its own makes progress while there is one
     */
    Outstanding(ProgressEngine engine, boolean ownThread) {
        this.engine = engine;
        this.thread = ownThread ? new ProgressThread(engine, () -> count == 0) : null;
    }

    /** Adds a schedule that has to wait. Inside the bracket. */
    void add(Schedule schedule) {
        if (count == 0) {
            engine.register(this);
            if (thread != null) {
                thread.wake();
            }
        } else if (count == schedules.length) {
            schedules = Arrays.copyOf(schedules, 2 * count);
        }
        schedules[count++] = schedule;
    }

    /**
     * Advances all schedules, in the order of their starts, and drops those that are complete. A
     * step that makes progress itself does not get here again.
     */
    @Override
    public int progress() {
        if (polling) {
            return 0;
        }
        polling = true;
        try {
            int steps = 0;
            for (int i = 0; i < count; i++) {
                steps += schedules[i].advance();
            }
            dropComplete();
            return steps;
        } finally {
            polling = false;
        }
    }

    /** Ends the thread. */
    void close() {
        if (thread != null) {
            thread.close();
        }
    }

    private void dropComplete() {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (!schedules[i].isDone()) {
                schedules[kept++] = schedules[i];
            }
        }
        Arrays.fill(schedules, kept, count, null);
        count = kept;
        if (count == 0) {
            engine.unregister(this);
        }
    }
}
