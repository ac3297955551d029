package org.strata.coll.shm;

import org.strata.testkit.HelpContract;

final class SharedHelpTest extends HelpContract {
    @Override
    protected Class<?> owner() {
        return SharedSetUp.class;
    }
}
