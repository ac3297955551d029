package org.strata.pml.ob1.wire;

import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.Rc;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.base.match.PeerProcess;
import org.strata.pml.ob1.protocol.RdmaPath;

import java.util.ArrayDeque;

/** One peer process: its links, and the queue of what found no resource on them. */
public final class Ob1Endpoint extends PeerProcess {
    /** The links. */
    public final BmlEndpoint bml;

    /** What the links can do by RDMA. */
    public RdmaPath path = RdmaPath.NONE;

    /** Turns which links go first when not all take part in a message. */
    public int nextRdma;

    /** Longest payload of an eager packet on every eager link; -1 closes the short path. */
    public int eagerPayload;

    /** Delivery over several links, or null when there has only ever been one. */
    private ReliableChannel channel;

    private final LinkNumbers numbers;

    /** Control packets that wait; they go first. */
    final ArrayDeque<ControlPacket> control = new ArrayDeque<>();

    /** Requests that wait to start, to send fragments or to read. */
    final ArrayDeque<Waiter> waiting = new ArrayDeque<>();

    /** Whether the endpoint is in {@link RetryQueues}' list of those with something waiting. */
    boolean listed;

    Ob1Endpoint(BmlEndpoint bml) {
        super(bml.peer);
        this.bml = bml;
        this.numbers = new LinkNumbers(bml);
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

    /** Returns the delivery over several links, or null when there has only ever been one. */
    public ReliableChannel channel() {
        return channel;
    }

    void open(ReliableChannel made) {
        channel = made;
        refresh();
    }

    /** Returns whether anything waits, so that newcomers must queue behind it. */
    public boolean busy() {
        return !waiting.isEmpty() || !control.isEmpty();
    }

    /** Returns what ends operations with the peer when no link leads to it. */
    public int lossCode() {
        return proc.failure() == null ? Rc.UNREACHABLE : Rc.PEER_FAILED;
    }

    /** Returns this side's number of a link, which packets and the peer name it by. */
    public int number(BtlLink link) {
        return numbers.of(link);
    }

    /** Records that the peer calls a link by a number: the one that brought a packet. */
    void pair(int number, Btl btl, BtlEndpoint from) {
        numbers.pair(number, btl, from);
    }

    /** Returns the highest number by which the peer has named a link. */
    public int knownLinks() {
        return numbers.knownOfPeer();
    }

    /**
     * Returns the working RDMA link that the peer calls by a number, or null.
     *
     * @param number the peer's number; 0 means the link that brought the packet
     * @param carrier the link that brought the packet; may be null
     */
    public BtlLink peerLink(int number, BtlLink carrier) {
        return working(number == 0 ? carrier : numbers.ofPeer(number));
    }

    /** Returns the link that a packet came over, or null. */
    public BtlLink carrier(Btl btl, BtlEndpoint from) {
        return numbers.carrier(btl, from);
    }

    /**
     * Returns the working RDMA link with a number of this side's, or null.
     *
     * @param number 0 means the only link there is
     */
    public BtlLink ownLink(int number) {
        if (number == 0) {
            return bml.rdma.length == 1 ? bml.rdma[0] : null;
        }
        return working(numbers.own(number));
    }

    private BtlLink working(BtlLink link) {
        return link != null && uses(link) ? link : null;
    }

    /** Returns whether a link works and can be used for RDMA. */
    public boolean uses(BtlLink link) {
        return LinkNumbers.index(bml.rdma, link) >= 0;
    }
}
