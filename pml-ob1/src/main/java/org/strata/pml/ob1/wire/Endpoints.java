package org.strata.pml.ob1.wire;

import org.strata.mca.bml.Bml;
import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.pml.TrafficVisitor;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.pml.base.PayloadPool;
import org.strata.pml.base.match.MatchPeer;
import org.strata.pml.base.match.Processes;
import org.strata.pml.ob1.counters.Ob1Counters;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The endpoints of one rank, each made at first contact, and the channels of those with several
 * links.
 */
public final class Endpoints implements Processes, Bml.LinkFailureListener {
    private final Bml bml;
    private final PayloadPool payloads;
    private final HeaderMemory headers;
    private final Ob1Counters counters;
    private final Consumer<BmlEndpoint> contacts;
    private final boolean fastPath;
    private final int firstSequence;
    private final List<ReliableChannel> channels = new ArrayList<>();

    /** The peers contacted so far; read by other threads, which look at the traffic. */
    private final Set<BmlEndpoint> contacted = ConcurrentHashMap.newKeySet();

    private LossListener losses;

    /** Fails the operations that need a lost peer. */
    @FunctionalInterface
    public interface LossListener {
        /** No link leads to the peer any more: operations with it end with {@code rc}. */
        void onLost(Ob1Endpoint endpoint, int rc);
    }

    /**
     * @param bml the layer below
     * @param payloads memory of packets that are kept until they are acknowledged
     * @param headers memory of headers under construction
     * @param contacts called with the links of each peer at first contact
     * @param fastPath whether short messages take the shortest way
     * @param firstSequence first number of a channel's packets and of flow control, equal in all
     *     ranks: 0, but for tests
     */
    public Endpoints(
            Bml bml,
            PayloadPool payloads,
            HeaderMemory headers,
            Ob1Counters counters,
            Consumer<BmlEndpoint> contacts,
            boolean fastPath,
            int firstSequence) {
        this.bml = bml;
        this.payloads = payloads;
        this.headers = headers;
        this.counters = counters;
        this.contacts = contacts;
        this.fastPath = fastPath;
        this.firstSequence = firstSequence;
    }

    /** Opens the layer below; {@code listener} fails the operations with lost peers. */
    public void open(LossListener listener) {
        losses = listener;
        bml.open(this);
    }

    /** Returns the endpoint of a member of a communicator. Tier 1. */
    public Ob1Endpoint of(MatchPeer peer) {
        return (Ob1Endpoint) peer.process(this);
    }

    @Override
    public Ob1Endpoint process(Proc proc) {
        BmlEndpoint links = bml.endpoint(proc);
        return links.pmlData instanceof Ob1Endpoint known ? known : contact(links);
    }

    private Ob1Endpoint contact(BmlEndpoint links) {
        Ob1Endpoint made = new Ob1Endpoint(links, fastPath, firstSequence);
        if (links.send.length > 1) {
            openChannel(made);
        }
        links.pmlData = made;
        contacted.add(links);
        if (!links.reachable()) {
            losses.onLost(made, made.lossCode());
        }
        contacts.accept(links);
        return made;
    }

    /** Visits the links of every peer. Any thread. */
    public void visit(TrafficVisitor visitor) {
        for (BmlEndpoint links : contacted) {
            List<String> names =
                    Arrays.stream(links.send).map(link -> link.attributes.name()).toList();
            visitor.links(links.peer, names, links.refused);
        }
    }

    private void openChannel(Ob1Endpoint endpoint) {
        ReliableChannel channel =
                new ReliableChannel(endpoint, payloads, headers, counters, firstSequence);
        endpoint.open(channel);
        channels.add(channel);
    }

    /**
     * Handles the envelope of a packet. A peer that sends envelopes uses several links: this side
     * opens its channel, too.
     *
     * @param at address of an {@link org.strata.pml.ob1.header.EnvelopeHeader}
     * @param linkNumber the peer's number of the link that brought it
     * @return whether the packet inside is new and must be handled
     */
    public boolean openEnvelope(Btl btl, BtlEndpoint from, long at, int linkNumber) {
        Ob1Endpoint endpoint = process(from.peer());
        if (endpoint.channel() == null) {
            openChannel(endpoint);
        }
        endpoint.pair(linkNumber, btl, from);
        return endpoint.channel().receive(at);
    }

    @Override
    public void onLinkFailed(BmlEndpoint links, BtlLink link, int rc, String reason) {
        if (!(links.pmlData instanceof Ob1Endpoint endpoint)) {
            if (!links.reachable()) {
                // Receives may wait for the peer although no packet has been exchanged with it.
                contact(links);
            }
            return;
        }
        endpoint.refresh();
        if (endpoint.channel() != null) {
            endpoint.channel().onLinkFailed(link);
        }
        if (!links.reachable()) {
            // A peer that was reached and is not any more has failed, or its network: it is no
            // peer that no BTL connects.
            losses.onLost(endpoint, rc == Rc.LINK_FAILED ? endpoint.lossCode() : rc);
        }
    }

    /** Returns whether no channel has anything to do. Tier 1. */
    public boolean noChannels() {
        return channels.isEmpty();
    }

    /** Polls the channels; returns the number of packets that were sent. */
    public int progress() {
        int sent = 0;
        for (int i = 0; i < channels.size(); i++) {
            sent += channels.get(i).progress();
        }
        return sent;
    }

    /** Returns whether every packet has been handed to a link, and has left this process. */
    public boolean allSent() {
        return channels.stream().allMatch(ReliableChannel::allSent)
                && contacted.stream()
                        .flatMap(links -> Arrays.stream(links.send))
                        .allMatch(link -> link.endpoint.departed == link.endpoint.accepted);
    }

    /** Returns whether the peers have acknowledged every packet. */
    public boolean idle() {
        return channels.stream().allMatch(ReliableChannel::idle);
    }
}
