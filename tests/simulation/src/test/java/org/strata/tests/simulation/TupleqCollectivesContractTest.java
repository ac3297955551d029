package org.strata.tests.simulation;

import org.strata.pml.tupleq.TupleqConfig;

/** The collectives' messages use queues, too. */
final class TupleqCollectivesContractTest extends TupleqContract {
    TupleqCollectivesContractTest() {
        super(TupleqConfig.defaults().withCollectives());
    }
}
