package org.strata.btl.openib;

import org.strata.mca.btl.BtlAttributes;
import org.strata.verbs.soft.SoftConfig;

/**
 * 64 pages of registered memory for buffers as delivered, with a shared queue: each size gets its
 * least.
 */
final class SharedPagesContractTest extends OpenibContract {
    SharedPagesContractTest() {
        super(
                SoftConfig.defaults().withRegistration(64 * 4096, SoftConfig.Pin.OFF),
                "flags",
                "",
                "use-srq",
                "true",
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
