package org.strata.coll.bcast;

import org.strata.coll.base.Call;
import org.strata.coll.base.Flat;
import org.strata.coll.base.Tree;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Completion;

/**
 * Pieces of the message pass down any tree: while a rank sends one piece to its children, it
 * receives the next one from its parent.
 */
public final class TreeBcast {
    /** Open MPI's default number of chains, and base of a k-nomial tree. */
    private static final int FANOUT = 4;

    private TreeBcast() {}

    static void chain(Call call, Buf buffer, int root) {
        Tree tree = Tree.chain(call.rank(), call.size(), root, call.fanout(FANOUT));
        run(call, buffer, root, tree, call.segment());
    }

    static void pipeline(Call call, Buf buffer, int root) {
        pipeline(call, buffer, root, call.segment());
    }

    /**
     * Broadcasts down one chain of all ranks.
     *
     * @param segment bytes per piece, 0 for one piece
     */
    public static void pipeline(Call call, Buf buffer, int root, long segment) {
        run(call, buffer, root, Tree.chain(call.rank(), call.size(), root, 1), segment);
    }

    static void binary(Call call, Buf buffer, int root) {
        Tree tree = Tree.complete(call.rank(), call.size(), root, 2);
        run(call, buffer, root, tree, call.segment());
    }

    static void binomial(Call call, Buf buffer, int root) {
        Tree tree = Tree.binomial(call.rank(), call.size(), root);
        run(call, buffer, root, tree, call.segment());
    }

    static void knomial(Call call, Buf buffer, int root) {
        int radix = Math.max(2, call.fanout(FANOUT));
        Tree tree = Tree.knomial(call.rank(), call.size(), root, radix);
        run(call, buffer, root, tree, call.segment());
    }

    private static void run(Call call, Buf buffer, int root, Tree tree, long segment) {
        Flat flat = Flat.fromRoot(call, buffer, root);
        run(call, flat.bytes(), tree, segment);
        flat.finish();
    }

    /**
     * @param bytes the message, gapless
     * @param segment bytes per piece, 0 for one piece
     */
    static void run(Call call, Buf bytes, Tree tree, long segment) {
        long piece = segment <= 0 ? Math.max(1, bytes.count()) : segment;
        Completion coming = begin(call, bytes, tree, 0, piece);
        for (long at = 0; at == 0 || at < bytes.count(); at += piece) {
            Completion next = begin(call, bytes, tree, at + piece, piece);
            call.end(coming);
            coming = next;
            Buf part = bytes.at(at, Math.min(piece, bytes.count() - at));
            for (int i = tree.above().length - 1; i >= 0; i--) {
                call.startSend(part, tree.above()[i]);
            }
            call.finishStarted();
        }
    }

    private static Completion begin(Call call, Buf bytes, Tree tree, long at, long piece) {
        if (tree.parent() < 0 || (at > 0 && at >= bytes.count())) {
            return null;
        }
        return call.beginReceive(bytes.at(at, Math.min(piece, bytes.count() - at)), tree.parent());
    }
}
