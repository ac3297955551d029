package org.strata.btl.openib;

import org.strata.btl.openib.connect.Connection;
import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.connect.PortAddress;
import org.strata.mca.base.Output;
import org.strata.mca.base.PeerCards;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.oob.Oob;
import org.strata.mca.proc.Proc;
import org.strata.mca.rcache.RcacheComponent;
import org.strata.opal.counters.Counters;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;
import org.strata.opal.time.Clock;
import org.strata.verbs.AsyncEvent;
import org.strata.verbs.Provider;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Opens one Btl per usable port, publishes their addresses, and carries what connections say to
 * each other.
 */
public final class OpenibComponent implements BtlComponent, OpenibContext.Links, Progressable {
    static final String CARD = "btl.openib";

    /** Out-of-band tag of connections. */
    static final int CONNECT = 0x6f_69_62;

    private static final int EVENTS_EVERY = 64;
    private static final long RETRY_SALT = 0x9e37_79b9L;

    private final OpenibConfig config;
    private final Rank process;
    private final Adapters adapters;
    private final Supplier<Nearness> nearness;
    private final List<OpenibBtl> links = new ArrayList<>();
    private final Map<Integer, OpenibAddress> cards = new HashMap<>();
    private final Queue<Letter> inbox = new ConcurrentLinkedQueue<>();
    private final AsyncEvent event = new AsyncEvent();
    private OpenibAddress card = OpenibAddress.NONE;
    private final List<AsyncProgress> asyncProgress = new CopyOnWriteArrayList<>();
    private boolean soft;
    private int polls;
    private int open;

    /** Pairs with OpenibComponent.onOutOfBand, on the thread of the channel. */
    private volatile boolean listening;

    /** What a rank gives to its components. */
    public record Rank(
            ProcessEnvironment environment,
            Oob oob,
            ActiveMessages activeMessages,
            ProgressEngine engine,
            Clock clock,
            Counters counters,
            Output output) {}

    /**
     * Where adapters come from.
     *
     * @param source makes the provider that parameters name, or says in one line why there is none
     * @param caches makes registration caches; null for none
     */
    public record Adapters(ProviderSource source, RcacheComponent caches) {}

    private record Letter(int source, ConnectionMessage message) {}

    /**
     * @param config parameters
     * @param process the rank it serves
     * @param adapters where adapters come from
     */
    public OpenibComponent(OpenibConfig config, Rank process, Adapters adapters) {
        this(config, process, adapters, Nearness::ofThisProcess);
    }

    /**
     * As the public one, for tests of the choice of adapters.
     *
     * @param nearness tells how far adapters are; asked where there are several
     */
    OpenibComponent(
            OpenibConfig config, Rank process, Adapters adapters, Supplier<Nearness> nearness) {
        this.config = config;
        this.process = process;
        this.adapters = adapters;
        this.nearness = nearness;
    }

    @Override
    public String name() {
        return "openib";
    }

    // ---- opening

    @Override
    public List<Btl> open(BtlErrorHandler errors, StringBuilder refusal) {
        Provider provider = adapters.source().provider(refusal);
        if (provider == null) {
            process.oob().put(CARD, card.encode());
            return List.of();
        }
        soft = provider.name().equals("soft");
        ReceiveQueues queues = queues(refusal);
        boolean several = provider.devices().size() > 1;
        Nearness near = several ? nearness.get() : Nearness.UNKNOWN;
        PortScan scan = new PortScan(config, process.clock(), adapters.caches(), near);
        List<Port> ports = queues == null ? List.of() : scan.scan(provider, queues);
        tell(scan, provider);
        if (queues != null && ports.isEmpty()) {
            refusal.append(OpenibTexts.help("no-port", String.join("; ", scan.notes())));
        }
        if (!ports.isEmpty()) {
            open(ports, context(queues, errors));
            card =
                    new OpenibAddress(
                            provider.name(),
                            describe(queues),
                            ports.getFirst().adapter().context.attributes().xrc(),
                            links.stream().map(link -> describe(link, ports)).toList());
            tellMissingDatagrams();
        }
        process.oob().put(CARD, card.encode());
        return List.copyOf(links);
    }

