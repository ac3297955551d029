package org.strata.btl.openib;

import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.connect.ConnectionState;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;

/**
 * The part of an endpoint that numbers messages, and sends them as datagrams before the first
 * connection. Without datagrams it asks for a connection as soon as something waits.
 */
abstract class DatagramEndpoint extends BtlEndpoint {
    /** Number of the next message. */
    int nextSequence;

    /** Null where the two connect at once. */
    private DatagramPeer datagrams;

    DatagramEndpoint(Proc peer) {
        super(peer);
    }

    /** Sends what waits in the backlog as datagrams, where the link has them. */
    final void useDatagrams(LinkParts parts, SendBacklog backlog) {
        datagrams = parts.datagrams() == null ? null : new DatagramPeer(parts, this, backlog);
    }

    /** Returns the number of the peer's link. */
    abstract int remoteLink();

    abstract ConnectionState state();

    abstract ReceiveOrder incoming();

    abstract void schedule();

    /** A message is over. */
    abstract void sent(OpenibDescriptor message, int rc);

    /** As of {@link ChannelEvents}. */
    public final void keeps(long ofAll, long gone) {
        accepted = ofAll;
        departed = gone;
    }

    /** Gives a message that has been posted the next number, unless it has one. */
    final void number(OpenibDescriptor message) {
        if (!message.numbered) {
            message.numbered = true;
            message.sequence = nextSequence++;
        }
    }

    /** Returns whether what waits, or is under way, needs a connection. */
    final boolean wantsConnection(SendBacklog waiting) {
        return datagrams == null ? !waiting.isEmpty() : datagrams.wantsConnection();
    }

    /** Returns how long until messages are sent again; MAX_VALUE for none. */
    final long nanosToRepeat() {
        return datagrams == null ? Long.MAX_VALUE : datagrams.nanosToRetry();
    }

    final boolean datagramsNeedService() {
        return datagrams != null && datagrams.needsService();
    }

    /** Sends what can be sent without a connection; returns the number of datagrams. */
    final int serviceDatagrams() {
        return datagrams != null && state() == ConnectionState.CLOSED ? datagrams.service() : 0;
    }

    /** Returns whether everything sent as a datagram has been acknowledged. */
    final boolean isAcknowledged() {
        return datagrams == null || datagrams.isIdle();
    }

    /** Returns whether the peer may have heard of this process. */
    final boolean isKnown() {
        return state() != ConnectionState.CLOSED || (datagrams != null && datagrams.hasTalked());
    }

    /** A datagram has come; as of {@link Datagrams.Receiver}. */
    final void onDatagram(int expected, long packet, int length) {
        if (datagrams == null || state() == ConnectionState.FAILED) {
            return;
        }
        datagrams.onAcknowledged(expected);
        if (length > 0 && datagrams.accept(packet)) {
            incoming().accept(null, packet, length);
        }
        schedule();
    }

    /** Learns from a message out of band that the peer ends. */
    final void onFarewell(ConnectionMessage message) {
        if (datagrams != null && message.farewell()) {
            datagrams.onFarewell(message.expected());
        }
    }

    /** A connection carries what is under way, and all that follows. */
    final void handOver() {
        if (datagrams != null) {
            datagrams.handOver();
        }
    }

    /** Ends datagrams: those under way have this result. */
    final void endDatagrams(int rc) {
        if (datagrams != null) {
            datagrams.end(rc);
        }
    }

    /**
     * Ends datagrams at the end of the link. Those under way were sent; only the peer's progress
     * could acknowledge them.
     */
    final void endDatagrams() {
        endDatagrams(Rc.OK);
    }
}
