package org.strata.pml.ob1.wire;

import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.Rc;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.base.match.PeerProcess;
import org.strata.pml.ob1.protocol.RdmaPath;
import org.strata.pml.ob1.protocol.ReadOrCopy;

import java.util.ArrayDeque;

/**
 * One peer process: its links, and the queues of packets and requests that found no resource on
 * them.
 */
public final class Ob1Endpoint extends PeerProcess {
    /** The links. */
    public final BmlEndpoint bml;

    /** The RDMA operations that the links support. */
    public RdmaPath path = RdmaPath.NONE;

    /** What reads and fragments from this peer took; null before the first one that counts. */
    public ReadOrCopy readOrCopy;

    /** Whether the peer could not write a half of a message that this side read. */
    public boolean writesNothing;

    /** Rotates the links that come first when not all take part in a message. */
    public int nextRdma;

    /** Longest payload that is sent without a request; -1 when every message needs one. */
    public int shortPayload;

    /** Whether short messages take the shortest way. */
    private final boolean fastPath;

    /** The link that brings all of the peer's packets; null when there are several, or none. */
    public BtlLink onlyLink;

    /** Reliable delivery over several links, or null while the peer has had one link only. */
    private ReliableChannel channel;

    private final LinkNumbers numbers;

    /** Queued control packets; they are sent before the requests. */
    final ArrayDeque<ControlPacket> control = new ArrayDeque<>();

    /** Queued requests: to start, to send fragments or to read. */
    final ArrayDeque<Waiter> waiting = new ArrayDeque<>();

    /** Queued requests to start, which the peer asked to pause. */
    final ArrayDeque<Waiter> postponed = new ArrayDeque<>();

    /** Sends of which something has not left this process. */
    final Departures.Queue leaving = new Departures.Queue();

    /**
     * Sends of which the peer has the header only, because it asked for no more; without that they
     * would be complete.
     */
    public int headersOnly;

    /** Whether the endpoint is in the list of {@link RetryQueues}. */
    boolean listed;

    /**
     * @param fastPath whether short messages take the shortest way
     * @param firstNumber that requests to hold back begin behind, equal in all ranks
     */
    Ob1Endpoint(BmlEndpoint bml, boolean fastPath, int firstNumber) {
        super(bml.peer, firstNumber);
        this.fastPath = fastPath;
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
        // A channel keeps every packet until it is acknowledged, so every message needs a request.
        boolean direct = bml.reachable() && bml.send.length == 1 && channel == null;
        onlyLink = direct ? bml.send[0] : null;
        shortPayload = direct && fastPath ? limit - MatchHeader.LENGTH : -1;
    }

    /**
     * Returns the reliable delivery over several links, or null while the peer has had one link
     * only.
     */
    public ReliableChannel channel() {
        return channel;
    }

    void open(ReliableChannel made) {
        channel = made;
        refresh();
    }

    /**
     * Returns whether a short message must wait, or go another way: it would overtake queued ones,
     * or the peer asked to hold back. An endpoint stays listed for a while after its queues are
     * empty. Tier 1.
     */
    public boolean obstructed() {
        return held || listed;
    }

    /** Returns whether the only link has passed on what it has accepted. Tier 1. */
    public boolean hasPassedOn() {
        BtlLink link = onlyLink;
        return link == null || link.endpoint.departed == link.endpoint.accepted;
    }

    /**
     * Tells a send when all has left this process that has been accepted for the peer until now.
     *
     * @return false if it has left already
     */
    public boolean awaitDeparture(Departures departures, Waiter send) {
        if (channel != null) {
            return departures.await(leaving, null, channel, send);
        }
        BtlLink link = onlyLink;
        return link != null && departures.await(leaving, link.endpoint, null, send);
    }

    /** Returns whether packets or requests are queued: new ones queue behind them. */
    public boolean busy() {
        return !waiting.isEmpty() || !control.isEmpty();
    }

    /** Returns the code with which operations end when no link leads to the peer. */
    public int lossCode() {
        return proc.failure() == null ? Rc.UNREACHABLE : Rc.PEER_FAILED;
    }

    /** Returns this side's number of a link, by which packets and the peer name it. */
    public int number(BtlLink link) {
        return numbers.of(link);
    }

    /** Records the peer's number of the link that brought a packet. */
    void pair(int number, Btl btl, BtlEndpoint from) {
        numbers.pair(number, btl, from);
    }

    /** Returns the highest number by which the peer has named a link. */
    public int knownLinks() {
        return numbers.knownOfPeer();
    }

    /**
     * Returns the working RDMA link to which the peer gave a number, or null.
     *
     * @param number the peer's number; 0 means the link that brought the packet
     * @param carrier the link that brought the packet; may be null
     */
    public BtlLink peerLink(int number, BtlLink carrier) {
        return working(number == 0 ? carrier : numbers.ofPeer(number));
    }

    /** Returns the link that a packet arrived over, or null. */
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
