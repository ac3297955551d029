package org.strata.coll.barrier;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;

/** The barrier, by any of its algorithms. */
public final class Barrier {
    private Barrier() {}

    /** Runs the chosen algorithm, or one that fits where it does not. */
    public static void run(Call call, Choice choice) {
        switch ((BarrierAlgorithm) choice.algorithm()) {
            case LINEAR -> LinearBarrier.run(call);
            case DOUBLE_RING -> DoubleRingBarrier.run(call);
            case RECURSIVE_DOUBLING -> RecursiveDoublingBarrier.run(call);
            case BRUCK -> BruckBarrier.run(call);
            case TWO_PROC -> twoProc(call);
            case TREE -> TreeBarrier.run(call);
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
