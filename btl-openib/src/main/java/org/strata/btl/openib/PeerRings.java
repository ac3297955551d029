package org.strata.btl.openib;

import org.strata.btl.openib.fast.FastCounters;
import org.strata.btl.openib.fast.IncomingRing;
import org.strata.btl.openib.fast.LearnedShape;
import org.strata.btl.openib.fast.OutgoingRing;
import org.strata.btl.openib.fast.ReceiveRing;
import org.strata.btl.openib.fast.RingHost;
import org.strata.btl.openib.fast.RingNotice;
import org.strata.btl.openib.fast.RingShape;
import org.strata.btl.openib.fast.Rings;
import org.strata.btl.openib.fast.SendRing;
import org.strata.opal.memory.Memory;
import org.strata.verbs.DataOrder;

/**
 * The fast path to and from one peer: its two rings, their memory, and what the two sides say of
 * them. Rings end with their connection. Tier 1 but for opening and closing.
 */
final class PeerRings implements RingHost {
    private static final int MOST_CREDITS = 0xffff;
    private static final String NO_DESCRIPTOR = "no descriptor for the message that opens it";
    private static final String OTHER_SIZES = "its messages need other sizes";

    private final Link link;
    private final LinkParts parts;
    private final RingPeer endpoint;
    private final LinkRings rings;
    private final FastCounters counters;

    /** Longest packet that rings of this process take. */
    private final int longest;

    private final OutgoingRing out = new OutgoingRing();
    private final IncomingRing in;
    private final RingReceives receives;
    private final GrantWrites grants;

    /** Null where all rings have the configured shape. */
    private final LearnedShape learned;

    /** Of the ring that the peer writes to. */
    private Adapter.Slab memory;

    private RingShape ours;

    /**
     * Of a ring whose connection a handler has ended: freed once the handler, which still reads its
     * packet there, returns.
     */
    private Adapter.Slab read;

    private long readBytes;

    /** Of the ring that we write to. */
    private Adapter.Slab mirror;

    private RingShape theirs;
    private int sourceKey;
    private boolean mirrored;

    /** Requests of the first channel up to the last write. */
    private int posted;

    private int loaded;

    /** The ring had no room: messages go by queue until half of it is free. */
    private boolean full;

    /** The peer's last message came by ring. */
    private boolean busy;

    /**
     * There was no memory for a ring, its bytes would not be seen in order, or the peer could not
     * use it: not in this connection.
     */
    private boolean refused;

    /** In which order writes over the present connection are seen; null where nobody asked. */
    private DataOrder order;

    PeerRings(Link link, LinkParts parts, RingPeer endpoint) {
        this.link = link;
        this.parts = parts;
        this.endpoint = endpoint;
        this.rings = parts.rings();
        this.counters = rings.counters;
        this.longest = rings.shape.longest();
        this.learned = rings.learns ? new LearnedShape(rings.shape) : null;
        this.in = new IncomingRing(this, counters);
        this.receives = new RingReceives(link, parts, endpoint, this, in, out);
        this.grants = new GrantWrites(endpoint, rings, in);
        rings.set.know(in);
    }

    // ---- sending

    /**
     * Returns whether a packet may be written to the peer's ring now; writes a marker where the
     * ring must begin again first.
     */
    boolean hasRoom(Channel channel, int bytes) {
        if (!out.takes(bytes) || isCrowded() || !channel.hasRoom()) {
            return false;
        }
        int room = out.room(bytes);
        if (room == SendRing.NONE && out.takeGrants()) {
            room = out.room(bytes);
        }
        if (room == SendRing.MARKER) {
            room = writeMarker(channel) ? out.room(bytes) : SendRing.NONE;
        }
        full = room == SendRing.NONE;
        return room == SendRing.PACKET;
    }

    /**
     * Returns whether a packet may be written to the peer's ring now; the endpoint is connected.
     */
    boolean hasRoom(int bytes) {
        return out.isOpen() && hasRoom(endpoint.channels()[0], bytes);
    }

    private boolean isCrowded() {
        return full && !out.ring().isHalfFree() && !(out.takeGrants() && out.ring().isHalfFree());
    }

    private boolean writeMarker(Channel channel) {
        out.ring().composeMarker();
        int key = mirrored ? sourceKey : rings.markerKey();
        if (!channel.write(null, out, key)) {
            onRefused();
            return false;
        }
        out.ring().written();
        posted = channel.posted();
        return channel.hasRoom();
    }

