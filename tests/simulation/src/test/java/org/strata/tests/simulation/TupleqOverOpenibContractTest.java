package org.strata.tests.simulation;

import org.junit.jupiter.api.Nested;
import org.strata.testkit.LongRun;

/**
 * The PML's contract for tupleq over software adapters with XRC. With -Dlong: the usual run has the
 * same contract over simulated links, and tupleq over adapters in random programs.
 */
final class TupleqOverOpenibContractTest {
    /** As it is by default; posting and polling threads execute the requests. */
    @Nested
    @LongRun
    final class Inline extends TupleqOverOpenibContract {
        Inline() {
            super(TupleqSettings.DEFAULTS, "inline");
        }
    }

    /**
     * Without copies, few lanes and queues; a thread executes the requests. With -Dlong: the verify
     * build has both engines under real processes.
     */
    @Nested
    @LongRun
    final class ScarceEngine extends TupleqOverOpenibContract {
        ScarceEngine() {
            super(TupleqSettings.scarce().with("copy-limit", 0), "engine");
        }

        @Override
        protected boolean completesEarly() {
            return false;
        }
    }
}
