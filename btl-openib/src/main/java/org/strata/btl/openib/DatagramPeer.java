package org.strata.btl.openib;

import org.strata.opal.Rc;
import org.strata.opal.time.Clock;
import org.strata.verbs.AddressHandle;
import org.strata.verbs.VerbsException;

/**
 * The messages of one peer by datagrams, until the two have talked enough to connect. Messages have
 * the endpoint's numbers, and are kept until the peer says that it has them; those that it has not
 * got when a connection is made go over that, as after one that broke. Not tier 1.
 *
 * <p>At most {@link #WINDOW} messages are under way; those behind wait in the backlog. What is not
 * acknowledged in time is sent again, after waits that grow; where this does not help, the peer is
 * connected with, which has its own way to find out that a peer is gone.
 */
final class DatagramPeer {
    /** Messages under way; and what a receiver keeps of those that come early. */
    static final int WINDOW = 8;

    /** Logarithm of the largest factor by which a wait is longer. */
    private static final int MOST_DOUBLINGS = 6;

    private final Datagrams datagrams;
    private final OpenibConfig.FirstContact rules;
    private final Clock clock;
    private final OpenibCounters counters;
    private final DatagramEndpoint endpoint;
    private final SendBacklog backlog;
    private final OpenibContext.Links links;

    /** Where the peer is; unknown before the first datagram to it. */
    private DatagramAddress place;

    private AddressHandle way;

    /** The messages under way, oldest first. */
    private OpenibDescriptor first;

    private OpenibDescriptor last;
    private int count;

    /** When the oldest was sent, or something was acknowledged; and how often all were again. */
    private long since;

    private int attempts;

    private boolean owesAcknowledgement;

    /** Messages to and from the peer. */
    private int talked;

    /** Datagrams are received and acknowledged only. */
    private boolean ended;

    private boolean unreachable;

    DatagramPeer(LinkParts parts, DatagramEndpoint endpoint, SendBacklog backlog) {
        this.datagrams = parts.datagrams();
        this.rules = parts.config().firstContact();
        this.clock = parts.clock();
        this.counters = parts.counters;
        this.links = parts.links();
        this.endpoint = endpoint;
        this.backlog = backlog;
    }

    private boolean isUsable() {
        return !ended && datagrams.isUsable();
    }

    /** Returns whether the peer knows of this process by datagrams. */
    boolean hasTalked() {
        return talked > 0;
    }

    /** Returns whether everything sent has been acknowledged. */
    boolean isIdle() {
        return count == 0;
    }

    /** Returns whether a connection is needed for what waits. */
    boolean wantsConnection() {
        if (!isUsable()) {
            return count > 0 || !backlog.isEmpty();
        }
        OpenibDescriptor next = backlog.first();
        boolean enough = next != null && (talked >= rules.messages() || !fits(next));
        return enough || !backlog.operations.isEmpty();
    }

    private boolean fits(OpenibDescriptor message) {
        int room = place == null ? datagrams.room() : datagrams.room(place.port());
        return PacketHeader.BYTES + message.bytes <= room;
    }

    boolean needsService() {
        boolean owes = owesAcknowledgement && datagrams.isUsable() && !unreachable;
        return owes || count > 0 || (isUsable() && backlog.first() != null);
    }

    /** Sends what waits, and again what is overdue; returns the number of datagrams. */
    int service() {
        if (!datagrams.isUsable()) {
            return 0;
        }
        int events = ended ? 0 : sendWaiting();
        if (!ended && count > 0 && clock.nanoTime() - since >= patience()) {
            events += sendAgain();
        }
        if (owesAcknowledgement && reach() && post(0, 0)) {
            events++;
        }
        return events;
    }

    private int sendWaiting() {
        int sent = 0;
        while (count < WINDOW && backlog.first() != null && !wantsConnection() && reach()) {
            if (!fits(backlog.first()) || !send(backlog.first())) {
                break;
            }
            begin(backlog.removeFirst());
            sent++;
        }
        return sent;
    }

