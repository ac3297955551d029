package org.strata.coll.bcast;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.base.Flat;
import org.strata.coll.base.Tree;
import org.strata.mca.coll.Buf;

/** The broadcast's algorithms by Open MPI's numbers. */
public final class Bcast {
    /** Open MPI's default number of chains, and of children in a k-nomial tree. */
    private static final int FANOUT = 4;

    private Bcast() {}

    /** Runs the chosen algorithm, or one that fits where it does not. */
    public static void run(Call call, Choice choice, Buf buffer, int root) {
        switch (choice.algorithm()) {
            case 1 -> LinearBcast.run(call, buffer, root);
            case 6 -> binomial(call, choice, buffer, root);
            default -> flat(call, choice, buffer, root);
        }
    }

    private static void binomial(Call call, Choice choice, Buf buffer, int root) {
        if (choice.segment() == 0) {
            BinomialBcast.run(call, buffer, root);
        } else {
            flat(call, choice, buffer, root);
        }
    }

    /** Algorithms that cut the message work on its packed bytes. */
    private static void flat(Call call, Choice choice, Buf buffer, int root) {
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
        switch (choice.algorithm()) {
            case 4 -> SplitBinaryBcast.run(call, bytes, root, segment);
            case 8 -> ScatterAllgatherBcast.run(call, bytes, root, false);
            case 9 -> ScatterAllgatherBcast.run(call, bytes, root, true);
            default -> TreeBcast.run(call, bytes, tree(call, choice, root), segment);
        }
    }

    private static Tree tree(Call call, Choice choice, int root) {
        int rank = call.rank();
        int size = call.size();
        int fanout = choice.fanout() > 0 ? choice.fanout() : FANOUT;
        return switch (choice.algorithm()) {
            case 2 -> Tree.chain(rank, size, root, fanout);
            case 3 -> Tree.chain(rank, size, root, 1);
            case 5 -> Tree.complete(rank, size, root, 2);
            case 7 -> Tree.knomial(rank, size, root, Math.max(2, fanout));
            default -> Tree.binomial(rank, size, root);
        };
    }
}
