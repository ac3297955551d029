package org.strata.coll.base;

/**
 * An algorithm and its settings, as a rule or the user chose it.
 *
 * @param algorithm one of the collective's own; null: left open
 * @param segment bytes per piece of a pipelined message; 0: not cut
 * @param fanout children per node of a tree, chains of a chain tree, partners at a time; 0: the
 *     algorithm's usual
 */
public record Choice(Algorithm algorithm, long segment, int fanout) {
    /** An algorithm with its usual settings. */
    public static Choice of(Algorithm algorithm) {
        return new Choice(algorithm, 0, 0);
    }
}
