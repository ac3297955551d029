package org.strata.tests.simulation;

import org.strata.pml.tupleq.TupleqConfig;

/** No send is copied. */
final class TupleqWithoutCopiesContractTest extends TupleqContract {
    TupleqWithoutCopiesContractTest() {
        super(TupleqConfig.defaults().with(0, 1024, 64, 4));
    }
}
