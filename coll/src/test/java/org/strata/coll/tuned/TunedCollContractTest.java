package org.strata.coll.tuned;

import org.strata.coll.base.Scratch;
import org.strata.mca.coll.Coll;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.coll.CollContract;

/** The collectives over messages do what every {@link Coll} must do. */
class TunedCollContractTest extends CollContract {
    @Override
    protected Coll coll(FakeRank rank, FakePml pml) {
        return TestColls.of(pml, rank.engine(), new Scratch(1 << 20), TestRules.builtIn());
    }
}
