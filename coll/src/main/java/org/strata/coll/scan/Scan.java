package org.strata.coll.scan;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.mca.coll.Buf;
import org.strata.mca.coll.ReduceOp;

/** The prefix reductions' algorithms by Open MPI's numbers. */
public final class Scan {
    private Scan() {}

    /**
     * Runs the chosen algorithm of MPI_Scan.
     *
     * @param result the same object as {@code input} for in place
     */
    public static void inclusive(Call call, Choice choice, Buf input, Buf result, ReduceOp op) {
        if (choice.algorithm() == 1) {
            LinearScan.inclusive(call, input, result, op);
        } else {
            RecursiveDoublingScan.inclusive(call, input, result, op);
        }
    }

    /** As {@link #inclusive} for MPI_Exscan; rank 0's result stays untouched. */
    public static void exclusive(Call call, Choice choice, Buf input, Buf result, ReduceOp op) {
        if (choice.algorithm() == 1) {
            LinearScan.exclusive(call, input, result, op);
        } else {
            RecursiveDoublingScan.exclusive(call, input, result, op);
        }
    }
}
