package org.strata.coll.tuned;

import org.strata.coll.base.Scratch;
import org.strata.mca.coll.Coll;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.coll.BackgroundColl;
import org.strata.testkit.coll.CollContract;

/** Schedules do what the blocking collectives do. */
class RecordedCollContractTest extends CollContract {
    @Override
    protected Coll coll(FakeRank rank, FakePml pml) {
        Coll coll = TestColls.of(pml, rank.engine(), new Scratch(1 << 20), TestRules.builtIn());
        return BackgroundColl.of(
                coll,
                request -> {
                    rank.engine().waitFor(request);
                    int rc = request.error;
                    request.release();
                    return rc;
                });
    }
}
