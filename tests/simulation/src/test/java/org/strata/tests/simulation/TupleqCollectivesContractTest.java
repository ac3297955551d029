package org.strata.tests.simulation;

import org.strata.testkit.LongRun;

/** The collectives' messages use queues, too. */
@LongRun
final class TupleqCollectivesContractTest extends TupleqContract {
    TupleqCollectivesContractTest() {
        super(TupleqSettings.DEFAULTS.with("collectives", true));
    }
}
