package org.strata.coll.gather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Flat;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Completion;

/**
 * The root signals one rank after another to send, so that long messages do not arrive unexpected.
 * Each rank sends a first piece, then the rest.
 */
final class LinearSyncGather {
    /** Bytes of the first piece where the settings name no number, as in Open MPI. */
    private static final long FIRST_PIECE = 1024;

    private LinearSyncGather() {}

    static void run(Call call, Buf own, Buf receive, int root) {
        long piece = call.segment() > 0 ? call.segment() : FIRST_PIECE;
        if (call.rank() != root) {
            Buf bytes = Flat.reading(call, own);
            long first = Math.min(piece, bytes.count());
            call.await(root);
            call.send(bytes.at(0, first), root);
            call.await(root);
            call.send(bytes.at(first, bytes.count() - first), root);
            return;
        }
        for (int peer = 0; peer < call.size(); peer++) {
            Buf part = receive.at(peer * receive.count(), receive.count());
            if (peer != root) {
                fetch(call, part, peer, piece);
            } else if (own != null) {
                call.copy(own, part);
            }
        }
    }

    private static void fetch(Call call, Buf part, int peer, long piece) {
        Flat flat = Flat.writing(call, part);
        Buf bytes = flat.bytes();
        long first = Math.min(piece, bytes.count());
        Completion head = call.beginReceive(bytes.at(0, first), peer);
        call.signal(peer);
        Completion rest = call.beginReceive(bytes.at(first, bytes.count() - first), peer);
        call.signal(peer);
        call.end(head);
        call.end(rest);
        flat.finish();
    }
}
