package org.strata.coll.allgather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;

/** The all-gather, by any of its algorithms. */
public final class Allgather {
    private Allgather() {}

    /**
     * Gathers equal parts by the chosen algorithm, or one that fits where it does not.
     *
     * @param own this rank's part; may lie in its place already
     */
    public static void run(Call call, Choice choice, Buf own, Parts parts) {
        int size = call.size();
        if (choice.algorithm() == AllgatherAlgorithm.TWO_PROC && size == 2) {
            TwoProcAllgather.run(call, own, parts);
            return;
        }
        call.copy(own, parts.part(call.rank()));
        switch ((AllgatherAlgorithm) choice.algorithm()) {
            case LINEAR -> GatherBcastAllgather.run(call, parts);
            case RECURSIVE_DOUBLING -> doubling(call, parts);
            case RING -> RingAllgather.run(call, parts);
            case NEIGHBOR -> neighbor(call, parts);
            case BRUCK, TWO_PROC -> BruckAllgather.run(call, parts);
        }
    }

    /** As {@link #run} for parts of different lengths and the algorithms of MPI_Allgatherv. */
    public static void varying(Call call, Choice choice, Buf own, Parts parts) {
        if (choice.algorithm() == AllgathervAlgorithm.TWO_PROC && call.size() == 2) {
            TwoProcAllgather.run(call, own, parts);
            return;
        }
        call.copy(own, parts.part(call.rank()));
        switch ((AllgathervAlgorithm) choice.algorithm()) {
            case DEFAULT -> GatherBcastAllgather.run(call, parts);
            case BRUCK -> BruckAllgather.run(call, parts);
            case NEIGHBOR -> neighbor(call, parts);
            case RING, TWO_PROC -> RingAllgather.run(call, parts);
        }
    }

    private static void doubling(Call call, Parts parts) {
        if (Integer.bitCount(call.size()) == 1) {
            RecursiveDoublingAllgather.run(call, parts);
        } else {
            BruckAllgather.run(call, parts);
        }
    }

    private static void neighbor(Call call, Parts parts) {
        if (call.size() % 2 == 0) {
            NeighborAllgather.run(call, parts);
        } else {
            RingAllgather.run(call, parts);
        }
    }
}
