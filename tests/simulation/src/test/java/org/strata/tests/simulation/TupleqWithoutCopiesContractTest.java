package org.strata.tests.simulation;

/** No send is copied. */
final class TupleqWithoutCopiesContractTest extends TupleqContract {
    TupleqWithoutCopiesContractTest() {
        super(TupleqSettings.DEFAULTS.with("copy-limit", 0));
    }

    @Override
    protected boolean completesEarly() {
        return false;
    }
}
