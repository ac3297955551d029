package org.strata.tests.simulation;

/** Receives from any source wait at queues. */
final class TupleqHandOverContractTest extends TupleqContract {
    TupleqHandOverContractTest() {
        super(TupleqSettings.DEFAULTS.with("wildcard", "handover"));
    }
}
