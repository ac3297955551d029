package org.strata.coll.shm;

/** With the built-in rules. */
class SharedCollDefaultContractTest extends SharedCollContract {
    SharedCollDefaultContractTest() {
        super(StackedColls.config(0, 4, 8192), "");
    }
}
