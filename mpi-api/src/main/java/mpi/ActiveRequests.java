package mpi;

/**
 * The requests under way: keeps their buffers alive until they are complete, also when the program
 * forgets a request or frees it early. An intrusive list; guarded by the engine's bracket. Tier 1.
 *
 * <p>A completed request leaves when a wait or test finds it complete; those that nobody asks about
 * are swept out whenever the list has doubled.
 */
final class ActiveRequests {
    private static final int SWEEP_AT_LEAST = 256;

    private final Request head = new Request();
    private int count;
    private int sweepAt = SWEEP_AT_LEAST;

    ActiveRequests() {
        head.next = head;
        head.previous = head;
    }

    /** Adds an active request. */
    void add(Request request) {
        Request last = head.previous;
        request.previous = last;
        request.next = head;
        last.next = request;
        head.previous = request;
        request.comm.operationBegins();
        if (++count > sweepAt) {
            sweep();
        }
    }

    /** Removes a request if it is in the list. */
    void remove(Request request) {
        if (request.next != null) {
            request.previous.next = request.next;
            request.next.previous = request.previous;
            request.next = null;
            request.previous = null;
            count--;
            request.comm.operationEnds();
        }
    }

    /** Drops all that are complete. */
    void sweep() {
        Request request = head.next;
        while (request != head) {
            Request next = request.next;
            if (request.isDone()) {
                remove(request);
                request.abandon();
            }
            request = next;
        }
        sweepAt = Math.max(SWEEP_AT_LEAST, 2 * count);
    }

    /** Returns the number of requests in the list. */
    int count() {
        return count;
    }

    /**
     * Gives all requests that the program freed back to the PML, which finishes them by itself; the
     * list goes on keeping their buffers. For Finalize.
     */
    void releaseFreed() {
        for (Request request = head.next; request != head; request = request.next) {
            if (request.isFreed()) {
                request.pml.release();
            }
        }
    }
}
