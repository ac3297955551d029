package org.strata.coll.gather;

import org.strata.coll.base.Call;
import org.strata.opal.datatype.Buf;

/**
 * Parts pass up a binomial tree; every rank forwards the parts of its subtree. Latency log2(n); for
 * short parts.
 */
final class BinomialGather {
    private BinomialGather() {}

    static void run(Call call, Buf own, Buf receive, int root) {
        int size = call.size();
        int place = (call.rank() - root + size) % size;
        Buf mine = own != null ? own : receive.at(root * receive.count(), receive.count());
        int width = width(place, size);
        if (width == 1) {
            call.send(mine, (place - lowest(place, size) + root) % size);
            return;
        }
        long bytes = mine.size();
        Buf joined = call.tempBytes(width * bytes);
        call.copy(mine, joined.at(0, bytes));
        int mask = 1;
        while (mask < size && (place & mask) == 0) {
            int child = place + mask;
            if (child < size) {
                Buf theirs = joined.at(mask * bytes, width(child, size) * bytes);
                call.receive(theirs, (child + root) % size);
            }
            mask <<= 1;
        }
        if (place != 0) {
            call.send(joined, (place - mask + root) % size);
        } else {
            spread(call, joined, receive, root);
        }
    }

    /** Copies parts from tree order: the root's own, those of higher ranks, those of lower ones. */
    private static void spread(Call call, Buf joined, Buf receive, int root) {
        long count = receive.count();
        int head = call.size() - root;
        long split = head * count * receive.layout().size();
        call.copy(joined.at(0, split), receive.at(root * count, head * count));
        call.copy(joined.at(split, joined.count() - split), receive.at(0, root * count));
    }

    /** Returns the number of ranks in the subtree of a place. */
    private static int width(int place, int size) {
        return Math.min(lowest(place, size), size - place);
    }

    private static int lowest(int place, int size) {
        return place == 0 ? Integer.highestOneBit(size) << 1 : Integer.lowestOneBit(place);
    }
}
