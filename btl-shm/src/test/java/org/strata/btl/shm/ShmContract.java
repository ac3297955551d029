package org.strata.btl.shm;

import org.strata.testkit.BtlContract;

/**
 * The contract of a Btl whose ranks sleep in futexes: each message rings, so that late ones are
 * rare.
 */
abstract class ShmContract extends BtlContract {
    @Override
    protected int mostLateWakeups() {
        return 1;
    }
}