    /** Returns the receive queues as peers compare them with their own. */
    private String describe(ReceiveQueues queues) {
        boolean perNode = queues.extended() && config.xrc().perNode();
        return perNode ? queues + " per node, by " + config.xrc().ranks() : queues.toString();
    }

    /** Returns what peers learn of a link's port. Ports that the user has named are as near. */
    private PortCard describe(OpenibBtl link, List<Port> all) {
        Port port = link.port();
        int nearest = all.stream().mapToInt(Port::distance).min().orElseThrow();
        boolean counts = !config.ports().ignoreLocality() && config.ports().include().isEmpty();
        return new PortCard(
                port.address(),
                Subnet.of(port.gid().gid()),
                port.gid().type(),
                counts ? port.distance() - nearest : 0,
                link.datagramPair());
    }

    /**
     * Tells why devices and ports are not used; of those that the user has named, once per node.
     */
    private void tell(PortScan scan, Provider provider) {
        scan.notes().forEach(note -> inform("openib: " + note));
        int rank = process.environment().rank();
        if (process.environment().proc(rank).localRank() != 0) {
            return;
        }
        scan.warnings().forEach(process.output()::warn);
        List<String> absent = scan.absent(provider);
        if (!absent.isEmpty() && config.ports().warnAbsent()) {
            String names = String.join(", ", provider.devices());
            process.output()
                    .warn(OpenibTexts.help("absent-port", String.join(", ", absent), names));
        }
    }

    /** Tells once per device and node that first contact is not as the parameters have it. */
    private void tellMissingDatagrams() {
        int rank = process.environment().rank();
        if (process.environment().proc(rank).localRank() == 0) {
            links.stream()
                    .map(link -> link.parts().noDatagrams())
                    .filter(text -> !text.isEmpty())
                    .distinct()
                    .forEach(process.output()::warn);
        }
    }

    private void inform(String line) {
        process.output().verbose("btl", OpenibContext.INFORM, line);
    }

    private void inform(OpenibBtl link) {
        String name = link.attributes().name() + ": ";
        inform(name + link.describeRings());
        inform(name + link.port().gid().describe());
        inform(name + "distance to this process's processors " + link.port().distance());
    }

    private void open(List<Port> ports, OpenibContext context) {
        for (Port port : ports) {
            BtlAttributes attributes = attributes(port, context.queues());
            links.add(new OpenibBtl(links.size(), port, attributes, context));
        }
        open = links.size();
        if (process.output().isVerbose("btl", OpenibContext.INFORM)) {
            links.forEach(this::inform);
        }
        addCounters();
        process.engine().registerLowPriority(this);
        listening = true;
        process.oob().listen(CONNECT, this::onOutOfBand);
        if (config.polling().asyncProgress()) {
            links.forEach(link -> asyncProgress.add(new AsyncProgress(process.engine(), link)));
        }
    }

    private OpenibContext context(ReceiveQueues queues, BtlErrorHandler errors) {
        OpenibConfig.Connections connections = config.connections();
        int rank = process.environment().rank();
        return new OpenibContext(
                rank,
                process.environment().size(),
                config,
                queues,
                new Connection.Timing(
                        connections.timeoutNanos(),
                        connections.retryNanos(),
                        (int) ((rank * RETRY_SALT) >>> 7)),
                process.clock(),
                process.engine(),
                process.activeMessages(),
                errors,
                process.output(),
                this);
    }

    private ReceiveQueues queues(StringBuilder refusal) {
        BtlAttributes limits = config.attributes();
        String text = config.queues().text();
        if (text.isBlank()) {
            return ReceiveQueues.original(
                    config.queues(), limits.eagerLimit(), limits.maxSendSize());
        }
        try {
            return ReceiveQueues.parse(text);
        } catch (ReceiveQueues.BadQueuesException e) {
            refusal.append(OpenibTexts.help("bad-queues", text, e.getMessage()));
            return null;
        }
    }

