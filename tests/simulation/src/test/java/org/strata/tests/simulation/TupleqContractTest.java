package org.strata.tests.simulation;

/** As it is by default. */
final class TupleqContractTest extends TupleqContract {
    TupleqContractTest() {
        super(TupleqSettings.DEFAULTS);
    }
}
