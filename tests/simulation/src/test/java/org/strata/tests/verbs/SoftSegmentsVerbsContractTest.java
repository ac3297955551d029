package org.strata.tests.verbs;

import org.strata.testkit.LongRun;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

/** Payload moves between mappings of the segments, or by plain copies. */
@LongRun
final class SoftSegmentsVerbsContractTest extends HostFabricContract {
    SoftSegmentsVerbsContractTest() {
        super(SoftConfig.Mode.INLINE, SoftFabric.Reach.AUTO);
    }
}
