package org.strata.coll.base;

import java.util.Set;

/**
 * What the constant of an algorithm declares.
 *
 * @param number Open MPI's number of it, from 1, or {@link Algorithm#OWN}
 * @param function runs it
 * @param help what it does and when it fits, one or two sentences for {@code mpi_info}
 * @param tunables the settings that it reads from its {@link Call}
 * @param <F> the function that every algorithm of the collective has
 */
public record AlgorithmEntry<F>(int number, F function, String help, Set<Tunable> tunables) {
    /** Checks the number and copies the settings. */
    public AlgorithmEntry {
        if (number != Algorithm.OWN && number < 1) {
            throw new IllegalArgumentException("number " + number + ": Open MPI's begin with 1");
        }
        tunables = Set.copyOf(tunables);
    }

    /** An algorithm that reads the given settings. */
    public AlgorithmEntry(int number, F function, String help, Tunable... tunables) {
        this(number, function, help, Set.of(tunables));
    }
}
