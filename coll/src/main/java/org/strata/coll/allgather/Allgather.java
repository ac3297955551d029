package org.strata.coll.allgather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.base.Parts;
import org.strata.mca.coll.Buf;

/** The all-gather's algorithms by Open MPI's numbers. */
public final class Allgather {
    private Allgather() {}

    /**
     * Gathers equal parts by the chosen algorithm, or one that fits where it does not.
     *
     * @param own this rank's part; may lie in its place already
     */
    public static void run(Call call, Choice choice, Buf own, Parts parts) {
        int size = call.size();
        if (choice.algorithm() == 6 && size == 2) {
            TwoProcAllgather.run(call, own, parts);
            return;
        }
        call.copy(own, parts.part(call.rank()));
        switch (choice.algorithm()) {
            case 1 -> GatherBcastAllgather.run(call, parts);
            case 3 -> doubling(call, parts);
            case 4 -> RingAllgather.run(call, parts);
            case 5 -> neighbor(call, parts);
            default -> BruckAllgather.run(call, parts);
        }
    }

    /** Gathers parts of different lengths; the numbers are those of MPI_Allgatherv. */
    public static void varying(Call call, Choice choice, Buf own, Parts parts) {
        if (choice.algorithm() == 5 && call.size() == 2) {
            TwoProcAllgather.run(call, own, parts);
            return;
        }
        call.copy(own, parts.part(call.rank()));
        switch (choice.algorithm()) {
            case 1 -> GatherBcastAllgather.run(call, parts);
            case 2 -> BruckAllgather.run(call, parts);
            case 4 -> neighbor(call, parts);
            default -> RingAllgather.run(call, parts);
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
