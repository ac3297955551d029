package org.strata.coll.base;

/**
 * A setting that an algorithm may read. A collective has the parameter {@code
 * coll_tuned_NAME_algorithm_KEY} for every setting that one of its algorithms reads.
 */
public enum Tunable {
    /** Bytes per piece of a message: {@link AlgorithmSettings#segment}. */
    SEGMENT("segmentsize", 0),

    /** Number of chains below the root: {@link AlgorithmSettings#fanout}. */
    CHAINS("chain-fanout", 1),

    /** Base of a k-nomial tree: {@link AlgorithmSettings#fanout}. */
    RADIX("knomial-radix", 2),

    /** Peers that a rank exchanges messages with at a time: {@link AlgorithmSettings#fanout}. */
    PARTNERS("max-requests", 0);

    private final String key;
    private final int least;

    Tunable(String key, int least) {
        this.key = key;
        this.least = least;
    }

    /** Returns the end of its parameters' names in {@code reference.conf}. */
    public String key() {
        return key;
    }

    /** Returns the least value that makes sense; smaller ones are raised to it. */
    public int least() {
        return least;
    }
}