    /** Writes a packet whose header is complete; the caller has looked at {@link #hasRoom}. */
    boolean write(Channel channel, OpenibDescriptor message) {
        int bytes = PacketHeader.BYTES + message.bytes;
        out.ring().compose(message.frame, bytes);
        if (mirrored) {
            counters.mirroredBytes += bytes;
        }
        if (!channel.write(message, out, mirrored ? sourceKey : message.lkey)) {
            onRefused();
            return false;
        }
        out.ring().written();
        posted = channel.posted();
        return true;
    }

    /** A mirror shows what the peer's ring would have got: it is of no use any more. */
    private void onRefused() {
        if (mirrored) {
            out.close();
            endpoint.schedule();
        }
    }

    /** Counts a packet that has been posted. */
    void count(int bytes, boolean byRing) {
        if (bytes <= longest) {
            counters.eligible++;
        }
        if (byRing) {
            counters.sent++;
        } else if (out.takes(bytes)) {
            counters.fallbacks++;
        }
    }

    // ---- credits

    /**
     * Takes what the peer may write again, for the header of a packet for the first queue; returns
     * its part there.
     */
    long load(boolean numbered, int sequence) {
        loaded = in.takeOwed(MOST_CREDITS, numbered, sequence);
        return PacketHeader.returnedOfRing(loaded);
    }

    /** As above, for a message; those for other queues carry none: they may overtake OPEN. */
    long load(Channel way, int sequence) {
        loaded = in.takeOwed(way.index() == 0 ? MOST_CREDITS : 0, true, sequence);
        return PacketHeader.returnedOfRing(loaded) | (full ? PacketHeader.RING_FULL : 0);
    }

    /** Returns the credits of the last loaded packet to the account: it could not be posted. */
    void unload() {
        in.giveBackOwed(loaded);
    }

    /** Takes what a packet of the peer grants. */
    void accept(long packet, int kind) {
        int credits = PacketHeader.ringCredits(packet);
        int sequence = PacketHeader.sequence(packet);
        if (credits > 0 || OutgoingRing.isMilestone(sequence)) {
            out.grant(credits, PacketHeader.isNumbered(kind), sequence);
        }
    }

    boolean owesMuch() {
        return in.owesMuch();
    }

    /** Returns what grants us room, and the peer, without packets. */
    GrantWrites grants() {
        return grants;
    }

    @Override
    public void grantByWrite() {
        grants.grant();
    }

    // ---- receiving

    /** A message came, by either way. */
    void onMessage() {
        if (in.count() >= rings.set.threshold()
                && in.state() == IncomingRing.State.NONE
                && mayOpen()) {
            rings.set.suggest(in);
        }
    }

    /**
     * A message came by a queue.
     *
     * @param bytes of its packet, header included
     * @param foundFull whether its sender had found the ring full
     */
    void onQueueMessage(int bytes, boolean foundFull) {
        busy = false;
        in.onQueueMessage();
        onMessage();
        if (learned != null && rings.enabled) {
            RingShape present = in.state() == IncomingRing.State.OPEN ? ours : null;
            if (learned.onQueueMessage(bytes, foundFull, present, in.messages())) {
                in.leave(OTHER_SIZES);
            }
        }
    }

    /**
     * Returns whether the next message probably comes by ring, so that it alone may be polled for a
     * while.
     */
    boolean isBusy() {
        return busy;
    }

    /** Polls the ring and nothing else. */
    int pollAlone() {
        int found = poll();
        rings.set.count(1, found);
        return found;
    }

    /** Returns the receives of messages that are waited for. */
    RingReceives receives() {
        return receives;
    }

    /** Delivers what has come by ring. */
    int poll() {
        return in.ring() == null ? 0 : in.poll();
    }

    @Override
    public boolean isDue(long packet) {
        return PacketHeader.sequence(packet) - endpoint.incoming().expected() <= 0;
    }

    @Override
    public void onRingPacket(long packet, int length) {
        busy = true;
        endpoint.onRingPacket(packet, length);
    }

    @Override
    public void afterRingPackets() {
        if (read != null) {
            giveBack(read, readBytes);
            read = null;
        }
        endpoint.afterReceived();
    }

    @Override
    public int expected() {
        return endpoint.incoming().expected();
    }

    @Override
    public boolean mayOpen() {
        return rings.enabled && !refused && endpoint.channels().length > 0;
    }