    private BtlAttributes attributes(Port port, ReceiveQueues queues) {
        BtlAttributes all = config.attributes();
        int bandwidth = all.bandwidth() > 0 ? all.bandwidth() : port.megabits();
        return all.limitedTo(queues.largest())
                .forLink(
                        "openib(" + port.device() + ":" + port.number() + ")",
                        soft ? config.limits().softExclusivity() : all.exclusivity(),
                        all.flags() | atomics(port, all),
                        Math.max(1, bandwidth));
    }

    /** Atomics need no permission of their own where peers may write and read. */
    private static int atomics(Port port, BtlAttributes all) {
        boolean both = all.has(BtlAttributes.FLAG_PUT) && all.has(BtlAttributes.FLAG_GET);
        boolean can = both && port.adapter().context.attributes().atomics();
        return can ? BtlAttributes.FLAG_ATOMICS : 0;
    }

    private void addCounters() {
        count("registered_bytes", "bytes registered now", l -> l.port().adapter().registeredBytes);
        count("registrations", "registrations made", l -> l.port().adapter().registrations);
        count(
                "on_demand_registrations",
                "registrations made without pinning pages",
                l -> l.port().adapter().onDemandRegistrations);
        count(
                "queue_bytes",
                "bytes of queue pairs, completion queues and their requests",
                l -> l.port().adapter().context.queueBytes());
        count("queue_pairs", "queue pairs that exist", l -> l.budget().live());
        addNodeCounters();
        count("connections", "connections made", l -> l.budget().opened);
        count("evictions", "connections closed to make room", l -> l.budget().evictions);
        count("receives", "receive descriptors posted", l -> l.parts().queues().receivesPosted());
        count(
                "send_descriptors",
                "send descriptors made",
                l -> l.parts().resources().sendDescriptors());
        count(
                "srq_growths",
                "times a shared queue grew under load",
                l -> l.parts().queues().growths());
        count(
                "not_ready",
                "times a peer had no receive posted for a message",
                l -> l.port().adapter().context.notReady());
        count("received", "messages received", l -> l.counters.received);
        count("early", "messages received before their turn", l -> l.counters.early);
        count("duplicates", "messages received twice and dropped", l -> l.counters.duplicates);
        count("coalesced", "messages sent in one packet with others", l -> l.counters.coalesced);
        count("credit_messages", "messages of credits only", l -> l.counters.creditMessages);
        count("breaks", "connections that broke", l -> l.counters.breaks);
        count("lane_breaks", "lanes to and from queues that broke", l -> l.counters.laneBreaks);
        count("datagrams_sent", "datagrams sent", l -> l.counters.datagramsSent);
        count("datagrams_received", "datagrams received", l -> l.counters.datagramsReceived);
        count("datagrams_repeated", "datagrams sent again", l -> l.counters.datagramsRepeated);
        count(
                "datagrams_refused",
                "datagrams that were none of this job's",
                l -> l.counters.datagramsRefused);
        addFastCounters();
    }

    private void addNodeCounters() {
        count(
                "node_initiators",
                "queue pairs that lead to a node and are shared by its ranks",
                l -> l.nodes() == null ? 0 : l.nodes().initiators());
        count(
                "node_targets",
                "queue pairs by which a rank reaches all ranks of this node",
                l -> l.nodes() == null ? 0 : l.nodes().targets());
        count(
                "node_peers",
                "ranks that are sent to over queue pairs to their node",
                l -> l.nodes() == null ? 0 : l.nodes().users());
    }

