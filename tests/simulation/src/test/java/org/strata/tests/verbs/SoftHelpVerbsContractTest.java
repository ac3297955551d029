package org.strata.tests.verbs;

import org.strata.testkit.LongRun;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

/** Payload moves with the owner's help, as where ptrace is refused. */
@LongRun
final class SoftHelpVerbsContractTest extends HostFabricContract {
    SoftHelpVerbsContractTest() {
        super(SoftConfig.Mode.ENGINE, SoftFabric.Reach.HELP);
    }
}
