package org.strata.tests.simulation;

/** The collectives' messages use queues, too. */
final class TupleqCollectivesContractTest extends TupleqContract {
    TupleqCollectivesContractTest() {
        super(TupleqSettings.DEFAULTS.with("collectives", true));
    }
}
