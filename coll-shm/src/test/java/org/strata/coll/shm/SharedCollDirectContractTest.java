package org.strata.coll.shm;

/** Members always read each other's buffers. */
class SharedCollDirectContractTest extends SharedCollContract {
    SharedCollDirectContractTest() {
        super(StackedColls.config(1, 4, 8192), always(SharedWay.DIRECT));
    }
}
