package org.strata.coll.bcast;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.base.Flat;
import org.strata.coll.base.Tree;
import org.strata.opal.datatype.Buf;

/** The broadcast, by any of its algorithms. */
public final class Bcast {
    /** Open MPI's default number of chains, and base of a k-nomial tree. */
    private static final int FANOUT = 4;

    private Bcast() {}

    /** Runs the chosen algorithm. */
    public static void run(Call call, Choice choice, Buf buffer, int root) {
        switch ((BcastAlgorithm) choice.algorithm()) {
            case BASIC_LINEAR -> LinearBcast.run(call, buffer, root);
            case BINOMIAL -> binomial(call, choice, buffer, root);
            default -> cutting(call, choice, buffer, root);
        }
    }

    private static void binomial(Call call, Choice choice, Buf buffer, int root) {
        if (choice.segment() == 0) {
            BinomialBcast.run(call, buffer, root);
        } else {
            cutting(call, choice, buffer, root);
        }
    }

    /** Algorithms that cut the message work on its packed bytes. */
    private static void cutting(Call call, Choice choice, Buf buffer, int root) {
        if (call.rank() == root) {
            cut(call, choice, Flat.reading(call, buffer), root);
        } else {
            Flat flat = Flat.writing(call, buffer);
            cut(call, choice, flat.bytes(), root);
            flat.done();
        }
    }

    private static void cut(Call call, Choice choice, Buf bytes, int root) {
        long segment = choice.segment();
        switch ((BcastAlgorithm) choice.algorithm()) {
            case SPLIT_BINARY -> SplitBinaryBcast.run(call, bytes, root, segment);
            case SCATTER_ALLGATHER -> ScatterAllgatherBcast.run(call, bytes, root, false);
            case SCATTER_ALLGATHER_RING -> ScatterAllgatherBcast.run(call, bytes, root, true);
            default -> TreeBcast.run(call, bytes, tree(call, choice, root), segment);
        }
    }

    private static Tree tree(Call call, Choice choice, int root) {
        int rank = call.rank();
        int size = call.size();
        int fanout = choice.fanout() > 0 ? choice.fanout() : FANOUT;
        return switch ((BcastAlgorithm) choice.algorithm()) {
            case CHAIN -> Tree.chain(rank, size, root, fanout);
            case PIPELINE -> Tree.chain(rank, size, root, 1);
            case BINARY -> Tree.complete(rank, size, root, 2);
            case KNOMIAL -> Tree.knomial(rank, size, root, Math.max(2, fanout));
            default -> Tree.binomial(rank, size, root);
        };
    }
}
