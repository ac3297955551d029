package org.strata.btl.tcp;

import org.strata.mca.btl.Btl;

/**
 * Completed descriptors that wait for their callbacks. The queues never run callbacks themselves,
 * since a callback may send again, which changes them. Tier 1.
 */
final class TcpCompletions {
    private final Btl btl;
    private TcpDescriptor head;
    private TcpDescriptor tail;
    private boolean running;

    TcpCompletions(Btl btl) {
        this.btl = btl;
    }

    void add(TcpDescriptor descriptor, int rc) {
        descriptor.rc = rc;
        if (head == null) {
            head = descriptor;
        } else {
            tail.next = descriptor;
        }
        tail = descriptor;
    }

    boolean isEmpty() {
        return head == null;
    }

    /**
     * Runs the callbacks of what has completed by now. What a callback's own sends complete waits
     * for the next call, so that a long message neither recurses nor monopolizes progress.
     *
     * @return callbacks run; 0 when called from a callback
     */
    int run() {
        if (head == null || running) {
            return 0;
        }
        running = true;
        int count = 0;
        try {
            TcpDescriptor last = tail;
            TcpDescriptor done;
            do {
                done = head;
                head = done.next;
                done.next = null;
                count++;
                done.callback.onComplete(btl, done, done.rc);
            } while (done != last);
        } finally {
            running = false;
        }
        return count;
    }
}
