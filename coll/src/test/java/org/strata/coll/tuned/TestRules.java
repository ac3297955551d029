package org.strata.coll.tuned;

import org.strata.coll.base.Algorithm;

import java.util.List;

/** Rules as tests need them. */
final class TestRules {
    static final Rules.Fanouts FANOUTS = new Rules.Fanouts(4, 5);
    static final RuleFile READER = new RuleFile(Collective.ALL, FANOUTS);

    private TestRules() {}

    static Rules builtIn() {
        return new Rules(BuiltInRules.rows(), FANOUTS);
    }

    static Rules of(Rules.Row... rows) {
        return new Rules(List.of(rows), FANOUTS);
    }

    /** A rule for communicators and messages of every size. */
    static Rules.Row always(
            Collective<?> collective, Algorithm<?> algorithm, long segment, int fanout) {
        return new Rules.Row(collective, 0, 0, algorithm.label(), segment, fanout);
    }
}
