package org.strata.tests.simulation;

import org.strata.pml.ob1.Ob1Config;

/** Long messages by fragments, although the links could do better. */
final class Ob1CopyContractTest extends Ob1OverRdmaLinksContract {
    @Override
    Ob1Config config() {
        return Ob1Config.defaults().withProtocol("copy");
    }
}
