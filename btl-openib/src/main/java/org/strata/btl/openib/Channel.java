package org.strata.btl.openib;

import org.strata.btl.openib.connect.QueueOffer;
import org.strata.btl.openib.fast.OutgoingRing;
import org.strata.btl.openib.fast.SendRing;
import org.strata.opal.Rc;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.WrOpcode;

/**
 * One queue pair to one peer, for the life of one connection: what is under way, the credits of
 * both directions, and the peer's own receives where the queue is not shared. Tier 1 from {@link
 * #send} and {@link #receive} down.
 */
final class Channel {
    /** Stands in the ring for a request that only asks whether earlier ones are over. */
    private static final Object MARK = new Object();

    private final ChannelEvents events;
    private QueueSpec spec;
    private final int index;
    private final int number;
    private final ChannelPairs pairs;
    private final QueuePair pair;
    private final int maxInline;
    private final int signalBatch;

    /** Of a queue pair that others send with, too; null where it is this channel's. */
    private final SharedSends common;

    private final int readsOut;
    private final boolean extended;

    /** The link's: one request at a time. */
    private final SendWr request;

    /** One of these two is null. */
    private final SharedQueue shared;

    private final OwnReceives own;

    /** Its part of the shared queue; null where all have the same. */
    private final CreditPool.Claim claim;

    /** Messages that waited at the peer, as its last message said. */
    private int waiting;

    /** What is under way, oldest first: descriptors, RDMA operations, MARK. */
    private final Object[] ring;

    private int head;
    private int tail;

    /** Requests at the end of the ring whose completion nobody will report. */
    private int silent;

    /** Reads and atomics under way. */
    private int reads;

    /** Messages that we may send. */
    private int tokens;

    /** Messages that the peer may send, or that were granted and are on their way to it. */
    private int granted;

    /** Credits to return: receives that are there again. */
    private int owed;

    private boolean released;

    /** XRC: the peer's shared receive queue. */
    private int remoteQueue;

    /** The peer's number of this channel, in the header of every packet. */
    private int remoteNumber;

    /**
     * Packets over this connection: ours that have arrived for certain, the peer's that came. By
     * ring and by queue apart: a packet of the ring may be read before one of the queue that was
     * sent before it, also one whose arrival the peer does not know of.
     */
    private int arrived;

    private int arrivedByRing;
    private int received;
    private int receivedByRing;

    /**
     * @param number of this channel, see {@link Channels#nextNumber}
     */
    Channel(LinkQueues queues, ChannelEvents events, int index, int number, ChannelPairs pairs) {
        this.events = events;
        this.index = index;
        this.number = number;
        this.spec = queues.specs().get(index);
        this.pairs = pairs;
        this.pair = pairs.sending();
        this.maxInline = queues.maxInline();
        this.common = pairs.common();
        this.signalBatch = common == null ? queues.signalBatch() : 1;
        this.readsOut = queues.readsOut();
        this.request = queues.request();
        this.extended = spec.type() == QueueSpec.Type.EXTENDED;
        this.shared = queues.sharedQueue(index);
        this.own = shared == null ? ownReceives(queues) : null;
        this.claim = shared == null ? null : shared.claim();
        this.ring = new Object[Integer.highestOneBit(pairs.sendDepth())];
    }

    private OwnReceives ownReceives(LinkQueues queues) {
        ReceiveBuffers buffers = queues.buffers(index);
        long base = RequestIds.ownReceives(number);
        return new OwnReceives(spec, index == 0, pair, buffers, queues.poster(), base);
    }

    /** Returns the peer that it belongs to. */
    ChannelEvents events() {
        return events;
    }

    ChannelPairs pairs() {
        return pairs;
    }

    int index() {
        return index;
    }

    int number() {
        return number;
    }

    /** Returns whether all packets that the peer knows to have arrived have been received. */
    boolean hasReceived(int byQueue, int byRing) {
        return received - byQueue >= 0 && receivedByRing - byRing >= 0;
    }

    /** Counts packets from here, as the peer does; before the first one. */
    void countFrom(int first) {
        arrived = first;
        arrivedByRing = first;
        received = first;
        receivedByRing = first;
    }

    int arrived() {
        return arrived;
    }

    int arrivedByRing() {
        return arrivedByRing;
    }

    // ---- opening

    /** Returns the messages that the peer may send at first. */
    int offer() {
        granted = shared == null ? spec.num() : shared.share();
        return granted;
    }

    /** Returns the control messages that the peer may send besides. */
    int reserved() {
        return spec.reserved();
    }

    /** Returns whether several peers share the receives. */
    boolean sharesReceives() {
        return spec.shared();
    }

