package org.strata.coll.gather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Flat;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.datatype.Buf;

/**
 * The root calls rank after rank to send: long messages do not pile up unexpected. A first piece
 * travels while the next rank is called.
 */
final class LinearSyncGather {
    private LinearSyncGather() {}

    /**
     * @param own this rank's part; null at the root in place
     * @param receive where parts go; used at the root only
     * @param segment bytes of the first piece
     */
    static void run(Call call, Buf own, Buf receive, int root, long segment) {
        if (call.rank() != root) {
            Buf bytes = Flat.reading(call, own);
            long first = Math.min(segment, bytes.count());
            call.await(root);
            call.send(bytes.at(0, first), root);
            call.await(root);
            call.send(bytes.at(first, bytes.count() - first), root);
            return;
        }
        for (int peer = 0; peer < call.size(); peer++) {
            Buf part = receive.at(peer * receive.count(), receive.count());
            if (peer != root) {
                fetch(call, part, peer, segment);
            } else if (own != null) {
                call.copy(own, part);
            }
        }
    }

    private static void fetch(Call call, Buf part, int peer, long segment) {
        Flat flat = Flat.writing(call, part);
        Buf bytes = flat.bytes();
        long first = Math.min(segment, bytes.count());
        PmlRequest head = call.beginReceive(bytes.at(0, first), peer);
        call.signal(peer);
        PmlRequest rest = call.beginReceive(bytes.at(first, bytes.count() - first), peer);
        call.signal(peer);
        call.end(head);
        call.end(rest);
        flat.done();
    }
}
