package org.strata.coll.scatter;

import org.strata.coll.base.Call;
import org.strata.opal.datatype.Buf;

/**
 * Parts pass down a binomial tree; every rank forwards the parts of its subtree. Latency log2(n);
 * for short parts.
 */
final class BinomialScatter {
    private BinomialScatter() {}

    static void run(Call call, Buf send, Buf own, int root) {
        int size = call.size();
        int place = (call.rank() - root + size) % size;
        int mask = place == 0 ? Integer.highestOneBit(size) << 1 : Integer.lowestOneBit(place);
        int width = Math.min(mask, size - place);
        if (width == 1) {
            call.receive(own, (place - mask + root) % size);
            return;
        }
        long bytes = (place == 0 ? send : own).size();
        Buf joined = call.tempBytes(width * bytes);
        if (place == 0) {
            join(call, send, joined, root);
        } else {
            call.receive(joined, (place - mask + root) % size);
        }
        for (mask >>= 1; mask > 0; mask >>= 1) {
            int child = place + mask;
            if (child < size) {
                long count = Math.min(mask, size - child) * bytes;
                call.startSend(joined.at(mask * bytes, count), (child + root) % size);
            }
        }
        if (own != null) {
            call.copy(joined.at(0, bytes), own);
        }
        call.finishStarted();
    }

    /**
     * Copies the root's parts in tree order: its own, those of higher ranks, those of lower ones.
     */
    private static void join(Call call, Buf send, Buf joined, int root) {
        long count = send.count();
        int head = call.size() - root;
        long split = head * count * send.layout().size();
        call.copy(send.at(root * count, head * count), joined.at(0, split));
        call.copy(send.at(0, root * count), joined.at(split, joined.count() - split));
    }
}
