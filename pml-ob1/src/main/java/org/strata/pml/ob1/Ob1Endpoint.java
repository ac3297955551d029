package org.strata.pml.ob1;

import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.pml.ob1.header.MatchHeader;
import org.strata.pml.ob1.protocol.RdmaPath;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.stream.Stream;

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

    /** What the links can do by RDMA. */
    RdmaPath path = RdmaPath.NONE;

    /** Turns which links go first when not all take part in a message. */
    int nextRdma;

    /** Every link there has been; a link's number is its index plus one. */
    private final BtlLink[] numbered;

    /** Own links by the peer's number of them, less one; null where the peer has not said. */
    private BtlLink[] paired = {};

    /** Longest payload that an eager MATCH packet can carry on every eager link. */
    int eagerPayload;

    Ob1Endpoint(BmlEndpoint bml) {
        this.bml = bml;
        this.numbered =
                Stream.concat(Arrays.stream(bml.send), Arrays.stream(bml.rdma))
                        .distinct()
                        .toArray(BtlLink[]::new);
        refresh();
    }

    /** Recomputes what depends on the links. */
    void refresh() {
        int limit = Integer.MAX_VALUE;
        for (BtlLink link : bml.eager) {
            limit = Math.min(limit, link.attributes.eagerLimit());
        }
        path = RdmaPath.of(bml.rdma);
        // Behind a channel the short path is closed: every packet must be kept.
        boolean direct = bml.reachable() && bml.send.length == 1 && channel == null;
        eagerPayload = direct ? limit - MatchHeader.LENGTH : -1;
    }

    /** Returns whether anything waits, so that newcomers must queue behind it. */
    boolean busy() {
        return !waiting.isEmpty() || !control.isEmpty();
    }

    /** Returns this side's number of a link, which packets and the peer name it by. */
    int number(BtlLink link) {
        return index(numbered, link) + 1;
    }

    private static int index(BtlLink[] links, BtlLink link) {
        int index = links.length - 1;
        while (index >= 0 && links[index] != link) {
            index--;
        }
        return index;
    }

    /** Learns that the peer calls a link by a number: the one that brought a packet. */
    void pair(int number, Btl btl, BtlEndpoint from) {
        if (number > paired.length) {
            paired = Arrays.copyOf(paired, number);
        }
        if (number > 0 && paired[number - 1] == null) {
            paired[number - 1] = carrier(btl, from);
        }
    }

    /** Returns the highest number of a link that the peer has been heard to use. */
    int knownLinks() {
        return paired.length;
    }

    private BtlLink carrier(Btl btl, BtlEndpoint from) {
        for (BtlLink link : numbered) {
            if (link.btl == btl && link.endpoint == from) {
                return link;
            }
        }
        return null;
    }

    /**
     * Returns the working link that the peer calls by a number, or null.
     *
     * @param number the peer's number; 0 means the link that brought the packet
     */
    BtlLink link(int number, Btl btl, BtlEndpoint from) {
        BtlLink link =
                number == 0
                        ? carrier(btl, from)
                        : number <= paired.length ? paired[number - 1] : null;
        return link != null && uses(link) ? link : null;
    }

    /**
     * Returns the working link with a number of this side's, or null.
     *
     * @param number 0 means the only link there is
     */
    BtlLink ownLink(int number) {
        BtlLink link =
                number == 0
                        ? (bml.rdma.length == 1 ? bml.rdma[0] : null)
                        : number <= numbered.length ? numbered[number - 1] : null;
        return link != null && uses(link) ? link : null;
    }

    /** Returns whether a link works and can be used for RDMA. */
    boolean uses(BtlLink link) {
        return index(bml.rdma, link) >= 0;
    }
}
