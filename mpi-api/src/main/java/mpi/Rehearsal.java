package mpi;

import org.strata.opal.progress.Completion;

/**
 * What makes a rank's numbers for a report, run once by the rank that start-up caches are trained
 * with. Its calls themselves are not measured: the profiles in the cache are those of jobs without
 * a report.
 */
final class Rehearsal {
    private static Observation observation;

    private Rehearsal() {}

    /**
     * Keeps what would measure the calls.
     *
     * @param would null where nothing is to be measured
     */
    static void keep(Observation would) {
        observation = would;
    }

    /** Leaves numbers, as a rank does that is measured; in MPI.Finalize. */
    static void run() {
        if (observation == null) {
            return;
        }
        observation.start();
        CallLog log = observation.log();
        try (log) {
            log.begin(log.send);
            log.addSent(1);
            // Until the wait is long enough for its line to be looked for.
            long end = System.nanoTime() + 2 * CallLog.NOTABLE;
            boolean first = true;
            while (System.nanoTime() < end) {
                log.resting(REPLY, first);
                log.rested();
                first = false;
            }
        }
        log.region("rehearsal", true);
        observation.finish();
    }

    private static final Completion REPLY =
            new Completion() {
                @Override
                public boolean isDone() {
                    return false;
                }

                @Override
                public int awaited() {
                    return 0;
                }
            };
}
