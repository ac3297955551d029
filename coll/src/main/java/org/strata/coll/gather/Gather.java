package org.strata.coll.gather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;

/** The gather, by any of its algorithms. */
public final class Gather {
    /** Open MPI's first piece of a synchronised gather. */
    private static final long FIRST_PIECE = 1024;

    private Gather() {}

    /**
     * Runs the chosen algorithm.
     *
     * @param own this rank's part; null at the root in place
     * @param receive where parts go, {@code count()} elements each; used at the root only
     */
    public static void run(Call call, Choice choice, Buf own, Buf receive, int root) {
        switch ((GatherAlgorithm) choice.algorithm()) {
            case BINOMIAL -> BinomialGather.run(call, own, receive, root);
            case LINEAR_SYNC -> {
                long first = choice.segment() > 0 ? choice.segment() : FIRST_PIECE;
                LinearSyncGather.run(call, own, receive, root, first);
            }
            case BASIC_LINEAR -> {
                Parts parts = call.rank() == root ? Parts.equal(receive, call.size()) : null;
                LinearGather.run(call, own, parts, root);
            }
        }
    }

    /** Gathers parts of different lengths; {@code parts} is used at the root only. */
    public static void varying(Call call, Buf own, Parts parts, int root) {
        LinearGather.run(call, own, parts, root);
    }
}
