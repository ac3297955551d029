package org.strata.pml.ob1;

import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.pml.ob1.header.MatchHeader;

import java.util.ArrayDeque;

/**
 * One peer process: its links, the one retry queue of what found no resource, and the flow control
 * of unexpected data.
 */
final class Ob1Endpoint {
    final BmlEndpoint bml;

    /** Control packets that wait; they go first. */
    final ArrayDeque<ControlPacket> control = new ArrayDeque<>();

    /** Requests that wait to start, to send fragments or to read. */
    final ArrayDeque<Ob1Request> waiting = new ArrayDeque<>();

    /** Whether the endpoint is in the PML's list of those with something waiting. */
    boolean listed;

    /** The peer asked us to hold back unexpected data. */
    boolean held;

    /** We asked the peer to hold back. */
    boolean holding;

    /** Bytes of unexpected packets kept for this peer. */
    long unexpectedBytes;

    /** Delivery over several links, or null when there has only ever been one. */
    ReliableChannel channel;

    /** Longest payload that an eager MATCH packet can carry on every eager link. */
    int eagerPayload;

    Ob1Endpoint(BmlEndpoint bml) {
        this.bml = bml;
        refresh();
    }

    /** Recomputes what depends on the links. */
    void refresh() {
        int limit = Integer.MAX_VALUE;
        for (BtlLink link : bml.eager) {
            limit = Math.min(limit, link.attributes.eagerLimit());
        }
        // Behind a channel the short path is closed: every packet must be kept.
        boolean direct = bml.reachable() && bml.send.length == 1 && channel == null;
        eagerPayload = direct ? limit - MatchHeader.LENGTH : -1;
    }

    /** Returns whether anything waits, so that newcomers must queue behind it. */
    boolean busy() {
        return !waiting.isEmpty() || !control.isEmpty();
    }
}