    @Override
    public void onRingChange() {
        endpoint.schedule();
    }

    /**
     * Takes what has come out of the ring, due or not: while a connection closes a packet before it
     * may be one that will be sent again.
     */
    void drain() {
        if (!in.isDelivering()) {
            empty();
        }
    }

    private void empty() {
        ReceiveRing ring = in.ring();
        if (ring == null) {
            return;
        }
        for (long packet = ring.poll(); packet != 0; packet = ring.poll()) {
            endpoint.keep(packet, ring.length());
            ring.release();
            counters.rescued++;
        }
    }

    // ---- opening and closing

    /** The queue pairs have been connected: what they promise decides about rings. */
    void connect(ChannelPairs pairs) {
        if (!rings.enabled) {
            return;
        }
        order = pairs.dataOrder();
        refused = !rings.order.mayOpen(order);
        grants.trust(rings.order.mayGrant(order));
        if (refused) {
            parts.inform(endpoint + ": no ring: " + rings.order.objection(order));
        }
    }

    /** Returns in which order writes of the peer are seen; null without a connection. */
    DataOrder order() {
        return order;
    }

    /** Does what can be done now; returns the number of events. */
    int service(CreditReturns credits) {
        return serviceIn(credits) + serviceOut(credits);
    }

    private int serviceIn(CreditReturns credits) {
        return switch (in.state()) {
            case ASKED -> openOrWithdraw(credits);
            case LEAVING -> credits.mayClose() ? leave(credits) : 0;
            case CLOSED -> in.isOver() ? free() : 0;
            case NONE, OPEN, CLOSING -> 0;
        };
    }

    /** A ring that cannot be opened for want of a token leaves its place in the set to others. */
    private int openOrWithdraw(CreditReturns credits) {
        if (credits.mayPost(true)) {
            return open(credits);
        }
        if (!credits.hasToken(true)) {
            rings.set.remove(in);
            in.withdraw();
        }
        return 0;
    }

    private int serviceOut(CreditReturns credits) {
        if (out.state() != OutgoingRing.State.CLOSING) {
            return 0;
        }
        Channel channel = endpoint.channels()[0];
        if (!channel.isOver(posted)) {
            channel.mark();
            return 0;
        }
        // Everything in the ring has a lower number: the one of a last packet could be too old.
        int following = endpoint.nextSequence();
        boolean said =
                credits.mayPost(false)
                        && say(credits, PacketHeader.CLOSED, out.generation(), following);
        if (said) {
            forgetOut();
        }
        return said ? 1 : 0;
    }

    /** Returns whether there is more to do. */
    boolean needsService() {
        return switch (in.state()) {
            case ASKED, LEAVING, CLOSED -> true;
            case NONE, OPEN, CLOSING -> out.state() == OutgoingRing.State.CLOSING;
        };
    }

    /** Returns whether the peer may write to a ring of ours, and CLOSE is to come. */
    boolean isRead() {
        return in.state() == IncomingRing.State.OPEN || in.state() == IncomingRing.State.LEAVING;
    }

    /** Returns whether we may write to a ring of the peer, or have not said CLOSED yet. */
    boolean mayWrite() {
        return out.state() != OutgoingRing.State.NONE;
    }

    /** Returns whether the peer has to say CLOSED, for which it needs a token. */
    boolean awaitsClosed() {
        return in.state() == IncomingRing.State.CLOSING;
    }

    private int open(CreditReturns credits) {
        RingShape shape = learned == null ? rings.shape : learned.next();
        Adapter.Slab slab = parts.adapter().target(shape.bytes());
        String objection = slab == null ? parts.adapter().refusal() : objection(slab);
        OpenibDescriptor open =
                objection.isEmpty() ? credits.acquire(PacketHeader.OPEN, RingNotice.BYTES) : null;
        if (open == null) {
            refuse(slab, objection.isEmpty() ? NO_DESCRIPTOR : objection);
            return 1;
        }
        long address = slab.area().address();
        ReceiveRing ring = Rings.receiver(shape, address);
        int next = endpoint.nextSequence();
        RingNotice.write(open.address, in.nextGeneration(), next);
        int key = slab.registration().region.rkey();
        RingNotice.writeRing(open.address, address, key, shape);
        if (!credits.post(open)) {
            refuse(slab, NO_DESCRIPTOR);
            return 1;
        }
        memory = slab;
        ours = shape;
        if (learned != null) {
            learned.opened(in.messages());
        }
        counters.bytes += shape.bytes();
        in.open(ring, next);
        rings.set.add(in);
        parts.inform(
                "%s: ring opened: %s, %d bytes, after %d messages"
                        .formatted(endpoint, shape.layout(), shape.bytes(), in.messages()));
        return 1;
    }

