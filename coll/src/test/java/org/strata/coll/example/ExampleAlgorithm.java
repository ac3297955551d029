package org.strata.coll.example;

import org.strata.coll.allreduce.Allreduce;
import org.strata.coll.base.Algorithm;
import org.strata.coll.base.AlgorithmEntry;
import org.strata.coll.base.Tunable;

/** An algorithm of MPI_Allreduce that Open MPI does not have: this constant and one file. */
public enum ExampleAlgorithm implements Algorithm<Allreduce> {
    DIRECT(OWN, DirectAllreduce::run, "Every rank sends its vector to every other one.");

    @SuppressWarnings("ImmutableEnumChecker") // a method reference has no state
    private final AlgorithmEntry<Allreduce> entry;

    ExampleAlgorithm(int number, Allreduce function, String help, Tunable... tunables) {
        entry = new AlgorithmEntry<>(number, function, help, tunables);
    }

    @Override
    public AlgorithmEntry<Allreduce> entry() {
        return entry;
    }
}
