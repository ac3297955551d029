package org.strata.coll.reduce;

import org.strata.coll.base.Call;
import org.strata.coll.base.Tree;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Completion;

/**
 * Pieces of the vector pass up any tree: while a rank reduces one piece and sends it to its parent,
 * it receives the next ones from its children. Operations that do not commute need a tree in rank
 * order.
 */
public final class TreeReduce {
    /** Open MPI's default number of chains. */
    private static final int FANOUT = 4;

    private final Call call;
    private final Buf input;
    private final Buf result;
    private final ReduceOp op;
    private final Tree tree;
    private final long piece;
    private final boolean keepsResult;

    /** Two sets, used by turns: one buffer per child, and one for a copy of this rank's data. */
    private final Buf[][] places = new Buf[2][];

    private final Completion[][] coming = new Completion[2][];
    private final Completion[] going = new Completion[2];

    private TreeReduce(Call call, Buf input, Buf result, ReduceOp op, Tree tree, long piece) {
        this.call = call;
        this.input = input;
        this.result = result;
        this.op = op;
        this.tree = tree;
        this.piece = piece;
        this.keepsResult = tree.parent() < 0;
        for (int set = 0; set < 2; set++) {
            places[set] = new Buf[tree.children() + 1];
            coming[set] = new Completion[tree.children()];
        }
    }

    static void chain(Call call, Buf input, Buf result, ReduceOp op, int root) {
        Tree tree = Tree.chain(call.rank(), call.size(), root, call.fanout(FANOUT));
        run(call, input, result, op, ordered(tree, call, op, root), call.segment());
    }

    static void pipeline(Call call, Buf input, Buf result, ReduceOp op, int root) {
        pipeline(call, input, result, op, root, call.segment());
    }

    /**
     * Reduces along one chain of all ranks.
     *
     * @param segment bytes per piece, 0 for one piece
     */
    public static void pipeline(
            Call call, Buf input, Buf result, ReduceOp op, int root, long segment) {
        Tree tree = Tree.chain(call.rank(), call.size(), root, 1);
        run(call, input, result, op, ordered(tree, call, op, root), segment);
    }

    static void binary(Call call, Buf input, Buf result, ReduceOp op, int root) {
        if (op.commutative()) {
            Tree tree = Tree.complete(call.rank(), call.size(), root, 2);
            run(call, input, result, op, tree, call.segment());
        } else {
            inOrder(call, input, result, op, root);
        }
    }

    static void binomial(Call call, Buf input, Buf result, ReduceOp op, int root) {
        Tree tree = Tree.binomial(call.rank(), call.size(), root);
        run(call, input, result, op, ordered(tree, call, op, root), call.segment());
    }

    static void inOrder(Call call, Buf input, Buf result, ReduceOp op, int root) {
        Tree tree = Tree.inOrder(call.rank(), call.size(), root);
        run(call, input, result, op, tree, call.segment());
    }

    /**
     * Returns the tree, or one in rank order for an operation that does not commute: chains and
     * binomial trees keep rank order under root 0 only.
     */
    private static Tree ordered(Tree tree, Call call, ReduceOp op, int root) {
        boolean keepsOrder = root == 0 || op.commutative();
        return keepsOrder ? tree : Tree.inOrder(call.rank(), call.size(), root);
    }

    /**
     * @param result used at the tree's root only; may be the input
     * @param segment bytes per piece, 0 for one piece
     */
    private static void run(
            Call call, Buf input, Buf result, ReduceOp op, Tree tree, long segment) {
        long elementSize = Math.max(1, input.layout().size());
        long piece = segment <= 0 ? input.count() : Math.max(1, segment / elementSize);
        new TreeReduce(call, input, result, op, tree, piece).run();
    }

    private void run() {
        long pieces = (input.count() + piece - 1) / piece;
        receive(0);
        for (long index = 0; index < pieces; index++) {
            int set = (int) (index & 1);
            if (index + 1 < pieces) {
                call.end(going[1 - set]);
                going[1 - set] = null;
                receive(index + 1);
            }
            for (Completion request : coming[set]) {
                call.end(request);
            }
            Buf sum = combine(index, set);
            if (keepsResult) {
                call.copy(sum, part(result, index));
            } else {
                going[set] = call.beginSend(sum, tree.parent());
            }
        }
        call.end(going[0]);
        call.end(going[1]);
    }

    private Buf part(Buf buffer, long index) {
        long at = index * piece;
        return buffer.at(at, Math.min(piece, buffer.count() - at));
    }

    private void receive(long index) {
        int set = (int) (index & 1);
        int above = tree.above().length;
        for (int i = 0; i < tree.children(); i++) {
            int child = i < above ? tree.above()[i] : tree.below()[i - above];
            boolean last = i == above - 1;
            coming[set][i] = call.beginReceive(place(index, set, i, last), child);
        }
    }

    /**
     * Returns the buffer of a child's piece. The sum ends in that of the last child above: the
     * result itself, where it does not hold the input.
     */
    private Buf place(long index, int set, int which, boolean last) {
        long count = Math.min(piece, input.count() - index * piece);
        if (last && keepsResult && result != input) {
            places[set][which] = part(result, index);
        } else if (places[set][which] == null || places[set][which].count() < count) {
            places[set][which] = call.temp(count, input.layout());
        } else {
            places[set][which] = places[set][which].at(0, count);
        }
        return places[set][which];
    }

    private Buf combine(long index, int set) {
        Buf sum = part(input, index);
        Buf own = sum;
        int above = tree.above().length;
        for (int i = 0; i < above; i++) {
            call.reduce(op, sum, places[set][i]);
            sum = places[set][i];
        }
        for (int i = above; i < tree.children(); i++) {
            if (sum == own) {
                sum = place(index, set, tree.children(), true);
                call.copy(own, sum);
            }
            call.reduce(op, places[set][i], sum);
        }
        return sum;
    }
}
