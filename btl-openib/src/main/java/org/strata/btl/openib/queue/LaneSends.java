package org.strata.btl.openib.queue;

import org.strata.verbs.CompletionQueue;
import org.strata.verbs.SendWr;
import org.strata.verbs.VerbsException;

import java.util.Arrays;

/**
 * What the lanes of a link post with: a request, room for the completions, and numbers by which a
 * completion finds its lane. Only this rank's own adapter writes to the completion queue, so that
 * its memory stays in this rank's cache. Tier 1.
 *
 * <p>The number of a request: the lane's slot (31 bits; a large job has more than 2^16 lanes), the
 * number of its queue pair among the lane's (24 bits), the position (8 bits, more than the lane's
 * ring has). So a completion of what a slot contained before is recognised: one would have to stay
 * in the completion queue, which is polled all the time, while a lane is connected 2^24 times.
 */
final class LaneSends {
    private static final int PAIR_SHIFT = 8;
    private static final int PAIR_MASK = (1 << (Integer.SIZE - PAIR_SHIFT)) - 1;
    private static final long POSITION = (1L << PAIR_SHIFT) - 1;

    private final CompletionRoom completions;
    private final SendWr request;
    private final int maxInline;
    private Lane[] table = new Lane[16];
    private int count;

    /** Requests of lanes whose completions have not come. */
    private int underWay;

    /** The owner of requests. */
    @FunctionalInterface
    interface Lane {
        /**
         * A request of a queue pair is complete.
         *
         * @param owner the pair's {@link LaneSends#owner}
         * @param position as given to {@link LaneSends#sendId}, its low 8 bits
         */
        void onCompletion(long owner, int position, int status);
    }

    LaneSends(QueueHost link) {
        completions = new CompletionRoom(link);
        request = new SendWr(link.arena(), 1);
        maxInline = link.maxInline();
    }

    /** Returns where the lanes' requests complete. */
    CompletionQueue queue() {
        return completions.queue();
    }

    /** Returns the request that is filled in and posted, one at a time. */
    SendWr request() {
        return request;
    }

    /** Returns the length up to which an adapter takes a message's data with its request. */
    int maxInline() {
        return maxInline;
    }

    /** Adds a lane; returns its slot. */
    int add(Lane lane) {
        if (count == table.length) {
            table = Arrays.copyOf(table, 2 * count);
        }
        table[count] = lane;
        return count++;
    }

    /**
     * Returns the owner of the requests of a queue pair: what their numbers begin with.
     *
     * @param pair how many pairs the lane has had
     */
    static long owner(int laneSlot, int pair) {
        return (long) laneSlot << 32 | (long) (pair & PAIR_MASK) << PAIR_SHIFT;
    }

    static long sendId(long owner, int position) {
        return owner | (position & POSITION);
    }

    /** Hands a completion to its lane. */
    void complete(long id, int status) {
        int slot = (int) (id >>> 32) & Integer.MAX_VALUE;
        table[slot].onCompletion(id & ~POSITION, (int) (id & POSITION), status);
    }

    /** Keeps room for the completions of a lane, or returns it where the number is negative. */
    void reserve(int places) {
        if (places > 0 && !completions.has(places)) {
            throw new VerbsException(VerbsException.ENOMEM, "the completion queue is full");
        }
        completions.expect(places);
    }

    /** Counts requests of lanes that are under way: more, or fewer. */
    void underWay(int more) {
        underWay += more;
    }

    /** Returns whether a completion may come. */
    boolean areUnderWay() {
        return underWay != 0;
    }
}
