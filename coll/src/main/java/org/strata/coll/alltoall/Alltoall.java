package org.strata.coll.alltoall;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.base.Parts;

/** The complete exchange's algorithms by Open MPI's numbers. */
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
        if (choice.algorithm() == 5 && call.size() == 2) {
            TwoProcAlltoall.run(call, out, in);
            return;
        }
        switch (choice.algorithm()) {
            case 2 -> PairwiseAlltoall.run(call, out, in);
            case 3 -> BruckAlltoall.run(call, out, in);
            case 4 -> {
                int window = choice.fanout() > 0 ? choice.fanout() : WINDOW;
                LinearSyncAlltoall.run(call, out, in, window);
            }
            default -> LinearAlltoall.run(call, out, in);
        }
    }

    /** Exchanges parts of different lengths; the numbers are those of MPI_Alltoallv. */
    public static void varying(Call call, Choice choice, Parts out, Parts in) {
        if (choice.algorithm() == 2) {
            PairwiseAlltoall.run(call, out, in);
        } else {
            LinearAlltoall.run(call, out, in);
        }
    }
}
