package org.strata.btl.openib.queue;

import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.btl.ReceiveQueue;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendWr;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.XrcDomain;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * The queues and lanes of one link. One completion queue serves all queues, one all lanes: peers
 * write to the former, and only this rank's own adapter to the latter, so that its memory stays in
 * this rank's cache. Queues and lanes note what has completed, {@link #progress} then runs the
 * callbacks. Tier 1 where there is nothing to do: one poll.
 *
 * <p>Request numbers. Receives: the top bit, the queue's slot (31 bits), the number of the shared
 * receive queue among all that were made (32 bits). Sends: the lane's slot (31 bits; a large job
 * has more than 2^16 lanes), the number of its queue pair among the lane's (24 bits), the position
 * (8 bits, more than the lane's ring has). So a completion of what a slot contained before is
 * recognised: one would have to stay in the completion queue, which is polled all the time, while
 * 2^32 shared receive queues are made, or a lane is connected 2^24 times.
 */
public final class TupleQueues {
    /** Lanes to one peer, at most. */
    public static final int MOST_LANES = 256;

    private static final long RECEIVE = 1L << 63;
    private static final int PAIR_SHIFT = 8;
    private static final int PAIR_MASK = (1 << (Integer.SIZE - PAIR_SHIFT)) - 1;
    private static final long POSITION = (1L << PAIR_SHIFT) - 1;
    private static final int BATCH = 16;
    private static final int MOST_POLLED = 64;
    private static final int DEFAULT_RNR_TIMER = 5;

    private final QueueHost link;
    private final XrcDomain domain;
    private final CompletionRoom arrivals;
    private final CompletionRoom sends;
    private final WorkCompletions polled;
    private final int maxInline;
    private final SendWr request;
    private final RecvWr receive;
    private final PeerLanes[] peers;

    /**
     * The queues that are not released, by the number that the peer knows. The adapter may have
     * given the number back: no new queue may have it.
     */
    private final Map<Integer, TupleQueue> byNumber = new HashMap<>();

    private final List<LaneEnd> scheduled = new ArrayList<>();
    private final Queue<Halt> halts = new ArrayDeque<>();
    private TupleQueue[] table = new TupleQueue[16];
    private QueueLane[] laneTable = new QueueLane[16];
    private int laneCount;
    private Reporter[] reporters = new Reporter[16];
    private int listed;
    private boolean reporting;
    private int sharedMade;
    private int lanes = 2;
    private int rnrTimer = DEFAULT_RNR_TIMER;

    /** Requests of lanes whose completions have not come. */
    private int sending;

    private record Halt(PeerLanes peer, QueueBtl.QuietCallback quiet) {}

    /**
     * @param size processes in the job
     */
    public TupleQueues(QueueHost link, int size) {
        this.link = link;
        domain = link.device().openXrcDomain(null);
        arrivals = new CompletionRoom(link);
        sends = new CompletionRoom(link);
        maxInline = link.maxInline();
        polled = new WorkCompletions(link.arena(), BATCH);
        request = new SendWr(link.arena(), 1);
        receive = new RecvWr(link.arena(), 1);
        peers = new PeerLanes[size];
    }

    // ---- used by its parts

    QueueHost link() {
        return link;
    }

    XrcDomain domain() {
        return domain;
    }

    /** Returns where the lanes' requests complete. */
    CompletionQueue sendCompletions() {
        return sends.queue();
    }

    /** Returns the length up to which an adapter takes a message's data with its request. */
    public int maxInline() {
        return maxInline;
    }

    SendWr request() {
        return request;
    }

    RecvWr receive() {
        return receive;
    }

    int rnrTimer() {
        return rnrTimer;
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

    /** Adds a lane; returns its slot. */
    int add(QueueLane lane) {
        if (laneCount == laneTable.length) {
            laneTable = Arrays.copyOf(laneTable, 2 * laneCount);
        }
        laneTable[laneCount] = lane;
        return laneCount++;
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

    // ---- room for completions

    /** Returns whether one more receive may be posted. */
    boolean hasRoom() {
        return arrivals.has(1);
    }

    /** Keeps room for the completions of so many receives more, or fewer. */
    void onPosted(int more) {
        arrivals.expect(more);
    }

    /** Keeps room for the completions of a lane, or gives it back. */
    void reserve(int places) {
        if (places > 0 && !sends.has(places)) {
            throw new VerbsException(VerbsException.ENOMEM, "the completion queue is full");
        }
        sends.expect(places);
    }

    /** So many requests of lanes are under way, or no more. */
    void onSending(int more) {
        sending += more;
    }

    // ---- peers

    /** Says how many lanes to a peer the upper layer uses, and how often adapters try again. */
    public void use(int most, int timer) {
        lanes = Math.clamp(most, 2, MOST_LANES);
        rnrTimer = timer & 31;
    }

    /** Returns how many lanes there may be to a peer. */
    public int lanes() {
        return lanes;
    }

    private PeerLanes lanesOf(BtlEndpoint endpoint, int remoteLink) {
        int number = endpoint.peer().numberInWorld();
        PeerLanes known = peers[number];
        if (known == null) {
            known = new PeerLanes(this, endpoint, remoteLink);
            peers[number] = known;
        }
        return known;
    }

    private PeerLanes known(BtlEndpoint endpoint) {
        return peers[endpoint.peer().numberInWorld()];
    }

    /**
     * Handles what a peer said about a lane.
     *
     * @param lost whether the link to the peer has failed
     */
    public void onMessage(BtlEndpoint endpoint, ConnectionMessage message, boolean lost) {
        PeerLanes peer = lanesOf(endpoint, message.fromLink());
        if (lost) {
            peer.lose("the link has failed");
        }
        peer.onMessage(message);
    }

    /**
     * Handles an event of the adapter about a queue pair.
     *
     * @param involuntary whether it counts against the breaks that a link survives
     */
    public void onPairEvent(QueuePair pair, String what, boolean involuntary) {
        for (PeerLanes peer : peers) {
            if (peer != null) {
                peer.ends().stream()
                        .filter(end -> end.pair == pair)
                        .forEach(end -> end.onBreak(what, involuntary));
            }
        }
    }

    /** Returns the queue pair of a lane to or from a peer, or null. For tests. */
    public QueuePair pair(BtlEndpoint endpoint, int lane, boolean incoming) {
        PeerLanes peer = known(endpoint);
        return peer == null ? null : peer.pair(lane, incoming);
    }

    // ---- queues

    /** Opens a queue for one peer; null when out of resources. See {@link QueueBtl#open}. */
    public ReceiveQueue open(
            BtlEndpoint endpoint,
            int remoteLink,
            int depth,
            int before,
            QueueBtl.ArrivalCallback arrival) {
        SharedReceiveQueue shared;
        try {
            shared = createShared(depth);
        } catch (VerbsException e) {
            return null;
        }
        int slot = freeSlot();
        PeerLanes peer = lanesOf(endpoint, remoteLink);
        TupleQueue made = new TupleQueue(peer, slot, shared, depth, before, arrival);
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
            CompletionQueue queue = arrivals.queue();
            SharedReceiveQueue made = link.domain().createXrcSrq(domain, queue, depth, 1);
            while (byNumber.containsKey(made.number())) {
                aside.add(made);
                made = link.domain().createXrcSrq(domain, queue, depth, 1);
            }
            return made;
        } finally {
            aside.forEach(SharedReceiveQueue::close);
        }
    }

    /** The peer has forgotten a closed queue. */
    void release(TupleQueue queue) {
        table[queue.slot()] = null;
        byNumber.remove(queue.number());
    }

    /** See {@link QueueBtl#forget}. */
    public void forget(BtlEndpoint endpoint, int queue) {
        PeerLanes peer = known(endpoint);
        if (peer != null) {
            peer.forget(queue);
        }
    }

    /**
     * Returns what a sender must know to repair its lane.
     *
     * @throws VerbsException when the queue broke, and there is nothing to mend it with now
     */
    QueueState answer(PeerLanes asking, int number) {
        TupleQueue queue = byNumber.get(number);
        boolean theirs = queue != null && queue.peer() == asking;
        return theirs ? queue.state() : QueueState.unknown(number);
    }

    // ---- sends

    /** Sends a message to a queue; see {@link QueueBtl#sendTo}. */
    public int send(
            BtlEndpoint endpoint,
            int remoteLink,
            int lane,
            int queue,
            int immediate,
            long address,
            long length,
            int key,
            QueueBtl.SentCallback callback,
            Object context) {
        PeerLanes peer = peers[endpoint.peer().numberInWorld()];
        if (peer == null) {
            peer = lanesOf(endpoint, remoteLink);
        }
        return peer.send(lane, queue, immediate, address, length, key, callback, context);
    }

    /** See {@link QueueBtl#recall}. */
    public void recall(BtlEndpoint endpoint, int lane) {
        PeerLanes peer = known(endpoint);
        if (peer != null) {
            peer.recall(lane);
        }
    }

    // ---- halt

    /** See {@link QueueBtl#halt}. */
    public void halt(BtlEndpoint endpoint, int remoteLink, QueueBtl.QuietCallback quiet) {
        PeerLanes peer = lanesOf(endpoint, remoteLink);
        peer.halt();
        halts.add(new Halt(peer, quiet));
        link.activate();
    }

    /** See {@link QueueBtl#resume}. */
    public void resume(BtlEndpoint endpoint) {
        known(endpoint).resume();
    }

    // ---- progress

    /** Has an end of a lane looked after on every poll. */
    void schedule(LaneEnd end) {
        if (!end.scheduled) {
            end.scheduled = true;
            scheduled.add(end);
            link.activate();
        }
    }

    /** Has the callbacks of a lane or queue run. */
    void list(Reporter reporter) {
        if (reporter.listed) {
            return;
        }
        reporter.listed = true;
        if (listed == reporters.length) {
            reporters = Arrays.copyOf(reporters, 2 * listed);
        }
        reporters[listed++] = reporter;
    }

    /** Returns whether ends of lanes need a look. */
    public boolean hasScheduled() {
        return !scheduled.isEmpty();
    }

    /** Polls, repairs lanes, runs callbacks; returns the number of events. */
    public int progress() {
        int events = poll(MOST_POLLED);
        if (!scheduled.isEmpty()) {
            events += service();
        }
        int quiet = halts.size();
        if (quiet > 0) {
            pollDry();
        }
        events += report();
        return quiet > 0 ? events + becomeQuiet(quiet) : events;
    }

    private int becomeQuiet(int count) {
        for (int i = 0; i < count; i++) {
            Halt halt = halts.remove();
            halt.quiet().onQuiet(halt.peer().endpoint());
        }
        return count;
    }

    private int service() {
        int events = 0;
        int before = scheduled.size();
        for (int i = 0; i < before; i++) {
            events += scheduled.get(i).service();
        }
        for (int i = scheduled.size() - 1; i >= 0; i--) {
            LaneEnd end = scheduled.get(i);
            if (!end.needsService()) {
                end.scheduled = false;
                scheduled.remove(i);
            }
        }
        return events;
    }

    /** Runs the callbacks of what has completed; returns how many. */
    public int report() {
        if (listed == 0 || reporting) {
            return 0;
        }
        reporting = true;
        int count = 0;
        int round = listed;
        for (int i = 0; i < round; i++) {
            Reporter next = reporters[i];
            next.listed = false;
            count += next.report();
        }
        // Callbacks have listed others behind.
        listed -= round;
        System.arraycopy(reporters, round, reporters, 0, listed);
        Arrays.fill(reporters, listed, listed + round, null);
        reporting = false;
        return count;
    }

    /** Handles every completion that there is. */
    void pollDry() {
        // Arrivals last: polling lets the software adapter work, which may make more of them.
        while (poll(sends.queue(), BATCH) + poll(arrivals.queue(), BATCH) > 0) {
            continue;
        }
    }

    private int poll(int most) {
        int count = poll(arrivals.queue(), most);
        return sending == 0 ? count : count + poll(sends.queue(), most);
    }

    private int poll(CompletionQueue queue, int most) {
        int count = 0;
        int taken = BATCH;
        while (count < most && taken == BATCH) {
            taken = queue.poll(polled, BATCH);
            if (taken < 0) {
                failAll("a completion queue of the receive queues or lanes has failed");
                return count;
            }
            for (int i = 0; i < taken; i++) {
                handle(i);
            }
            count += taken;
        }
        return count;
    }

    private void handle(int i) {
        long id = polled.wrId(i);
        int slot = (int) (id >>> 32) & Integer.MAX_VALUE;
        if (id < 0) {
            TupleQueue queue = slot < table.length ? table[slot] : null;
            if (queue != null) {
                int length = polled.byteLength(i);
                queue.onCompletion((int) id, polled.status(i), polled.immediate(i), length);
            }
        } else {
            int position = (int) (id & POSITION);
            laneTable[slot].onCompletion(id & ~POSITION, position, polled.status(i));
        }
    }

    /** Has the next completion wake the rank; returns completions found meanwhile. */
    public int arm() {
        arrivals.queue().requestNotify(false);
        sends.queue().requestNotify(false);
        return poll(BATCH);
    }

    /** Returns how long until a lane tries again to connect; MAX_VALUE for never. */
    public long nanosToRetry() {
        long soonest = Long.MAX_VALUE;
        for (LaneEnd end : scheduled) {
            soonest = Math.min(soonest, end.connection.nanosToRetry());
        }
        return soonest;
    }

    // ---- the end

    /** The link to a peer is lost. */
    public void onLost(BtlEndpoint endpoint, String reason) {
        PeerLanes peer = known(endpoint);
        if (peer != null) {
            peer.lose(reason);
        }
    }

    /** The upper layer uses a peer over this link no more. */
    public void remove(BtlEndpoint endpoint) {
        PeerLanes peer = known(endpoint);
        if (peer != null) {
            peer.remove();
        }
    }

    private void failAll(String reason) {
        for (PeerLanes peer : peers) {
            if (peer != null) {
                peer.lose(reason);
            }
        }
    }

    /** Returns whether no send is under way and every callback has run. */
    public boolean isFlushed() {
        boolean flushed = listed == 0 && halts.isEmpty();
        for (PeerLanes peer : peers) {
            flushed &= peer == null || peer.isFlushed();
        }
        return flushed;
    }

    /** Breaks all lanes: sends end, nothing lands any more. No callback runs after this. */
    public void shutDown() {
        for (PeerLanes peer : peers) {
            if (peer != null) {
                peer.shutDown();
            }
        }
    }

    /** Closes everything, posted receives included. */
    public void close() {
        for (TupleQueue queue : table) {
            if (queue != null) {
                queue.close();
            }
        }
        arrivals.queue().close();
        sends.queue().close();
        domain.close();
    }
}
