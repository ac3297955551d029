package org.strata.btl.openib;

import org.strata.mca.btl.BtlAttributes;
import org.strata.verbs.soft.SoftConfig;

/**
 * Little registered memory for buffers as delivered, with queues per peer: each size gets its
 * least. 72 pages, since the contract takes two descriptors of the longest at once, which 64 have
 * no room for.
 */
final class OwnPagesContractTest extends OpenibContract {
    OwnPagesContractTest() {
        super(
                SoftConfig.defaults().withRegistration(72 * 4096, SoftConfig.Pin.OFF),
                "flags",
                "",
                "use-srq",
                "false",
                "connect-retry-delay",
                "0.1");
    }

    @Override
    protected int flags() {
        return BtlAttributes.FLAG_SEND;
    }

    @Override
    protected int messagesToEach() {
        return 100;
    }
}
