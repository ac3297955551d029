package org.strata.btl.openib;

import org.strata.verbs.soft.SoftConfig;

/** Two receives, one credit to return, first packets of one header, queue pairs for one peer. */
final class TinyContractTest extends OpenibContract {
    TinyContractTest() {
        super(
                SoftConfig.Mode.INLINE,
                "eager-limit",
                "96",
                "max-send-size",
                "256",
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

    @Override
    protected int messagesToEach() {
        return 100;
    }
}
