package org.strata.coll;

import org.strata.coll.allgather.AllgatherAlgorithm;
import org.strata.coll.allgather.AllgathervAlgorithm;
import org.strata.coll.allreduce.AllreduceAlgorithm;
import org.strata.coll.alltoall.AlltoallAlgorithm;
import org.strata.coll.alltoall.AlltoallvAlgorithm;
import org.strata.coll.barrier.BarrierAlgorithm;
import org.strata.coll.base.Algorithm;
import org.strata.coll.bcast.BcastAlgorithm;
import org.strata.coll.gather.GatherAlgorithm;
import org.strata.coll.reduce.ReduceAlgorithm;
import org.strata.coll.reducescatter.ReduceScatterAlgorithm;
import org.strata.coll.reducescatter.ReduceScatterBlockAlgorithm;
import org.strata.coll.scan.ScanAlgorithm;
import org.strata.coll.scatter.ScatterAlgorithm;

import java.util.List;
import java.util.Locale;

/** The collectives that have a choice of algorithms, with Open MPI's numbers and names. */
public enum Collective {
    ALLGATHER(0, AllgatherAlgorithm.values()),
    ALLGATHERV(1, AllgathervAlgorithm.values()),
    ALLREDUCE(2, AllreduceAlgorithm.values()),
    ALLTOALL(3, AlltoallAlgorithm.values()),
    ALLTOALLV(4, AlltoallvAlgorithm.values()),
    BARRIER(6, BarrierAlgorithm.values()),
    BCAST(7, BcastAlgorithm.values()),
    EXSCAN(8, ScanAlgorithm.values()),
    GATHER(9, GatherAlgorithm.values()),
    REDUCE(11, ReduceAlgorithm.values()),
    REDUCE_SCATTER(12, ReduceScatterAlgorithm.values()),
    REDUCE_SCATTER_BLOCK(13, ReduceScatterBlockAlgorithm.values()),
    SCAN(14, ScanAlgorithm.values()),
    SCATTER(15, ScatterAlgorithm.values());

    /** Collective messages use tags that no user's receive can match, not even by ANY_TAG. */
    private static final int FIRST_TAG = -100;

    /** Tag of MPI_Gatherv, which has one algorithm. */
    static final int GATHERV_TAG = FIRST_TAG - 10;

    /** Tag of MPI_Scatterv, which has one algorithm. */
    static final int SCATTERV_TAG = FIRST_TAG - 16;

    private final int id;

    @SuppressWarnings("ImmutableEnumChecker") // an immutable list of enum constants
    private final List<Algorithm> algorithms;

    Collective(int id, Algorithm[] algorithms) {
        this.id = id;
        this.algorithms = List.of(algorithms);
    }

    /** Returns the tag of its messages. */
    int tag() {
        return FIRST_TAG - id;
    }

    /** Returns the name in parameters and rules: {@code "allreduce"}. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns its algorithms; number 1 comes first. */
    List<Algorithm> algorithms() {
        return algorithms;
    }

    /** Returns the algorithm of a name, null for "ignore" and unknown ones. */
    Algorithm algorithm(String name) {
        return algorithms.stream().filter(a -> a.label().equals(name)).findAny().orElse(null);
    }

    /** Returns the algorithm of a number from 1, null for others. */
    Algorithm algorithm(int number) {
        return number >= 1 && number <= algorithms.size() ? algorithms.get(number - 1) : null;
    }

    /** Returns the collective of a name, or null. */
    static Collective of(String label) {
        for (Collective collective : values()) {
            if (collective.label().equals(label)) {
                return collective;
            }
        }
        return null;
    }

    /** Returns the collective of Open MPI's number in rules files, or null. */
    static Collective of(long id) {
        for (Collective collective : values()) {
            if (collective.id == id) {
                return collective;
            }
        }
        return null;
    }
}
