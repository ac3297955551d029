package org.strata.tests.simulation;

/** One lane, two queues, one receive in each. */
final class TupleqScarceContractTest extends TupleqContract {
    TupleqScarceContractTest() {
        super(TupleqSettings.scarce());
    }
}
