package org.strata.btl.openib;

/**
 * The send requests of one queue pair, divided among the channels that share it. Each channel has
 * {@link #OWN} of them for itself; the rest is for whoever posts first. So a channel that is full
 * of messages takes what is idle, and none ever waits for requests of others but those under way,
 * which end by themselves. Every request makes a completion: the numbers are exact. Tier 1.
 */
final class SharedSends {
    /** Requests that a channel can always have under way: a message, and one of credits. */
    static final int OWN = 2;

    private final int depth;

    /** Under way, of all channels. */
    private int used;

    /** Of those that channels have for themselves: not in use. */
    private int reserved;

    private int users;

    /**
     * @param depth requests that the queue pair takes, at least {@link #OWN}
     */
    SharedSends(int depth) {
        this.depth = depth;
    }

    /** Returns whether so many requests are enough for each of some channels to have its own. */
    static boolean suffice(int depth, int channels) {
        return channels * OWN <= depth;
    }

    /** A channel is about to use it; its own requests may still be with others for a while. */
    void attach() {
        users++;
        reserved += OWN;
    }

    /** A channel without requests under way uses it no more. */
    void detach() {
        users--;
        reserved -= OWN;
    }

    int users() {
        return users;
    }

    /** Returns the requests under way. */
    int used() {
        return used;
    }

    /**
     * Returns whether a channel may post a request.
     *
     * @param own requests of the channel that are under way
     */
    boolean mayPost(int own) {
        return used < depth && (own < OWN || used + reserved < depth);
    }

    /** A channel with so many requests under way has posted one more. */
    void post(int own) {
        used++;
        reserved -= own < OWN ? 1 : 0;
    }

    /** One of the requests under way of a channel, so many with it, is over. */
    void end(int own) {
        used--;
        reserved += own <= OWN ? 1 : 0;
    }
}
