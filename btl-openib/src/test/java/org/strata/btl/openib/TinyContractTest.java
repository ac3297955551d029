package org.strata.btl.openib;

import org.strata.verbs.soft.SoftConfig;

/** Two receives, one credit to return, and queue pairs for one peer at a time. */
final class TinyContractTest extends OpenibContract {
    TinyContractTest() {
        super(
                SoftConfig.Mode.INLINE,
                "use-srq",
                "false",
                "rd-num",
                "2",
                "rd-num-low",
                "2",
                "rd-low",
                "1",
                "rd-win",
                "1",
                "max-qps",
                "2",
                "connect-retry-delay",
                "0.1");
    }
}
