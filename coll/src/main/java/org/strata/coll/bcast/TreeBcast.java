package org.strata.coll.bcast;

import org.strata.coll.base.Call;
import org.strata.coll.base.Tree;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.datatype.Buf;

/**
 * Pieces of the message down any tree: while one piece goes to the children, the next comes from
 * the parent.
 */
final class TreeBcast {
    private TreeBcast() {}

    /**
     * @param bytes the message, gapless
     * @param segment bytes per piece, 0 for one piece
     */
    static void run(Call call, Buf bytes, Tree tree, long segment) {
        long piece = segment <= 0 ? Math.max(1, bytes.count()) : segment;
        PmlRequest coming = begin(call, bytes, tree, 0, piece);
        for (long at = 0; at == 0 || at < bytes.count(); at += piece) {
            PmlRequest next = begin(call, bytes, tree, at + piece, piece);
            call.end(coming);
            coming = next;
            Buf part = bytes.at(at, Math.min(piece, bytes.count() - at));
            for (int i = tree.above().length - 1; i >= 0; i--) {
                call.startSend(part, tree.above()[i]);
            }
            call.finishStarted();
        }
    }

    private static PmlRequest begin(Call call, Buf bytes, Tree tree, long at, long piece) {
        if (tree.parent() < 0 || (at > 0 && at >= bytes.count())) {
            return null;
        }
        return call.beginReceive(bytes.at(at, Math.min(piece, bytes.count() - at)), tree.parent());
    }
}
