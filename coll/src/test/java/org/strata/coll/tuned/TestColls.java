package org.strata.coll.tuned;

import org.strata.coll.base.Scratch;
import org.strata.mca.pml.Pml;
import org.strata.opal.progress.ProgressEngine;

/** The collectives as tests use them: what counts their calls wraps soon. */
final class TestColls {
    /** Tags begin again 1,000 calls later, and the number leaves the range of an int. */
    static final long FIRST_NUMBER = (1L << 31) - 1000;

    private TestColls() {}

    static TunedColl of(Pml pml, ProgressEngine engine, Scratch scratch, Rules rules) {
        return of(pml, engine, scratch, rules, false);
    }

    static TunedColl of(
            Pml pml, ProgressEngine engine, Scratch scratch, Rules rules, boolean asyncProgress) {
        return new TunedColl(pml, engine, scratch, rules, asyncProgress, FIRST_NUMBER);
    }
}
