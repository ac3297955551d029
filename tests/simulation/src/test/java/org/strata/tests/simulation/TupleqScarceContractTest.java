package org.strata.tests.simulation;

import org.strata.pml.tupleq.TupleqConfig;

/** One lane, two queues, one receive in each. */
final class TupleqScarceContractTest extends TupleqContract {
    TupleqScarceContractTest() {
        super(TupleqConfig.defaults().with(8 << 10, 2, 1, 1));
    }
}
