package org.strata.coll.shm;

/** Members always reduce slices. */
class SharedCollSlicesContractTest extends SharedCollContract {
    SharedCollSlicesContractTest() {
        super(StackedColls.config(0, 2, 32768), always(SharedWay.SLICES));
    }
}
