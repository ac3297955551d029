package org.strata.bml.r2;

import org.strata.mca.base.Boxes;
import org.strata.mca.base.StackException;
import org.strata.mca.bml.Bml;
import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.counters.RareEvents;
import org.strata.opal.time.Clock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The r2 BML of one rank. Tier 3, but for the endpoint look-up. */
public final class R2Bml implements Bml, BtlErrorHandler {
    /** The BTL that reaches no other process. */
    private static final String LOOPBACK = "self";

    private final Collection<BtlComponent> components;
    private final Proc self;
    private final Proc other;
    private final RareEvents events;
    private final List<Btl> btls = new ArrayList<>();

    /** Endpoints of links that broke before this rank's first contact with the peer, and why. */
    private final IdentityHashMap<BtlEndpoint, String> brokenEarly = new IdentityHashMap<>();

    /** The processes contacted so far; by identity, since other jobs have the same ranks. */
    private final IdentityHashMap<Proc, BmlEndpoint> endpoints = new IdentityHashMap<>();

    /** Components that found no link on this machine, and why. */
    private final Map<String, String> unusable = new LinkedHashMap<>();

    private LinkFailureListener failures;

    /**
     * @param components the selected BTL components
     * @param self this process
     */
    public R2Bml(Collection<BtlComponent> components, Proc self) {
        this(components, self, null, new RareEvents());
    }

    /**
     * @param other any other process of the job; null where there is none
     * @param events is told of connections
     */
    R2Bml(Collection<BtlComponent> components, Proc self, Proc other, RareEvents events) {
        this.components = components;
        this.self = self;
        this.other = other;
        this.events = events;
    }

    @Override
    public void open(LinkFailureListener listener) {
        failures = listener;
        for (BtlComponent component : components) {
            StringBuilder refusal = new StringBuilder();
            List<Btl> opened = component.open(this, refusal);
            btls.addAll(opened);
            if (opened.isEmpty()) {
                unusable.put(component.name(), refusal.toString());
            }
        }
        btls.sort(R2Bml::byExclusivity);
        if (other != null
                && btls.stream().allMatch(btl -> btl.attributes().name().equals(LOOPBACK))) {
            // Without this check, ranks would wait for each other's messages for ever.
            throw new StackException(Boxes.box(explain(other)), null);
        }
    }

    @Override
    public BmlEndpoint endpoint(Proc peer) {
        BmlEndpoint known = endpoints.get(peer);
        return known != null ? known : contact(peer);
    }

    /** Connects, and tells who listens. */
    private BmlEndpoint contact(Proc peer) {
        RareEvents.Listener told = events.listener();
        if (told == null) {
            return connect(peer);
        }
        long began = Clock.SYSTEM.nanoTime();
        BmlEndpoint made = connect(peer);
        told.connected(peer.rank(), names(made), made.refused, Clock.SYSTEM.nanoTime() - began);
        return made;
    }

    /** Returns the names of the links, the best first. In a loop, as {@link #arrange}. */
    private static String names(BmlEndpoint endpoint) {
        StringBuilder names = new StringBuilder();
        for (BtlLink link : endpoint.send) {
            names.append(names.isEmpty() ? "" : " ").append(link.attributes.name());
        }
        return names.toString();
    }

    /** Calls addPeer of every BTL; uses those of the highest exclusivity that reach the peer. */
    private BmlEndpoint connect(Proc peer) {
        BmlEndpoint endpoint = new BmlEndpoint(peer);
        List<BtlLink> links = new ArrayList<>();
        String broken = null;
        int exclusivity = Integer.MIN_VALUE;
        for (Btl btl : btls) {
            if (btl.attributes().exclusivity() < exclusivity || peer.failure() != null) {
                break;
            }
            StringBuilder refusal = new StringBuilder();
            BtlEndpoint reached = btl.addPeer(peer, refusal);
            if (reached == null && peer != self && peer.host().equals(self.host())) {
                noteRefusal(endpoint, btl, refusal);
            }
            if (brokenEarly.containsKey(reached)) {
                broken = brokenEarly.get(reached);
            } else if (reached != null) {
                links.add(new BtlLink(btl, reached));
                exclusivity = btl.attributes().exclusivity();
            }
        }
        arrange(endpoint, links);
        endpoints.put(peer, endpoint);
        if (!endpoint.reachable()) {
            loseUnreachable(peer, broken);
        }
        return endpoint;
    }

    /** A report of the job says why the best link to a neighbour was not used. */
    private static void noteRefusal(BmlEndpoint endpoint, Btl btl, StringBuilder refusal) {
        String name = btl.attributes().name();
        if (endpoint.refused.isEmpty() && !name.equals(LOOPBACK)) {
            endpoint.refused = name + ": " + refusal.toString().strip();
        }
    }

