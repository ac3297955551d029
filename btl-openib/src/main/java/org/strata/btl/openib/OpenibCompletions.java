package org.strata.btl.openib;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;

/**
 * What has completed and waits for its callback. The queues never run callbacks themselves, since a
 * callback may send again, which changes them. Tier 1.
 */
final class OpenibCompletions {
    private final Btl btl;
    private OpenibDescriptor head;
    private OpenibDescriptor tail;
    private final RdmaOperationQueue operations = new RdmaOperationQueue();
    private RdmaOperation spare;
    private boolean running;

    OpenibCompletions(Btl btl) {
        this.btl = btl;
    }

    void add(OpenibDescriptor descriptor, int rc) {
        descriptor.rc = rc;
        descriptor.next = null;
        if (head == null) {
            head = descriptor;
        } else {
            tail.next = descriptor;
        }
        tail = descriptor;
    }

    void add(RdmaOperation operation, int rc) {
        operation.rc = rc;
        operations.append(operation);
    }

    boolean isEmpty() {
        return head == null && operations.isEmpty();
    }

    /** Returns an operation from the pool. */
    RdmaOperation takeOperation() {
        RdmaOperation taken = spare;
        if (taken == null) {
            return new RdmaOperation();
        }
        spare = taken.next;
        taken.next = null;
        return taken;
    }

    /**
     * Runs the callbacks of what has completed by now. What a callback's own calls complete waits
     * for the next call, so that a long message neither recurses nor monopolizes progress.
     *
     * @return callbacks run; 0 when called from a callback
     */
    int run() {
        if (running || isEmpty()) {
            return 0;
        }
        running = true;
        try {
            return runDescriptors() + runOperations();
        } finally {
            running = false;
        }
    }

    /** Runs callbacks until none is left. */
    void runAll() {
        while (!isEmpty() && run() > 0) {
            continue;
        }
    }

    private int runDescriptors() {
        OpenibDescriptor last = tail;
        int count = 0;
        boolean more = head != null;
        while (more) {
            OpenibDescriptor done = head;
            head = done.next;
            done.next = null;
            more = done != last;
            count++;
            done.callback.onComplete(btl, done, done.rc);
        }
        return count;
    }

    private int runOperations() {
        RdmaOperation last = operations.last();
        int count = 0;
        boolean more = !operations.isEmpty();
        while (more) {
            RdmaOperation done = operations.remove();
            more = done != last;
            count++;
            complete(done);
        }
        return count;
    }

    /** The operation is back in the pool before its callback runs, which may need one. */
    private void complete(RdmaOperation done) {
        var callback = done.callback;
        BtlEndpoint endpoint = done.endpoint;
        long length = done.length;
        int rc = done.rc;
        recycle(done);
        callback.onComplete(endpoint, length, rc);
    }

    /** Puts an operation back into the pool that did not start, or whose callback is to run. */
    void recycle(RdmaOperation operation) {
        operation.callback = null;
        operation.endpoint = null;
        operation.next = spare;
        spare = operation;
    }
}
