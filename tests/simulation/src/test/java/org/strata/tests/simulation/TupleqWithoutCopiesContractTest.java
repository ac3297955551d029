package org.strata.tests.simulation;

import org.strata.testkit.LongRun;

/** No send is copied. */
@LongRun
final class TupleqWithoutCopiesContractTest extends TupleqContract {
    TupleqWithoutCopiesContractTest() {
        super(TupleqSettings.DEFAULTS.with("copy-limit", 0));
    }

    @Override
    protected boolean completesEarly() {
        return false;
    }
}
