package org.strata.btl.openib.queue;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.QueueBtl;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.XrcDomain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The queues of a link, by number and by slot, and what they post receives with. Peers write to the
 * completion queue. Tier 1 but for queues that open, close or move.
 *
 * <p>The number of a receive: the top bit, the queue's slot (31 bits), the number of the shared
 * receive queue among all that were made (32 bits). So a completion of what a slot contained before
 * is recognised: one would have to stay in the completion queue, which is polled all the time,
 * while 2^32 shared receive queues are made.
 */
final class Arrivals {
    private static final long RECEIVE = 1L << 63;

    private final QueueHost link;
    private final XrcDomain domain;
    private final Callbacks callbacks;
    private final CompletionRoom completions;
    private final RecvWr receive;

    /**
     * The queues that are not released, by the number that the peer knows. The adapter may have
     * freed the number: no new queue may have it.
     */
    private final Map<Integer, TupleQueue> byNumber = new HashMap<>();

    private TupleQueue[] table = new TupleQueue[16];
    private int sharedMade;

    /**
     * @param domain of the shared receive queues
     * @param callbacks of what has landed
     */
    Arrivals(QueueHost link, XrcDomain domain, Callbacks callbacks) {
        this.link = link;
        this.domain = domain;
        this.callbacks = callbacks;
        completions = new CompletionRoom(link);
        receive = new RecvWr(link.arena(), 1);
    }

    QueueHost link() {
        return link;
    }

    /** Returns where receives complete. */
    CompletionQueue queue() {
        return completions.queue();
    }

    /** Returns the request that is filled in and posted, one at a time. */
    RecvWr receive() {
        return receive;
    }

    /** Has the callbacks of a queue run. */
    void list(TupleQueue queue) {
        callbacks.list(queue);
    }

    // ---- room for completions

    /** Returns whether one more receive may be posted. */
    boolean hasRoom() {
        return completions.has(1);
    }

    /** Keeps room for the completions of so many receives more, or fewer. */
    void onPosted(int more) {
        completions.expect(more);
    }

    // ---- queues

    /**
     * Opens a queue; null when out of resources. See {@link QueueBtl#open}.
     *
     * @param sender the only peer that sends to it
     */
    TupleQueue open(BtlEndpoint sender, int depth, int before, QueueBtl.ArrivalCallback arrival) {
        SharedReceiveQueue shared;
        try {
            shared = createShared(depth);
        } catch (VerbsException e) {
            return null;
        }
        int slot = freeSlot();
        TupleQueue made = new TupleQueue(this, sender, slot, shared, depth, before, arrival);
        table[slot] = made;
        byNumber.put(made.number(), made);
        return made;
    }

    private int freeSlot() {
        for (int i = 0; i < table.length; i++) {
            if (table[i] == null) {
                return i;
            }
        }
        int first = table.length;
        table = Arrays.copyOf(table, 2 * first);
        return first;
    }

    /** Makes a shared receive queue with a number that no peer uses for another one. */
    SharedReceiveQueue createShared(int depth) {
        List<SharedReceiveQueue> aside = new ArrayList<>();
        try {
            SharedReceiveQueue made = link.domain().createXrcSrq(domain, queue(), depth, 1);
            while (byNumber.containsKey(made.number())) {
                aside.add(made);
                made = link.domain().createXrcSrq(domain, queue(), depth, 1);
            }
            return made;
        } finally {
            aside.forEach(SharedReceiveQueue::close);
        }
    }

    /** Returns a number for a shared receive queue that was made: no other one has it. */
    int newShared() {
        return ++sharedMade;
    }

    /**
     * @param shared which of the shared receive queues that the slot's queue has had
     */
    static long receiveId(int slot, int shared) {
        return RECEIVE | (long) slot << 32 | (shared & 0xffff_ffffL);
    }

    /** Forgets a queue that is closed, and whose number the peer has forgotten. */
    void release(TupleQueue queue) {
        table[queue.slot()] = null;
        byNumber.remove(queue.number());
    }

    /**
     * Returns what a sender must know to repair its lane.
     *
     * @throws VerbsException when the queue broke, and there is no receive queue to replace it now
     */
    QueueState answer(BtlEndpoint asking, int number) {
        TupleQueue queue = byNumber.get(number);
        boolean theirs = queue != null && queue.sender() == asking;
        return theirs ? queue.state() : QueueState.unknown(number);
    }

    /** Hands a completion to its queue. */
    void complete(long id, WorkCompletions polled, int i) {
        int slot = (int) (id >>> 32) & Integer.MAX_VALUE;
        TupleQueue queue = slot < table.length ? table[slot] : null;
        if (queue != null) {
            int length = polled.byteLength(i);
            queue.onCompletion((int) id, polled.status(i), polled.immediate(i), length);
        }
    }

    /** Closes all queues, posted receives included. */
    void close() {
        for (TupleQueue queue : table) {
            if (queue != null) {
                queue.close();
            }
        }
        queue().close();
    }
}
