package org.strata.coll;

import java.util.List;
import java.util.Locale;

/** The collectives that have a choice of algorithms, with Open MPI's numbers and names. */
public enum Collective {
    ALLGATHER(0, "linear bruck recursive_doubling ring neighbor two_proc"),
    ALLGATHERV(1, "default bruck ring neighbor two_proc"),
    ALLREDUCE(2, "basic_linear nonoverlapping recursive_doubling ring segmented_ring rabenseifner"),
    ALLTOALL(3, "linear pairwise modified_bruck linear_sync two_proc"),
    ALLTOALLV(4, "basic_linear pairwise"),
    BARRIER(6, "linear double_ring recursive_doubling bruck two_proc tree"),
    BCAST(
            7,
            "basic_linear chain pipeline split_binary binary binomial knomial scatter_allgather"
                    + " scatter_allgather_ring"),
    EXSCAN(8, "linear recursive_doubling"),
    GATHER(9, "basic_linear binomial linear_sync"),
    REDUCE(11, "linear chain pipeline binary binomial in-order_binary rabenseifner"),
    REDUCE_SCATTER(12, "non-overlapping recursive_halving ring"),
    REDUCE_SCATTER_BLOCK(13, "basic_linear recursive_doubling recursive_halving"),
    SCAN(14, "linear recursive_doubling"),
    SCATTER(15, "basic_linear binomial linear_nb");

    /** Collective messages use tags that no user's receive can match, not even by ANY_TAG. */
    static final int FIRST_TAG = -100;

    private final int id;
    private final List<String> algorithms;

    Collective(int id, String algorithms) {
        this.id = id;
        this.algorithms = List.of(algorithms.split(" ", -1));
    }

    /** Returns Open MPI's number of the collective in rules files. */
    int id() {
        return id;
    }

    /** Returns the tag of its messages. */
    int tag() {
        return FIRST_TAG - id;
    }

    /** Returns the name in parameters and rules: {@code "allreduce"}. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the names of its algorithms; number 1 comes first. */
    List<String> algorithms() {
        return algorithms;
    }

    /** Returns the number of an algorithm, 0 for an unknown name or "ignore". */
    int algorithm(String name) {
        return algorithms.indexOf(name) + 1;
    }

    /** Returns the collective of a name or a number, or null. */
    static Collective of(String label) {
        for (Collective collective : values()) {
            boolean named = collective.label().equals(label);
            if (named || String.valueOf(collective.id).equals(label)) {
                return collective;
            }
        }
        return null;
    }
}
