package org.strata.btl.uds;

import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.BtlContract;
import org.strata.testkit.BtlStation;
import org.strata.testkit.FakeRank;

/** The link as delivered. */
final class UdsBtlContractTest extends BtlContract {
    @Override
    protected int flags() {
        return BtlAttributes.FLAG_SEND;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        return Components.of(rank, Components.DEFAULTS);
    }

    /** Both ends send garbage. */
    @Override
    protected boolean breakLink(BtlStation a, BtlStation b) {
        garble((UdsEndpoint) a.to(b));
        garble((UdsEndpoint) b.to(a));
        return true;
    }

    private static void garble(UdsEndpoint endpoint) {
        long at;
        do {
            at = endpoint.out.append(UdsFrame.HEADER);
        } while (at == 0 && endpoint.poll() > 0);
        if (at != 0) {
            UdsFrame.write(at, 0, -1);
        }
    }
}
