package org.strata.coll.reduce;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.base.Tree;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** The reduction, by any of its algorithms. */
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
        switch ((ReduceAlgorithm) choice.algorithm()) {
            case LINEAR -> LinearReduce.run(call, input, result, op, root);
            case BINOMIAL -> binomial(call, choice, input, result, op, root);
            case RABENSEIFNER -> RabenseifnerReduce.run(call, input, result, op, root);
            default -> cutting(call, choice, input, result, op, root);
        }
    }

    private static void binomial(
            Call call, Choice choice, Buf input, Buf result, ReduceOp op, int root) {
        if (choice.segment() == 0) {
            BinomialReduce.run(call, input, result, op, root);
        } else {
            cutting(call, choice, input, result, op, root);
        }
    }

    private static void cutting(
            Call call, Choice choice, Buf input, Buf result, ReduceOp op, int root) {
        Tree tree = tree(call, choice, op, root);
        TreeReduce.run(call, input, result, op, tree, choice.segment());
    }

    /** Of these trees, only the in-order one keeps rank order under any root. */
    private static Tree tree(Call call, Choice choice, ReduceOp op, int root) {
        int rank = call.rank();
        int size = call.size();
        boolean heap = choice.algorithm() == ReduceAlgorithm.BINARY;
        if (!op.commutative() && (root != 0 || heap)) {
            return Tree.inOrder(rank, size, root);
        }
        int fanout = choice.fanout() > 0 ? choice.fanout() : FANOUT;
        return switch ((ReduceAlgorithm) choice.algorithm()) {
            case CHAIN -> Tree.chain(rank, size, root, fanout);
            case PIPELINE -> Tree.chain(rank, size, root, 1);
            case BINARY -> Tree.complete(rank, size, root, 2);
            case IN_ORDER_BINARY -> Tree.inOrder(rank, size, root);
            default -> Tree.binomial(rank, size, root);
        };
    }
}
