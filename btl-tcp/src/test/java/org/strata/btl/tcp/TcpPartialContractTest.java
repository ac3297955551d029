package org.strata.btl.tcp;

import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.BtlContract;
import org.strata.testkit.FakeRank;

/**
 * Every write to a socket takes 997 bytes, so that nothing ends where a message does. (Writes of a
 * few bytes make the kernel drop segments and wait for retransmissions; see OneByteWritesTest.)
 */
final class TcpPartialContractTest extends BtlContract {
    @Override
    protected int flags() {
        return TcpRanks.FLAGS;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        return TcpRanks.component(
                rank, "max-write", "997", "eager-limit", "3000", "max-send-size", "5000");
    }
}