    /** Finds the way to the peer; returns false when there is none. */
    private boolean reach() {
        if (way != null || unreachable) {
            return !unreachable;
        }
        place = links.datagramAddress(endpoint.peer(), endpoint.remoteLink());
        if (place == null) {
            unreachable = true;
        } else {
            try {
                way = datagrams.address(place.port());
            } catch (VerbsException e) {
                unreachable = true;
            }
        }
        ended |= unreachable;
        return !unreachable;
    }

    private boolean send(OpenibDescriptor message) {
        int sequence = message.numbered ? message.sequence : endpoint.nextSequence;
        PacketHeader.write(message.frame, message.tag, message.kind, 0, sequence, 0);
        return post(message.frame, PacketHeader.BYTES + message.bytes);
    }

    private boolean post(long packet, int length) {
        int expected = endpoint.incoming().expected();
        boolean posted =
                datagrams.post(
                        way,
                        place.pair(),
                        endpoint.peer().rank(),
                        endpoint.remoteLink(),
                        expected,
                        packet,
                        length);
        owesAcknowledgement &= !posted;
        return posted;
    }

    private void begin(OpenibDescriptor message) {
        endpoint.number(message);
        backlog.hold(1);
        if (count++ == 0) {
            first = message;
            since = clock.nanoTime();
            attempts = 0;
        } else {
            last.next = message;
        }
        last = message;
        talked++;
    }

    private long patience() {
        return rules.retransmitNanos() << Math.min(attempts, MOST_DOUBLINGS);
    }

    /** Returns how long until messages are sent again; MAX_VALUE for none. */
    long nanosToRetry() {
        return isUsable() && count > 0
                ? Math.max(0, patience() - (clock.nanoTime() - since))
                : Long.MAX_VALUE;
    }

    private int sendAgain() {
        if (attempts >= rules.retries()) {
            ended = true;
            return 1;
        }
        attempts++;
        since = clock.nanoTime();
        int sent = 0;
        for (OpenibDescriptor next = first; next != null && send(next); next = next.next) {
            sent++;
        }
        counters.datagramsRepeated += sent;
        return sent;
    }

    // ---- receiving

    /** The peer has all messages before this one. */
    void onAcknowledged(int expected) {
        if (expected - endpoint.nextSequence > 0) {
            return;
        }
        while (first != null && first.sequence - expected < 0) {
            endpoint.sent(removeFirst(), Rc.OK);
            since = clock.nanoTime();
            attempts = 0;
        }
    }

    private OpenibDescriptor removeFirst() {
        OpenibDescriptor removed = first;
        first = removed.next;
        removed.next = null;
        backlog.hold(-1);
        count--;
        return removed;
    }

    /**
     * Returns whether a message is to be accepted: not one that is farther ahead than the peer may
     * be. Whatever came, it is to be acknowledged.
     */
    boolean accept(long packet) {
        int ahead = PacketHeader.sequence(packet) - endpoint.incoming().expected();
        boolean numbered = PacketHeader.isNumbered(PacketHeader.kind(packet));
        owesAcknowledgement = true;
        talked += ahead >= 0 ? 1 : 0;
        return numbered && ahead < WINDOW;
    }

    /** The peer ends: what it has not got, it will not get. */
    void onFarewell(int expected) {
        onAcknowledged(expected);
        end();
    }

    // ---- the end

    /** A connection carries what is under way, and all that follows. */
    void handOver() {
        while (first != null) {
            backlog.putBack(removeFirst());
        }
        end();
    }

    /** Completes what is under way. */
    void end(int rc) {
        while (first != null) {
            endpoint.sent(removeFirst(), rc);
        }
        end();
    }

    private void end() {
        ended = true;
        if (way != null) {
            datagrams.retire(way);
            way = null;
        }
    }
}
