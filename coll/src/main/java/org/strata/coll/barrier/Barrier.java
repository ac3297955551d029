package org.strata.coll.barrier;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;

/** The barrier's algorithms by Open MPI's numbers. */
public final class Barrier {
    private Barrier() {}

    /** Runs the chosen algorithm, or one that fits where it does not. */
    public static void run(Call call, Choice choice) {
        switch (choice.algorithm()) {
            case 1 -> LinearBarrier.run(call);
            case 2 -> DoubleRingBarrier.run(call);
            case 4 -> BruckBarrier.run(call);
            case 5 -> twoProc(call);
            case 6 -> TreeBarrier.run(call);
            default -> RecursiveDoublingBarrier.run(call);
        }
    }

    private static void twoProc(Call call) {
        if (call.size() == 2) {
            TwoProcBarrier.run(call);
        } else {
            BruckBarrier.run(call);
        }
    }
}