    void connect(QueueOffer theirs) {
        tokens = theirs.count();
        remoteQueue = theirs.receiveQueue();
        remoteNumber = theirs.channel();
    }

    int remoteNumber() {
        return remoteNumber;
    }

    /** Posts the peer's own receives; false when there is no memory for any. */
    boolean postReceives() {
        if (own == null) {
            return true;
        }
        boolean opened = own.open();
        spec = own.spec();
        return opened;
    }

    // ---- sending

    private int free() {
        return ring.length - (tail - head);
    }

    /** Returns whether a message may be posted now. */
    boolean ready() {
        return tokens > 0 && hasRoom();
    }

    /** Returns whether a request that needs no credit may be posted now. */
    boolean hasRoom() {
        int underWay = tail - head;
        return underWay < ring.length && (common == null || common.mayPost(underWay));
    }

    /** Posts a message; the caller has looked at {@link #ready}. */
    boolean send(OpenibDescriptor message) {
        if (!post(message)) {
            return false;
        }
        tokens--;
        return true;
    }

    /** Posts a message that takes no credit. */
    boolean post(OpenibDescriptor message) {
        message.byRing = false;
        int length = PacketHeader.BYTES + message.bytes;
        int flags = length <= maxInline ? SendFlags.INLINE : 0;
        if (!message.internal || silent + 1 >= signalBatch || free() == 1) {
            flags |= SendFlags.SIGNALED;
        }
        request.operation(WrOpcode.SEND, flags | SendFlags.SOLICITED)
                .sge(message.frame, length, message.lkey);
        return post(message, flags);
    }

    /**
     * Posts the write of a packet to the peer's ring, or that of a marker.
     *
     * @param message the packet's; null for a marker
     */
    boolean write(OpenibDescriptor message, OutgoingRing out, int lkey) {
        SendRing composed = out.ring();
        if (message != null) {
            message.byRing = true;
        }
        Object work = message == null ? MARK : message;
        return write(work, composed.source(), composed.length(), lkey, out.target(), out.key());
    }

    /** Posts a write of a few bytes to memory of the peer, which nobody is told of. */
    boolean write(long source, int length, int lkey, long target, int rkey) {
        return write(MARK, source, length, lkey, target, rkey);
    }

    private boolean write(Object work, long source, int length, int lkey, long target, int rkey) {
        int flags = length <= maxInline ? SendFlags.INLINE : 0;
        if (silent + 1 >= signalBatch || free() == 1) {
            flags |= SendFlags.SIGNALED;
        }
        nameQueue();
        int rc =
                pair.postWrite(request, requestNumber(), flags, source, length, lkey, target, rkey);
        return posted(rc, work, flags);
    }

    private long requestNumber() {
        return RequestIds.send(number, tail);
    }

    /** Returns the number of requests posted so far; it wraps. */
    int posted() {
        return tail;
    }

    /** Returns whether all requests are over that had been posted when so many had. */
    boolean isOver(int posted) {
        return isOver(posted, head, tail);
    }

    /**
     * The same for a position of any age: whatever is further behind the tail than the oldest
     * request under way is over, however many have followed.
     */
    static boolean isOver(int posted, int head, int tail) {
        return Integer.compareUnsigned(tail - posted, tail - head) >= 0;
    }

    /** Posts an RDMA operation; false when the queue pair does not take it now. */
    boolean post(RdmaOperation operation) {
        if (operation.fetches() && reads >= readsOut) {
            return false;
        }
        operation.write(request, SendFlags.SIGNALED);
        if (!post(operation, SendFlags.SIGNALED)) {
            return false;
        }
        if (operation.fetches()) {
            reads++;
        }
        return true;
    }

    /** Asks for news of requests that have none of their own: writes no bytes at all. */
    void mark() {
        if (silent > 0 && hasRoom()) {
            request.operation(WrOpcode.RDMA_WRITE, SendFlags.SIGNALED).sgeCount(0).remote(0, 0);
            post(MARK, SendFlags.SIGNALED);
        }
    }

    private void nameQueue() {
        if (extended) {
            request.xrcSrq(remoteQueue);
        }
    }

    private boolean post(Object work, int flags) {
        request.wrId(requestNumber());
        nameQueue();
        return posted(pair.postSend(request), work, flags);
    }

    private boolean posted(int rc, Object work, int flags) {
        if (rc != Rc.OK) {
            if (rc != Rc.NO_RESOURCE) {
                events.refused(this);
            }
            return false;
        }
        if (common != null) {
            common.post(tail - head);
        }
        ring[tail++ & (ring.length - 1)] = work;
        silent = (flags & SendFlags.SIGNALED) != 0 ? 0 : silent + 1;
        return true;
    }

