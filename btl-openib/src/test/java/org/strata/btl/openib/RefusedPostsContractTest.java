package org.strata.btl.openib;

import org.strata.verbs.soft.SoftConfig;

/**
 * Few credits, and adapters that refuse many send requests though their ring has room: what a
 * refused packet would have carried, credits above all, travels with the next one.
 */
final class RefusedPostsContractTest extends OpenibContract {
    RefusedPostsContractTest() {
        super(
                new SoftJob(
                        SoftConfig.defaults(),
                        Settings.withoutRings(
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
                                "1"),
                        RefusingProvider::new));
    }
}
