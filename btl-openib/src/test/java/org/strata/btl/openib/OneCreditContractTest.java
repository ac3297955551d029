package org.strata.btl.openib;

import org.strata.mca.btl.BtlAttributes;
import org.strata.verbs.soft.SoftConfig;

/**
 * One receive per peer and queue, and 64 pages of registered memory: none is left for megabytes of
 * RDMA.
 */
final class OneCreditContractTest extends OpenibContract {
    OneCreditContractTest() {
        super(
                SoftConfig.defaults().withRegistration(64 * 4096, SoftConfig.Pin.OFF),
                "flags",
                "",
                "use-srq",
                "false",
                "rd-num",
                "1",
                "rd-num-low",
                "1",
                "eager-limit",
                "1k",
                "rndv-eager-limit",
                "1k",
                "max-send-size",
                "4k",
                "free-list-num",
                "2",
                "free-list-max",
                "8",
                "free-list-inc",
                "2");
    }

    @Override
    protected int flags() {
        return BtlAttributes.FLAG_SEND;
    }
}
