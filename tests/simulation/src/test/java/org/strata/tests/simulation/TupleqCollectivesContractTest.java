package org.strata.tests.simulation;

import org.strata.testkit.LongRun;

/** The collectives' messages use queues, too: one setting beside those of the usual contract. */
@LongRun
final class TupleqCollectivesContractTest extends TupleqContract {
    TupleqCollectivesContractTest() {
        super(TupleqSettings.DEFAULTS.with("collectives", true));
    }
}
