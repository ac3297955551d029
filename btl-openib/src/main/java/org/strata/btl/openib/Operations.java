package org.strata.btl.openib;

/** The RDMA operations of one peer: how many there are, and those that wait. */
final class Operations {
    private final RdmaOperationQueue waiting;
    private final int most;

    /** Waiting and under way. */
    private int count;

    /** The next one's number; it wraps. */
    private int next;

    /**
     * @param most that may be waiting and under way
     */
    Operations(RdmaOperationQueue waiting, int most) {
        this.waiting = waiting;
        this.most = most;
    }

    /** Returns whether no more may be started. */
    boolean isFull() {
        return count >= most;
    }

    void add(RdmaOperation operation) {
        count++;
        operation.number = next++;
        waiting.append(operation);
    }

    /** One is over. */
    void end() {
        count--;
    }

    /** Posts as many as the channel takes; returns how many. */
    int post(Channel channel) {
        int posted = 0;
        while (!waiting.isEmpty() && channel.hasRoom() && channel.post(waiting.first())) {
            waiting.remove();
            posted++;
        }
        return posted;
    }
}
