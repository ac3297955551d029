package org.strata.coll.reduce;

import org.strata.coll.base.Call;
import org.strata.coll.base.Tree;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.datatype.Buf;

/**
 * Pieces of the vector up any tree: while one piece is reduced and passed on, the next ones come
 * from the children. Trees in rank order serve operations that do not commute.
 */
final class TreeReduce {
    private final Call call;
    private final Buf input;
    private final Buf result;
    private final ReduceOp op;
    private final Tree tree;
    private final long piece;
    private final boolean keepsResult;

    /** Two sets, used by turns: one buffer per child, and one for a copy of the own data. */
    private final Buf[][] places = new Buf[2][];

    private final PmlRequest[][] coming = new PmlRequest[2][];
    private final PmlRequest[] going = new PmlRequest[2];

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
            coming[set] = new PmlRequest[tree.children()];
        }
    }

    /**
     * @param result used at the tree's root only; may be the input
     * @param segment bytes per piece, 0 for one piece
     */
    static void run(Call call, Buf input, Buf result, ReduceOp op, Tree tree, long segment) {
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
            for (PmlRequest request : coming[set]) {
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

    /** The last child above is where the sum ends up: the result's place, if it is free. */
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
            Call.reduce(op, sum, places[set][i]);
            sum = places[set][i];
        }
        for (int i = above; i < tree.children(); i++) {
            if (sum == own) {
                sum = place(index, set, tree.children(), true);
                call.copy(own, sum);
            }
            Call.reduce(op, places[set][i], sum);
        }
        return sum;
    }
}