    /**
     * Marks a process to which no link leads.
     *
     * @param broken why a link that there was has broken, or null
     */
    private void loseUnreachable(Proc peer, String broken) {
        if (broken != null && isOver(peer)) {
            peer.fail(broken);
        } else {
            peer.markUnreachable();
        }
    }

    /**
     * Returns whether a process that was connected, and is not any more, is considered to have
     * ended. Those of another job may end while this one goes on; the news of it, from their
     * launcher, may come after the end of the connection.
     */
    private boolean isOver(Proc peer) {
        return !peer.isOfJobOf(self);
    }

    private static int byExclusivity(Btl a, Btl b) {
        return Integer.compare(b.attributes().exclusivity(), a.attributes().exclusivity());
    }

    private static int byBandwidth(BtlLink a, BtlLink b) {
        return Integer.compare(b.attributes.bandwidth(), a.attributes.bandwidth());
    }

    /**
     * Sorts links into the endpoint's arrays and sets their weights. In loops: at a rank's first
     * message the JDK's streams are not compiled.
     */
    private static void arrange(BmlEndpoint endpoint, List<BtlLink> links) {
        List<BtlLink> senders = new ArrayList<>(links);
        senders.removeIf(link -> !link.attributes.has(BtlAttributes.FLAG_SEND));
        senders.sort(R2Bml::byBandwidth);
        int latency = Integer.MAX_VALUE;
        long total = 0;
        boolean known = true;
        for (BtlLink link : senders) {
            latency = Math.min(latency, link.attributes.latency());
            total += link.attributes.bandwidth();
            known &= link.attributes.bandwidth() > 0;
        }
        List<BtlLink> eager = new ArrayList<>();
        for (BtlLink link : senders) {
            link.weight =
                    known ? (double) link.attributes.bandwidth() / total : 1.0 / senders.size();
            if (link.attributes.latency() == latency) {
                eager.add(link);
            }
        }
        List<BtlLink> rdma = new ArrayList<>(links);
        rdma.removeIf(link -> link.rdma == null);
        endpoint.send = senders.toArray(new BtlLink[0]);
        endpoint.eager = eager.toArray(new BtlLink[0]);
        endpoint.rdma = rdma.toArray(new BtlLink[0]);
    }

    @Override
    public void onError(Btl btl, BtlEndpoint broken, int rc, String reason) {
        BmlEndpoint endpoint = endpoints.get(broken.peer());
        if (rc == Rc.PEER_FAILED) {
            broken.peer().fail(reason);
        }
        if (endpoint == null) {
            // A BTL reports a broken link once: connect() must leave this one out.
            brokenEarly.put(broken, reason);
            return;
        }
        List<BtlLink> left = new ArrayList<>(Arrays.asList(endpoint.send));
        for (BtlLink link : endpoint.send) {
            if (rc == Rc.PEER_FAILED || link.endpoint == broken) {
                left.remove(link);
                arrange(endpoint, left);
                int code = rc;
                if (left.isEmpty()) {
                    broken.peer().fail(reason);
                    code = isOver(broken.peer()) ? Rc.PEER_FAILED : rc;
                }
                failures.onLinkFailed(endpoint, link, code, reason);
            }
        }
    }

    @Override
    public void lose(Proc peer, String reason) {
        peer.fail(reason);
        BmlEndpoint endpoint = endpoint(peer);
        BtlLink[] links = endpoint.send;
        arrange(endpoint, List.of());
        for (BtlLink link : links) {
            failures.onLinkFailed(endpoint, link, Rc.PEER_FAILED, reason);
        }
        if (links.length == 0) {
            failures.onLinkFailed(endpoint, null, Rc.PEER_FAILED, reason);
        }
    }

    @Override
    public String explain(Proc peer) {
        List<String> lines = new ArrayList<>();
        lines.add("Two processes cannot reach each other: no BTL connects them.");
        lines.add("");
        lines.add("  Process 1: " + self);
        lines.add("  Process 2: " + peer);
        for (Btl btl : btls) {
            StringBuilder refusal = new StringBuilder();
            boolean reaches = btl.addPeer(peer, refusal) != null;
            String why = reaches ? lost(peer) : refusal.toString();
            lines.add("  BTL " + btl.attributes().name() + ": " + why);
        }
        unusable.forEach((name, why) -> lines.add("  BTL " + name + ": not usable here: " + why));
        lines.add("");
        lines.add("The job cannot go on. Check the parameter btl: it must name a BTL that");
        lines.add("connects these processes, and \"self\" for messages of a process to itself.");
        return String.join(System.lineSeparator(), lines);
    }

    private static String lost(Proc peer) {
        String why = peer.failure();
        return why != null ? why : "it reaches the peer now, but did not when it was needed first";
    }

    @Override
    public List<Btl> btls() {
        return btls;
    }

    @Override
    public void close() {
        btls.forEach(Btl::close);
        btls.clear();
    }
}
