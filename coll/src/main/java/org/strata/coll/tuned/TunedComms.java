package org.strata.coll.tuned;

import org.strata.mca.pml.CommContext;

import java.util.HashMap;
import java.util.Map;

/** The algorithm tables of a rank's communicators. */
final class TunedComms {
    private final Rules rules;

    /** Communicators of one size share their tables. */
    private final Map<Integer, AlgorithmTables> tablesBySize = new HashMap<>();

    /** What is kept per communicator. */
    private static final class TunedData extends CommContext.CollData {
        private final AlgorithmTables tables;

        TunedData(TunedComms owner, AlgorithmTables tables) {
            super(owner);
            this.tables = tables;
        }
    }

    TunedComms(Rules rules) {
        this.rules = rules;
    }

    /** Returns the communicator's tables; the first collective makes them. */
    AlgorithmTables tables(CommContext comm) {
        if (comm.collData(this) instanceof TunedData known) {
            return known.tables;
        }
        AlgorithmTables made =
                tablesBySize.computeIfAbsent(comm.size(), n -> new AlgorithmTables(rules, n));
        comm.addCollData(new TunedData(this, made));
        return made;
    }
}
