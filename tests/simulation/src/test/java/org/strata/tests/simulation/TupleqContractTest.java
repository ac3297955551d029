package org.strata.tests.simulation;

import org.strata.pml.tupleq.TupleqConfig;

/** As it is by default. */
final class TupleqContractTest extends TupleqContract {
    TupleqContractTest() {
        super(TupleqConfig.defaults());
    }
}
