package org.strata.coll.reduce;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.base.Tree;
import org.strata.mca.coll.Buf;
import org.strata.mca.coll.ReduceOp;

/** The reduction's algorithms by Open MPI's numbers. */
public final class Reduce {
    /** Open MPI's default number of chains. */
    private static final int FANOUT = 4;

    private Reduce() {}

    /**
     * Runs the chosen algorithm, or one that fits where it does not.
     *
     * @param input this rank's data; only read, unless it is the result buffer
     * @param result used at the root only; the same object as {@code input} for in place
     */
    public static void run(Call call, Choice choice, Buf input, Buf result, ReduceOp op, int root) {
        switch (choice.algorithm()) {
            case 1 -> LinearReduce.run(call, input, result, op, root);
            case 2, 3, 4, 6 -> tree(call, choice, input, result, op, root);
            case 7 -> RabenseifnerReduce.run(call, input, result, op, root);
            default -> binomial(call, choice, input, result, op, root);
        }
    }

    private static void binomial(
            Call call, Choice choice, Buf input, Buf result, ReduceOp op, int root) {
        if (choice.segment() == 0) {
            BinomialReduce.run(call, input, result, op, root);
        } else {
            tree(call, choice, input, result, op, root);
        }
    }

    private static void tree(
            Call call, Choice choice, Buf input, Buf result, ReduceOp op, int root) {
        Tree tree = tree(call, choice, op, root);
        TreeReduce.run(call, input, result, op, tree, choice.segment());
    }

    /** Of these trees, only the in-order one keeps rank order under any root. */
    private static Tree tree(Call call, Choice choice, ReduceOp op, int root) {
        int rank = call.rank();
        int size = call.size();
        if (!op.commutative() && (root != 0 || choice.algorithm() == 4)) {
            return Tree.inOrder(rank, size, root);
        }
        int fanout = choice.fanout() > 0 ? choice.fanout() : FANOUT;
        return switch (choice.algorithm()) {
            case 2 -> Tree.chain(rank, size, root, fanout);
            case 3 -> Tree.chain(rank, size, root, 1);
            case 4 -> Tree.complete(rank, size, root, 2);
            case 6 -> Tree.inOrder(rank, size, root);
            default -> Tree.binomial(rank, size, root);
        };
    }
}