    /** Returns why memory cannot be a ring, whatever the queue pair promises; empty when it can. */
    private String objection(Adapter.Slab slab) {
        DataOrder seen = slab.registration().region.dataOrder();
        return rings.order.mayOpen(seen) ? "" : rings.order.objection(seen);
    }

    private void refuse(Adapter.Slab slab, String why) {
        if (slab != null) {
            parts.adapter().free(slab);
        }
        refused = true;
        rings.set.remove(in);
        in.reset();
        parts.inform(endpoint + ": no ring: " + why);
    }

    private int leave(CreditReturns credits) {
        if (!say(credits, PacketHeader.CLOSE, in.generation(), 0)) {
            return 0;
        }
        in.closing();
        counters.closes++;
        return 1;
    }

    private static boolean say(CreditReturns credits, int kind, int generation, int number) {
        OpenibDescriptor message = credits.acquire(kind, RingNotice.BYTES);
        if (message == null) {
            return false;
        }
        RingNotice.write(message.address, generation, number);
        return credits.post(message);
    }

    /**
     * Gives the ring that we read back, after the handler that reads it has returned; returns 1.
     */
    private int free() {
        parts.inform(
                "%s: ring closed: %s, %d bytes: %s"
                        .formatted(endpoint, ours.layout(), ours.bytes(), in.why()));
        refused |= in.wasRefused();
        busy = false;
        rings.set.remove(in);
        in.reset();
        if (in.isDelivering() && read == null && !link.isClosed()) {
            read = memory;
            readBytes = ours.bytes();
        } else {
            giveBack(memory, ours.bytes());
        }
        memory = null;
        return 1;
    }

    private void giveBack(Adapter.Slab ring, long bytes) {
        counters.bytes -= bytes;
        parts.adapter().free(ring);
    }

    // ---- what the peer says

    void onControl(int kind, long notice, int length) {
        if (length < RingNotice.BYTES) {
            return;
        }
        int generation = RingNotice.generation(notice);
        switch (kind) {
            case PacketHeader.OPEN -> onOpen(notice);
            case PacketHeader.CLOSE -> {
                if (generation == out.generation()) {
                    out.close();
                }
            }
            case PacketHeader.CLOSED -> in.onClosed(generation, RingNotice.number(notice));
            default -> {}
        }
        endpoint.schedule();
    }

    private void onOpen(long notice) {
        RingShape shape = RingNotice.shape(notice);
        if (out.state() != OutgoingRing.State.NONE || !shape.valid()) {
            parts.inform(endpoint + ": a ring that cannot be: " + shape);
            return;
        }
        theirs = shape;
        mirrored = theirs.layout().mirrored();
        long local = mirrored ? mirror() : rings.marker(parts.queues().arena());
        SendRing ring = local == 0 ? null : Rings.sender(theirs, local);
        out.open(notice, ring, grants.offered().address());
        posted = endpoint.channels()[0].posted();
        counters.out++;
        if (ring == null) {
            out.close();
        }
    }

    /** Makes the mirror of a ring; returns its address, or 0 when there is no memory. */
    private long mirror() {
        mirror = parts.adapter().slab(theirs.mirrorBytes());
        if (mirror == null) {
            return 0;
        }
        long address = mirror.area().address();
        Memory.zero(address, theirs.mirrorBytes());
        sourceKey = mirror.registration().region.lkey();
        counters.bytes += theirs.mirrorBytes();
        return address;
    }

    private void forgetOut() {
        out.reset();
        counters.out--;
        if (mirror != null) {
            counters.bytes -= theirs.mirrorBytes();
            parts.adapter().free(mirror);
            mirror = null;
        }
    }

    // ---- the connection has ended

    /** The queue pairs are gone, and nobody writes any more: reads the ring empty, forgets both. */
    void release() {
        empty();
        if (out.state() != OutgoingRing.State.NONE) {
            forgetOut();
        }
        if (in.state() == IncomingRing.State.ASKED) {
            rings.set.remove(in);
            in.reset();
        } else if (in.state() != IncomingRing.State.NONE) {
            in.lost();
            free();
        }
        refused = false;
        order = null;
        grants.trust(false);
    }
}
