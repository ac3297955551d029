package org.strata.tests.simulation;

import org.strata.testkit.LongRun;

/** Receives from any source wait at queues. */
@LongRun
final class TupleqHandOverContractTest extends TupleqContract {
    TupleqHandOverContractTest() {
        super(TupleqSettings.DEFAULTS.with("wildcard", "handover"));
    }
}
