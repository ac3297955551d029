package org.strata.coll.base;

/**
 * The settings of an algorithm, from a rule or from the user.
 *
 * @param segment bytes per piece of a pipelined message; 0: the message is sent whole
 * @param fanout chains of a chain tree, base of a k-nomial tree, or partners at a time, depending
 *     on the algorithm; 0: the algorithm's default
 */
public record AlgorithmSettings(long segment, int fanout) {
    /** Every setting at the algorithm's default. */
    public static final AlgorithmSettings DEFAULT = new AlgorithmSettings(0, 0);
}
