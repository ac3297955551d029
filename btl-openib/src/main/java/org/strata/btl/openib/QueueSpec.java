package org.strata.btl.openib;

/**
 * One kind of receive queue: an entry of {@code btl_openib_receive_queues}, or what the original
 * parameters say of one priority.
 *
 * @param type whose the receives are
 * @param size bytes of a receive, the BTL's header not counted
 * @param num receives posted: per peer, or for all peers once the queue has grown
 * @param low posted again when no more than this are left
 * @param win credits that are returned by a message of their own when there is no other
 * @param reserved further receives per peer for such messages
 * @param sendMax send requests in flight per peer
 * @param initial receives posted to a shared queue at first, for the first peer
 * @param perPeer further receives for every doubling of the number of processes
 * @param limit a shared queue asks for more when fewer than this are left
 */
record QueueSpec(
        Type type,
        int size,
        int num,
        int low,
        int win,
        int reserved,
        int sendMax,
        int initial,
        int perPeer,
        int limit) {
    /** Whose the receives of a queue are. */
    enum Type {
        /** Each peer's own, with credits. */
        PER_PEER,
        /** Shared by all peers. */
        SHARED,
        /** Shared by all peers, over extended reliable connections. */
        EXTENDED
    }

    /** Returns whether all peers take from one queue. */
    boolean shared() {
        return type != Type.PER_PEER;
    }

    /**
     * Returns the receives of one peer: for its messages, for its control messages, and for those
     * that give back our control tokens.
     */
    int receives() {
        return num + 2 * reserved;
    }

    /**
     * Returns the fewest receives that keep one peer's messages moving: one, and where control
     * messages go one for them and one for those that give tokens back.
     */
    int least(boolean control) {
        return shared() || !control ? 1 : 3;
    }

    /**
     * Returns this queue for a peer that there are fewer receives for than wanted.
     *
     * @param receives at least {@link #least}
     * @param control whether control messages go to this queue
     */
    QueueSpec reduced(int receives, boolean control) {
        if (receives >= receives()) {
            return this;
        }
        int spare = control ? Math.max(1, reserved * receives / receives()) : 0;
        int data = receives - 2 * spare;
        int last = Math.min(low, data - 1);
        int window = Math.min(win, last + 1);
        return new QueueSpec(type, size, data, last, window, spare, sendMax, data, perPeer, limit);
    }

    /**
     * Returns the receives to be posted when this process talks to so many others: all of a
     * per-peer queue's; of a shared queue, base plus a factor times log2 of the processes (this one
     * included), truncated, up to the bound.
     */
    int posted(int peers) {
        if (!shared()) {
            return receives();
        }
        double logarithm = Math.log(Math.max(1, peers + 1)) / Math.log(2);
        return Math.min(num, (int) (initial + logarithm * perPeer));
    }

    /**
     * Returns this queue as {@code btl_openib_receive_queues} would describe it, and behind that
     * what only the original parameters can say.
     */
    @Override
    public String toString() {
        if (!shared()) {
            return "P,%d,%d,%d,%d,%d".formatted(size, num, low, win, reserved);
        }
        boolean original = perPeer != 0 || win != num - low;
        String growth = original ? " (+ " + perPeer + " log2 n, credits at " + win + ")" : "";
        return "%s,%d,%d,%d,%d,%d,%d%s"
                .formatted(
                        type == Type.EXTENDED ? "X" : "S",
                        size,
                        num,
                        low,
                        sendMax,
                        initial,
                        limit,
                        growth);
    }
}
