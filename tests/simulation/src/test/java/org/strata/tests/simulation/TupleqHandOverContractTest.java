package org.strata.tests.simulation;

/** Wildcards are handed over, as far as a program's probes allow it. */
final class TupleqHandOverContractTest extends TupleqContract {
    TupleqHandOverContractTest() {
        super(TupleqSettings.DEFAULTS.with("wildcards", "handover"));
    }
}
