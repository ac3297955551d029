package org.strata.coll.shm;

/** With the least cells. */
class SharedCollTinyContractTest extends SharedCollContract {
    SharedCollTinyContractTest() {
        super(StackedColls.config(0, 2, 112), "");
    }
}
