package org.strata.btl.openib.queue;

import org.strata.mca.btl.QueueBtl;

/** One message of a lane; a place in the lane's ring, used again and again. */
final class LaneSend {
    int queue;
    int immediate;
    long address;
    long length;
    int key;
    QueueBtl.SentCallback callback;
    Object context;

    /** Whether its result is known. */
    boolean over;

    int rc;

    /** Returns its number among the queue's messages. */
    int number() {
        return immediate & QueueBtl.NUMBER_MASK;
    }

    void end(int result) {
        if (!over) {
            over = true;
            rc = result;
        }
    }
}
