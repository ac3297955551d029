package org.strata.coll.scan;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** The prefix reductions, by any of their algorithms. */
public final class Scan {
    private Scan() {}

    /**
     * Runs the chosen algorithm of MPI_Scan.
     *
     * @param result the same object as {@code input} for in place
     */
    public static void inclusive(Call call, Choice choice, Buf input, Buf result, ReduceOp op) {
        switch ((ScanAlgorithm) choice.algorithm()) {
            case LINEAR -> LinearScan.inclusive(call, input, result, op);
            case RECURSIVE_DOUBLING -> RecursiveDoublingScan.inclusive(call, input, result, op);
        }
    }

    /** As {@link #inclusive} for MPI_Exscan; rank 0's result stays untouched. */
    public static void exclusive(Call call, Choice choice, Buf input, Buf result, ReduceOp op) {
        switch ((ScanAlgorithm) choice.algorithm()) {
            case LINEAR -> LinearScan.exclusive(call, input, result, op);
            case RECURSIVE_DOUBLING -> RecursiveDoublingScan.exclusive(call, input, result, op);
        }
    }
}