    private void addFastCounters() {
        count("fast_bytes", "bytes of rings and their mirrors now", l -> l.rings().counters.bytes);
        count("fast_in", "rings polled now", l -> l.rings().counters.in);
        count("fast_out", "rings of peers written to now", l -> l.rings().counters.out);
        count("fast_opens", "rings opened for peers", l -> l.rings().counters.opens);
        count("fast_closes", "rings asked back", l -> l.rings().counters.closes);
        count("fast_sent", "messages sent by ring", l -> l.rings().counters.sent);
        count("fast_received", "messages received by ring", l -> l.rings().counters.received);
        count(
                "fast_received_bytes",
                "bytes received by ring",
                l -> l.rings().counters.receivedBytes);
        count(
                "fast_mirrored_bytes",
                "bytes copied into mirrors",
                l -> l.rings().counters.mirroredBytes);
        count(
                "fast_eligible",
                "messages short enough for a ring",
                l -> l.rings().counters.eligible);
        count("fast_fallbacks", "messages whose ring was full", l -> l.rings().counters.fallbacks);
        count("fast_grants", "writes that granted room in a ring", l -> l.rings().counters.grants);
        count("fast_wraps", "times rings began again", l -> l.rings().counters.wraps);
        count("fast_polls", "looks at rings", l -> l.rings().counters.polls);
        count("fast_delays", "naps that delayed messages in rings", l -> l.rings().counters.delays);
        count(
                "fast_pauses",
                "times that rings were closed because of naps",
                l -> l.rings().counters.pauses);
        count("fast_early", "messages early in a ring", l -> l.rings().counters.early);
        count(
                "fast_rescued",
                "messages read from rings of ended connections",
                l -> l.rings().counters.rescued);
    }

    private void count(String name, String help, ToLongFunction<OpenibBtl> value) {
        process.counters()
                .add(
                        "btl_openib_" + name,
                        help + ", all links",
                        () -> links.stream().mapToLong(value).sum());
    }

    // ---- peers

    @Override
    public int route(int link, Proc peer, StringBuilder refusal) {
        if (peer.rank() == process.environment().rank()) {
            refusal.append("it is this process itself");
            return -1;
        }
        if (peer.world() != process.environment().firstRank()) {
            refusal.append("it belongs to another world: one that was spawned, or spawned this");
            return -1;
        }
        if (soft && !peer.local()) {
            refusal.append(OpenibTexts.help("unreachable-host"));
            return -1;
        }
        OpenibAddress theirs = card(peer, refusal);
        return theirs == null ? -1 : route(link, theirs, refusal);
    }

    /** Returns what a peer has published; null when it has not: then the refusal says why. */
    private OpenibAddress card(Proc peer, StringBuilder refusal) {
        OpenibAddress known = cards.get(peer.rank());
        if (known != null) {
            return known;
        }
        OpenibAddress fetched = fetch(peer, refusal);
        if (fetched != null) {
            cards.put(peer.rank(), fetched);
        }
        return fetched;
    }

    private int route(int link, OpenibAddress theirs, StringBuilder refusal) {
        if (theirs.ports().isEmpty()) {
            refusal.append("it has no usable port");
        } else if (!theirs.provider().equals(card.provider())) {
            refusal.append("its adapters come from ").append(theirs.provider());
        } else if (!theirs.queues().equals(card.queues())) {
            refusal.append(OpenibTexts.queuesConflict(theirs.queues(), card.queues()));
        } else {
            boolean anySubnet = config.ports().anySubnet();
            return new LinkPairing(card.ports(), theirs.ports(), anySubnet).partner(link, refusal);
        }
        return -1;
    }

    @Override
    public boolean xrc(Proc peer) {
        OpenibAddress theirs = cards.get(peer.rank());
        return card.xrc() && theirs != null && theirs.xrc();
    }

    @Override
    public Proc peer(int number) {
        ProcessEnvironment environment = process.environment();
        Proc known = number == environment.rank() ? null : environment.known(number);
        return known != null && known.world() == environment.firstRank() ? known : null;
    }

    @Override
    public DatagramAddress datagramAddress(Proc peer, int link) {
        OpenibAddress theirs = card(peer, new StringBuilder());
        return theirs == null ? null : theirs.datagrams(link);
    }

    @Override
    public NodeKey node(Proc peer, int link) {
        if (soft) {
            // Each process has adapters of its own, and a domain reaches those of all.
            return new NodeKey(peer.host(), group(peer), null);
        }
        OpenibAddress theirs = card(peer, new StringBuilder());
        boolean known = theirs != null && link >= 0 && link < theirs.ports().size();
        PortAddress port = known ? theirs.ports().get(link).address() : null;
        return new NodeKey(peer.host(), group(peer), port);
    }