    /** All requests up to a position are over, that one included. */
    void completeUpTo(int position) {
        while (head - position <= 0 && head != tail) {
            complete(pop());
        }
    }

    /** All requests before a position are over; returns the one there. */
    Object completeBefore(int position) {
        if (head - position > 0) {
            return MARK;
        }
        while (head - position < 0 && head != tail) {
            complete(pop());
        }
        return head == tail ? MARK : pop();
    }

    private Object pop() {
        if (common != null) {
            common.end(tail - head);
        }
        int slot = head++ & (ring.length - 1);
        Object work = ring[slot];
        ring[slot] = null;
        if (work instanceof RdmaOperation operation && operation.fetches()) {
            reads--;
        }
        return work;
    }

    private void complete(Object work) {
        if (work instanceof OpenibDescriptor message) {
            if (message.byRing) {
                arrivedByRing++;
            } else {
                arrived++;
            }
            events.sent(message, Rc.OK);
        } else if (work instanceof RdmaOperation operation) {
            events.ended(operation, Rc.OK);
        }
    }

    /** Returns whether nothing is under way. */
    boolean isIdle() {
        return head == tail;
    }

    /** Takes what is under way out of the ring, unconditionally: the queue pair is gone. */
    Object takeBack() {
        return head == tail ? null : pop();
    }

    // ---- credits

    void addTokens(int credits) {
        tokens += credits;
    }

    /** Returns the credits to be returned. */
    int owed() {
        return owed;
    }

    /** Returns the credits to be returned, which travel now: so many at most. */
    int takeOwed(int most) {
        int taken = Math.min(owed, most);
        owed -= taken;
        return taken;
    }

    /** The packet that should have carried credits did not go. */
    void giveBackOwed(int credits) {
        owed += credits;
    }

    /** Returns whether so many credits wait that they deserve a message of their own. */
    boolean owesMuch() {
        if (owed == 0) {
            return false;
        }
        return owed >= (shared == null ? spec.win() : shared.window(granted));
    }

    // ---- receiving

    /** A message came: counts it, and takes its buffer out of those that are posted. */
    void receive(int buffer) {
        received++;
        if (own != null) {
            own.receive(buffer);
        }
    }

    /** A packet came by ring. */
    void receiveByRing() {
        receivedByRing++;
    }

    /**
     * Its buffer is free again: posts receives when few are left, and owes credits; for a message
     * that is kept {@link #deliverKept} does that, so that credits bound what is kept.
     */
    void spend(int buffer, int kind) {
        if (own == null) {
            waiting = PacketHeader.waiting(shared.buffers().address(buffer));
            shared.spend(buffer);
            oweShared(kind);
        } else if (own.spend(buffer, kind)) {
            owed += own.takeData();
            events.oweControl(own.takeControl());
        }
    }

    /** The peer keeps to its share, which others may have made smaller or larger since. */
    private void oweShared(int kind) {
        if (PacketHeader.takesToken(kind)) {
            events.oweControl(1);
        } else if (PacketHeader.isNumbered(kind) && !released) {
            oweShare(shared.share(claim, waiting));
            shared.hold(claim, granted);
        }
    }

    private void oweShare(int share) {
        if (granted > share) {
            granted--;
        } else {
            int more = share - granted;
            granted = share;
            owed += 1 + more;
        }
    }

    /** A message that was kept has been delivered: now its credit is owed. */
    void deliverKept() {
        if (own == null) {
            oweShared(PacketHeader.DATA);
        } else if (!released) {
            owed++;
        }
    }

    /** A flushed receive of the peer's own. */
    void lose(int buffer) {
        if (own != null) {
            own.lose(buffer);
        }
    }

    /** Releases its own receives with their queue pairs; those over a shared queue are retired. */
    void release() {
        released = true;
        if (own != null) {
            pairs.close();
            own.release();
        } else {
            shared.leave(claim);
        }
    }

    /** Returns what it may send, what it owes and has granted, and the receives behind it. */
    @Override
    public String toString() {
        int posted = shared == null ? own.posted() : shared.posted();
        return "may %d, owes %d of %d, %d posted, %d sent"
                .formatted(tokens, owed, granted, posted, tail - head);
    }

    /** Returns whether its messages come by the receives of a shared queue. */
    boolean takesFrom(SharedQueue queue) {
        return shared == queue;
    }

    /** Returns the shared queue behind this channel, or null. */
    SharedReceiveQueue sharedReceiveQueue() {
        return shared == null ? null : shared.queue();
    }
}
