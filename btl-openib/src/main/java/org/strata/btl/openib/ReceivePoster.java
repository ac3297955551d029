package org.strata.btl.openib;

import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SharedReceiveQueue;

import java.lang.foreign.Arena;

/** Posts receives in lists. Tier 1. */
final class ReceivePoster {
    private static final int MOST = 16;

    private final RecvWr[] requests = new RecvWr[MOST];
    private final int[] numbers = new int[MOST];
    private int count;

    ReceivePoster(Arena arena) {
        for (int i = 0; i < MOST; i++) {
            requests[i] = new RecvWr(arena, 1);
        }
    }

    void add(long id, ReceiveBuffers buffers, int buffer) {
        RecvWr request = requests[count];
        request.wrId(id)
                .sge(buffers.address(buffer), buffers.room, buffers.lkey(buffer))
                .next(null);
        if (count > 0) {
            requests[count - 1].next(request);
        }
        numbers[count++] = buffer;
    }

    boolean isFull() {
        return count == MOST;
    }

    int count() {
        return count;
    }

    int post(SharedReceiveQueue queue) {
        int rc = queue.post(requests[0]);
        return settle(rc);
    }

    int post(QueuePair pair) {
        int rc = pair.postRecv(requests[0]);
        return settle(rc);
    }

    private int settle(int rc) {
        if (rc == 0) {
            count = 0;
        }
        return rc;
    }

    /** After a failed post: whoever owns the buffers gives them back. */
    void forget() {
        count = 0;
    }

    /** After a failed post: gives back the buffers that were not taken; returns how many. */
    int takeBack(ReceiveBuffers buffers) {
        long rejected = requests[0].rejected();
        int first = 0;
        while (first < count && requests[first].address() != rejected) {
            first++;
        }
        int back = count - first;
        for (int i = first; i < count; i++) {
            buffers.give(numbers[i]);
        }
        count = 0;
        return back;
    }
}