    private int group(Proc one) {
        int ranks = config.xrc().ranks();
        return ranks == 0 ? 0 : one.localRank() / ranks;
    }

    @Override
    public String xrcDomain(String device) {
        if (!config.xrc().perNode()) {
            return null;
        }
        ProcessEnvironment self = process.environment();
        int group = group(self.proc(self.rank()));
        String behind = soft ? "soft" : device;
        String name = ".xrc-" + self.firstRank() + "-" + behind + "-" + group;
        // It is part of the name of a file where the adapter is a real one.
        return self.jobId() + name.replaceAll("[^A-Za-z0-9._-]", "_");
    }

    @Override
    public byte[] secret() {
        return process.environment().secret();
    }

    @Override
    public boolean reachedByOtherLink(Btl link, Proc peer) {
        return links.stream().anyMatch(other -> other != link && other.reaches(peer));
    }

    private OpenibAddress fetch(Proc peer, StringBuilder refusal) {
        try {
            byte[] bytes = PeerCards.fetch(process.oob(), peer.rank(), CARD);
            return OpenibAddress.decode(bytes);
        } catch (TimeoutException e) {
            refusal.append("it has published no openib address: has it got btl openib?");
        } catch (IOException e) {
            refusal.append("its openib address cannot be read: ").append(e.getMessage());
        }
        return null;
    }

    // ---- connections' words

    @Override
    public void say(Proc peer, ConnectionMessage message) {
        process.oob().send(peer.rank(), CONNECT, message.encode());
    }

    /** On the channel's own thread: a peer that waits learns that we live, however busy we are. */
    private void onOutOfBand(int source, byte[] bytes) {
        if (!listening) {
            return;
        }
        try {
            ConnectionMessage message = ConnectionMessage.decode(bytes);
            if (message.wantsAnswer()) {
                process.oob().send(source, CONNECT, message.heard().encode());
            }
            inbox.add(new Letter(source, message));
            process.engine().wake();
            asyncProgress.forEach(AsyncProgress::wake);
        } catch (IOException e) {
            process.output()
                    .verbose(
                            "btl",
                            OpenibContext.INFORM,
                            "openib: message of rank " + source + " dropped: " + e.getMessage());
        }
    }

    @Override
    public int progress() {
        int events = 0;
        // What an adapter reports explains what a peer says of it: first the cause.
        boolean asleepNext = process.engine().fallingAsleep();
        if (!inbox.isEmpty() || ++polls >= EVENTS_EVERY || asleepNext) {
            polls = 0;
            events += pollEvents();
        }
        for (Letter letter = inbox.poll(); letter != null; letter = inbox.poll()) {
            int link = letter.message().toLink();
            Proc peer = process.environment().known(letter.source());
            if (peer != null && link >= 0 && link < links.size()) {
                links.get(link).onMessage(peer, letter.message());
            }
            events++;
        }
        return events;
    }

    @Override
    public int pollEvents() {
        int count = 0;
        for (int i = 0; i < links.size(); i++) {
            OpenibBtl link = links.get(i);
            while (!link.isClosed() && link.port().adapter().context.nextEvent(event, 0)) {
                count++;
                tell(link.port().adapter());
            }
        }
        return count;
    }

    private void tell(Adapter adapter) {
        for (OpenibBtl each : links) {
            if (!each.isClosed() && each.port().adapter() == adapter) {
                each.onEvent(event);
            }
        }
    }

    @Override
    public void closed(Port port) {
        port.adapter().close();
        open--;
        if (open == 0) {
            listening = false;
            process.engine().unregister(this);
        }
    }

    /** Called before the first link closes its queues. */
    @Override
    public void closing() {
        asyncProgress.forEach(AsyncProgress::close);
        asyncProgress.clear();
    }

    /** Returns a line about every link, for failed tests. */
    public String describe() {
        StringBuilder text = new StringBuilder();
        links.forEach(link -> text.append(link.describe()).append(' '));
        return text.toString();
    }
}
