package org.strata.tests.simulation;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.strata.pml.ob1.Ob1Config;

/** Long messages by fragments, although the links could do better. */
@EnabledIfSystemProperty(named = "long", matches = ".*")
final class Ob1CopyContractTest extends Ob1OverRdmaLinksContract {
    @Override
    Ob1Config config() {
        return Ob1Config.defaults().withProtocol("copy");
    }
}
