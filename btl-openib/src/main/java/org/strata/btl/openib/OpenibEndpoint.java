package org.strata.btl.openib;

import org.strata.btl.openib.connect.Agenda;
import org.strata.btl.openib.connect.Connection;
import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.connect.ConnectionState;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.verbs.WcStatus;

import java.util.Arrays;

/**
 * One peer over one link. It outlives its connections: message numbers go on, so that a connection
 * may end at any time, wanted or not, and the next one continues. Tier 1 from {@link
 * ImmediateSends#send}, {@link #send} and {@link #received} down.
 */
final class OpenibEndpoint extends DatagramEndpoint
        implements ChannelEvents, RingPeer, ReceiveOrder.Delivery, Agenda.Entry {
    private static final Channel[] NONE = {};

    /** Logarithm of the largest factor by which a wait for receives of the peer is longer. */
    private static final int MOST_DOUBLINGS = 6;

    private final Link link;
    private final LinkParts parts;
    private final int remoteLink;
    private final LinkQueues queues;
    private final EndpointHost host;
    private final Connection connection;
    private final SendBacklog backlog;
    private final ReceiveOrder incoming;
    private final PeerRings fast;
    private final ImmediateSends immediate;
    private final CreditReturns credits;
    private Channel[] channels = NONE;

    /** Messages may be posted: connected, and nothing broke. */
    private boolean ready;

    /** A send found no descriptor while there was no connection. */
    private boolean starved;

    private boolean scheduled;
    private boolean removed;
    private long lastUsed;

    /** Breaks since the last packet, as many as count: how long to back off. */
    private int breaks;

    private final BreakRate breakRate;
    private String broken;
    private final Operations operations;

    /** Of the message being sent: the channel that it takes, and whether as a write to the ring. */
    private Channel way;

    private boolean byRing;

    OpenibEndpoint(Link link, LinkParts parts, NodeLanes nodes, Proc peer, int remoteLink) {
        super(peer);
        this.link = link;
        this.parts = parts;
        this.remoteLink = remoteLink;
        this.queues = parts.queues();
        this.backlog =
                new SendBacklog(link, queues.sizes(), parts.coalescingRoom(), parts.counters, this);
        this.operations = new Operations(backlog.operations, queues.mostOperations());
        this.incoming = new ReceiveOrder(this, parts.held, parts.counters);
        this.fast = new PeerRings(link, parts, this);
        this.credits = new CreditReturns(link, parts.counters, fast);
        this.host = new EndpointHost(link, parts, this, nodes);
        this.breakRate = new BreakRate(parts.config().connections());
        this.immediate = new ImmediateSends(link, this);
        useDatagrams(parts, backlog);
        this.connection =
                new Connection(host, parts.clock(), parts.timing(), parts.index(), remoteLink);
    }

    Connection connection() {
        return connection;
    }

    @Override
    int remoteLink() {
        return remoteLink;
    }

    @Override
    ConnectionState state() {
        return connection.state();
    }

    long lastUsed() {
        return lastUsed;
    }

    // ---- sending

    /** Returns its messages that are copied, and sent without a descriptor of the upper layer. */
    ImmediateSends immediate() {
        return immediate;
    }

    /**
     * Chooses the way of the message that {@link #post} posts next: the peer's ring, where the
     * peer's room may be made by a marker, else the queue for its size.
     *
     * @param internal whether nobody waits for its completion; other messages go by queue
     * @return false when it must wait
     */
    boolean chooseWay(int bytes, boolean internal) {
        byRing = internal && fast.hasRoom(channels[0], PacketHeader.BYTES + bytes);
        way = byRing ? channels[0] : channels[queues.queueFor(bytes)];
        return byRing || way.ready();
    }

    /**
     * There is no descriptor for a message. Without a connection only the attempt to connect makes
     * the wait end: it makes room, or tells that no memory will ever be had.
     */
    void starve() {
        if (!ready && connection.state() == ConnectionState.CLOSED) {
            starved = true;
            schedule();
        }
    }

    /** Returns whether a connection is needed. */
    boolean hasWork() {
        return starved || wantsConnection(backlog);
    }

    /** Returns OK, or why the endpoint takes no messages any more. */
    int refusal() {
        return removed || connection.state() == ConnectionState.FAILED ? Rc.LINK_FAILED : Rc.OK;
    }

    int send(OpenibDescriptor message, int tag) {
        int rc = refusal();
        if (rc != Rc.OK) {
            return rc;
        }
        message.tag = tag;
        message.kind = PacketHeader.DATA;
        message.bytes = message.length;
        message.numbered = false;
        message.internal = false;
        boolean now = posts() && chooseWay(message.bytes, false);
        if (now && post(message)) {
            return Rc.OK;
        }
        backlog.append(message);
        schedule();
        return Rc.OK;
    }

    /** Posts a message to the peer's ring, which has room. */
    boolean postByRing(OpenibDescriptor message) {
        way = channels[0];
        byRing = true;
        return post(message);
    }

    /** Posts a message on the way that {@link #route} chose. */
    boolean post(OpenibDescriptor message) {
        int sequence = message.numbered ? message.sequence : nextSequence;
        long returned = credits.load() | fast.load(way, sequence);
        PacketHeader.write(
                message.frame, message.tag, message.kind, returned, sequence, way.remoteNumber());
        boolean posted = byRing ? fast.write(way, message) : way.send(message);
        if (!posted) {
            credits.unload();
            fast.unload();
            return false;
        }
        number(message);
        if (message.internal) {
            fast.count(PacketHeader.BYTES + message.bytes, byRing);
        }
        lastUsed = parts.tick();
        return true;
    }

    int start(RdmaOperation operation) {
        operation.endpoint = this;
        operations.add(operation);
        if (!ready || postOperations() == 0) {
            schedule();
        }
        return Rc.OK;
    }

    /** Returns whether a message may be posted now, where there is room. */
    boolean posts() {
        return ready && backlog.first() == null;
    }

    @Override
    public boolean isReady() {
        return ready;
    }

    /** Returns whether messages may be given to it. */
    boolean isUsable() {
        return refusal() == Rc.OK;
    }

    /** Returns OK when an RDMA operation may be started now. */
    int mayStart() {
        int rc = refusal();
        return rc == Rc.OK && operations.isFull() ? Rc.NO_RESOURCE : rc;
    }

    @Override
    public void sent(OpenibDescriptor message, int rc) {
        link.completed(message, rc);
    }

    @Override
    public void ended(RdmaOperation operation, int rc) {
        operations.end();
        link.completed(operation, rc);
    }

    // ---- progress

    @Override
    public void schedule() {
        if (!scheduled) {
            link.schedule(this);
        }
    }

    @Override
    public boolean isScheduled() {
        return scheduled;
    }

    @Override
    public void setScheduled(boolean now) {
        scheduled = now;
    }

    @Override
    public long nanosToRetry() {
        return Math.min(connection.nanosToRetry(), nanosToRepeat());
    }

    @Override
    public int service() {
        int events = 0;
        if (broken != null) {
            events++;
            handleBreak();
        }
        if (!ready) {
            events += serviceDatagrams() + connection.poll();
        }
        events += incoming.deliverHeld();
        if (ready) {
            events += postMessages() + postOperations();
            events += fast.service(credits);
            events += credits.post(backlog.first() != null || fast.awaitsClosed());
        }
        return events;
    }

    @Override
    public boolean needsService() {
        return switch (connection.state()) {
            case CLOSED ->
                    hasWork()
                            || connection.isAsked()
                            || broken != null
                            || incoming.isDue()
                            || datagramsNeedService();
            case CONNECTED -> !backlog.isEmpty() || broken != null || owesMuch();
            case CONNECTING, CONNECT_ACK, WAITING_ACK, CLOSING -> true;
            case FAILED -> false;
        };
    }

    private boolean owesMuch() {
        boolean asked = fast.needsService() || (fast.awaitsClosed() && credits.owesAllTokens());
        return asked || credits.owesMuch();
    }

    private int postMessages() {
        int count = 0;
        while (ready && backlog.first() != null) {
            if (!chooseWay(backlog.first().bytes, backlog.first().internal)) {
                break;
            }
            OpenibDescriptor message = backlog.removeFirst();
            credits.behind(byRing ? 0 : backlog.waiting(message.queue));
            if (!post(message)) {
                backlog.putFirst(message);
                break;
            }
            count++;
        }
        credits.behind(0);
        return count;
    }

    private int postOperations() {
        int count = ready ? operations.post(channels[channels.length - 1]) : 0;
        if (count > 0) {
            lastUsed = parts.tick();
        }
        return count;
    }

    // ---- receiving

    @Override
    public int received(Channel channel, long packet, int length) {
        int kind = accept(packet);
        if (PacketHeader.isNumbered(kind)) {
            if (!fast.isDue(packet)) {
                // What is missing may have come by ring.
                fast.poll();
            }
            boolean kept = incoming.accept(channel, packet, length);
            fast.onQueueMessage(length, PacketHeader.foundRingFull(packet));
            return kept ? PacketHeader.KEPT : kind;
        }
        if (kind >= PacketHeader.OPEN) {
            fast.onControl(kind, packet + PacketHeader.BYTES, length - PacketHeader.BYTES);
        }
        return kind;
    }

    @Override
    public void onRingPacket(long packet, int length) {
        channels[0].receiveByRing();
        accept(packet);
        incoming.accept(null, packet, length);
        fast.onMessage();
    }

    @Override
    public int accept(long packet) {
        if (!ready) {
            connection.onData();
        }
        breaks = 0;
        lastUsed = parts.tick();
        int kind = PacketHeader.kind(packet);
        credits.accept(packet);
        fast.accept(packet, kind);
        return kind;
    }

    @Override
    public void onPlain() {
        channels[0].receiveByRing();
        breaks = 0;
        lastUsed = parts.tick();
        incoming.advance();
    }

    @Override
    public void keep(long packet, int length) {
        channels[0].receiveByRing();
        incoming.keep(packet, length);
        schedule();
    }

    @Override
    public void afterReceived() {
        if (!scheduled && owesMuch()) {
            schedule();
        }
    }

    @Override
    public void oweControl(int count) {
        credits.oweTokens(count);
    }

    @Override
    public void deliver(int tag, long address, int length) {
        link.dispatch(this, tag, address, length);
    }

    // ---- failures

    @Override
    public void failed(Channel channel, Object work, int status, int vendorError) {
        if (status == WcStatus.WR_FLUSH_ERR) {
            backlog.takeBack(work, refusal());
            note("a queue pair was closed by an error");
            return;
        }
        boolean badOperation = Statuses.isRequestsFault(status) && work instanceof RdmaOperation;
        if (badOperation) {
            ended((RdmaOperation) work, Rc.NOT_AVAILABLE);
        } else {
            backlog.takeBack(work, refusal());
        }
        if (status == WcStatus.RNR_RETRY_EXC_ERR) {
            connection.backOff(parts.timing().backOffNanos() << breaks);
        }
        broken = Statuses.text(channel.index(), status, vendorError);
        ready = false;
        schedule();
    }

    private void note(String why) {
        if (broken == null && connection.state() != ConnectionState.CLOSING) {
            broken = why;
            ready = false;
            schedule();
        }
    }

    @Override
    public void refused(Channel channel) {
        note(OpenibTexts.refused(channel.index()));
    }

    @Override
    public void broken(String what) {
        note(what);
    }

    private void handleBreak() {
        String why = broken;
        broken = null;
        parts.counters.breaks++;
        breaks = Math.min(breaks + 1, MOST_DOUBLINGS);
        if (breakRate.exceeds(parts.clock().nanoTime())) {
            connection.fail(why);
        } else {
            connection.onBroken(why);
        }
    }

    // ---- the peer comes and goes

    void revive() {
        removed = false;
    }

    void remove() {
        removed = true;
        starved = false;
        backlog.fail(Rc.LINK_FAILED);
        connection.close("removed");
        host.withdraw();
        schedule();
    }

    /** Gives its queue pairs up for others. */
    void evict() {
        connection.close("least recently used; others need its queue pairs");
        schedule();
    }

    /** Queue pairs may be had. */
    void resume() {
        connection.resume();
        schedule();
    }

    void onMessage(ConnectionMessage message) {
        onFarewell(message);
        connection.onMessage(message);
        schedule();
    }

    /** Returns whether nothing is under way; asks for news of what has none of its own. */
    boolean drained() {
        return host.drained();
    }

    /** Returns whether everything accepted has been sent and acknowledged by the peer's adapter. */
    boolean isFlushed() {
        if (connection.state() == ConnectionState.FAILED) {
            return true;
        }
        return isAcknowledged() && backlog.isEmpty() && host.drained();
    }

    /** Ends everything at once; without a word to a peer that has not heard of this process. */
    void shutDown() {
        connection.shutDown(!isKnown());
        endDatagrams();
        backlog.fail(Rc.LINK_FAILED);
        incoming.close();
    }

    // ---- connections

    /** Takes the channels of a new connection. */
    void open(Channel[] made) {
        channels = made;
        handOver();
        credits.open(made);
        broken = null;
    }

    /** The peer has receives for so many control messages. */
    void connect(int control) {
        credits.connect(control);
    }

    /** The peer is ready: sends what there is. */
    void start() {
        ready = broken == null;
        starved = false;
        lastUsed = parts.tick();
        postMessages();
        postOperations();
        schedule();
    }

    /** Messages must wait. */
    void stop() {
        ready = false;
    }

    /** Gives up the channels; what was under way waits again. */
    void release() {
        ready = false;
        for (Channel channel : channels) {
            host.beforeRelease(channel);
            for (Object work = channel.takeBack(); work != null; work = channel.takeBack()) {
                backlog.takeBack(work, refusal());
            }
            parts.resources().closeChannel(channel);
        }
        fast.release();
        channels = NONE;
        credits.open(NONE);
        host.released();
    }

    /** The link is lost: nothing waits any more. */
    void giveUp(String reason) {
        host.withdraw();
        endDatagrams(Rc.LINK_FAILED);
        backlog.fail(Rc.LINK_FAILED);
        link.lost(this, reason);
    }

    @Override
    public Channel[] channels() {
        return channels;
    }

    SendBacklog backlog() {
        return backlog;
    }

    EndpointHost host() {
        return host;
    }

    PeerRings fast() {
        return fast;
    }

    @Override
    public int nextSequence() {
        return nextSequence;
    }

    @Override
    public ReceiveOrder incoming() {
        return incoming;
    }

    /** Numbers messages from here, both ways; tests begin close to where the numbers wrap. */
    void numberFrom(int first) {
        nextSequence = first;
        incoming.expect(first);
    }

    /** Returns a line about this endpoint, for failed tests. */
    String describe() {
        String waits = (ready ? " ready" : "") + (backlog.isEmpty() ? "" : " waiting");
        return "%d: %s%s next %d expected %d control %d %s"
                .formatted(
                        peer().rank(),
                        connection.state(),
                        waits,
                        nextSequence,
                        incoming.expected(),
                        credits.tokens(),
                        Arrays.toString(channels));
    }

    @Override
    public String toString() {
        return parts.name() + " to " + peer();
    }
}
