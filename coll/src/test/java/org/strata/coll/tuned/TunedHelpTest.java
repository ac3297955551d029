package org.strata.coll.tuned;

import org.strata.testkit.HelpContract;

final class TunedHelpTest extends HelpContract {
    @Override
    protected Class<?> owner() {
        return TunedComponent.class;
    }
}
