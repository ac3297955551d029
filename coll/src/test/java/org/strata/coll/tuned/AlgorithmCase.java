package org.strata.coll.tuned;

import org.strata.coll.base.Algorithm;
import org.strata.testkit.coll.CollCase;

import java.util.Random;

/**
 * A collective call and the algorithm that does it.
 *
 * @param algorithm null: the rules select
 */
record AlgorithmCase(CollCase call, Algorithm<?> algorithm, long segment, int fanout) {
    /** Returns the collective of a name; null for those with one algorithm. */
    static Collective<?> kind(String collective) {
        return Collective.ALL.stream()
                .filter(c -> c.label().equals(collective))
                .findAny()
                .orElse(null);
    }

    static AlgorithmCase random(
            int index, String collective, Algorithm<?> algorithm, int size, Random random) {
        long[] segments = {0, 0, 8, 24, 100, 1000};
        return new AlgorithmCase(
                CollCase.random(index, collective, size, random),
                algorithm,
                segments[random.nextInt(segments.length)],
                random.nextInt(4));
    }

    /** Returns rules by which the algorithm runs, and others where none is given. */
    Rules rules(Rules others) {
        return algorithm == null
                ? others
                : TestRules.of(
                                TestRules.always(
                                        kind(call.collective()), algorithm, segment, fanout))
                        .otherwise(others);
    }
}
