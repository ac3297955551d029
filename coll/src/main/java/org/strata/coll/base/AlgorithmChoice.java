package org.strata.coll.base;

/**
 * An algorithm and its settings, as a rule or the user chose them.
 *
 * @param algorithm the algorithm
 * @param function its function, at hand because every collective call needs it
 * @param settings its settings
 * @param <F> the function that every algorithm of the collective has
 */
public record AlgorithmChoice<F>(Algorithm<F> algorithm, F function, AlgorithmSettings settings) {
    /** An algorithm with these settings. */
    public AlgorithmChoice(Algorithm<F> algorithm, AlgorithmSettings settings) {
        this(algorithm, algorithm.entry().function(), settings);
    }

    /** An algorithm with the default of every setting. */
    public static <F> AlgorithmChoice<F> of(Algorithm<F> algorithm) {
        return new AlgorithmChoice<>(algorithm, AlgorithmSettings.DEFAULT);
    }
}
