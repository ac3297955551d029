package org.strata.coll.alltoall;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.base.Parts;

/** The complete exchange, by any of its algorithms. */
public final class Alltoall {
    /** Partners at a time in the synchronised linear algorithm, if the choice says nothing. */
    private static final int WINDOW = 8;

    private Alltoall() {}

    /**
     * Exchanges equal parts by the chosen algorithm, or one that fits where it does not.
     *
     * @param out this rank's part for each rank; another buffer than {@code in}
     * @param in where each rank's part goes
     */
    public static void run(Call call, Choice choice, Parts out, Parts in) {
        if (choice.algorithm() == AlltoallAlgorithm.TWO_PROC && call.size() == 2) {
            TwoProcAlltoall.run(call, out, in);
            return;
        }
        switch ((AlltoallAlgorithm) choice.algorithm()) {
            case PAIRWISE -> PairwiseAlltoall.run(call, out, in);
            case MODIFIED_BRUCK -> BruckAlltoall.run(call, out, in);
            case LINEAR_SYNC -> {
                int window = choice.fanout() > 0 ? choice.fanout() : WINDOW;
                LinearSyncAlltoall.run(call, out, in, window);
            }
            case LINEAR, TWO_PROC -> LinearAlltoall.run(call, out, in);
        }
    }

    /** As {@link #run} for parts of different lengths and the algorithms of MPI_Alltoallv. */
    public static void varying(Call call, Choice choice, Parts out, Parts in) {
        if (choice.algorithm() == AlltoallvAlgorithm.PAIRWISE) {
            PairwiseAlltoall.run(call, out, in);
        } else {
            LinearAlltoall.run(call, out, in);
        }
    }
}
