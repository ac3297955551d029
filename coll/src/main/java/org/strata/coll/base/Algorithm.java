package org.strata.coll.base;

import java.util.Locale;

/**
 * One algorithm of a collective: a constant of the collective's enum, which carries the algorithm's
 * function. The constants define names, numbers and help of {@code coll_tuned_*_algorithm}.
 *
 * @param <F> the function that every algorithm of the collective has
 */
public interface Algorithm<F> {
    /**
     * The number of an algorithm that Open MPI does not have. Users select it by name; no number in
     * a parameter or in a rules file of Open MPI's format selects it.
     */
    int OWN = -1;

    /** Returns what the constant was declared with. */
    AlgorithmEntry<F> entry();

    /** Returns the name of the constant; every enum has this method. */
    String name();

    /** Returns the name in parameters and rules: {@code "scatter_allgather"}. */
    default String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
