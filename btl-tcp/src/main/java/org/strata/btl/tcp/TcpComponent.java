package org.strata.btl.tcp;

import org.strata.btl.tcp.HandshakeMessage.Parties;
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
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.time.Clock;

import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/**
 * Opens one Btl per chosen interface and line, publishes their addresses, and finds the routes to
 * peers.
 */
final class TcpComponent implements BtlComponent, TcpContext.Links, IncomingConnection.Host {
    private static final String CARD = "btl.tcp";

    /** Out-of-band tag: a peer is about to connect. */
    static final int KNOCK = 0x74_63_70;

    private static final byte[] NOTHING = {};

    private static final int DEFAULT_BANDWIDTH = 100;

    private final TcpConfig config;
    private final ProcessEnvironment environment;
    private final Oob oob;
    private final ActiveMessages activeMessages;
    private final ProgressEngine engine;
    private final Output output;
    private final Scanner scanner;
    private final Reactor reactor;
    private final Credentials credentials;
    private final List<TcpBtl> links = new ArrayList<>();
    private final Map<Integer, Route[]> routes = new HashMap<>();
    private TcpAddress card = new TcpAddress(List.of());
    private int open;

    /** Lists this machine's interfaces. */
    @FunctionalInterface
    interface Scanner {
        List<HostInterface> scan() throws SocketException;
    }

    /**
     * What the component needs of the machine.
     *
     * @param random returns that many unpredictable bytes
     */
    record Machine(Scanner scanner, IntFunction<byte[]> random, Clock clock) {}

    TcpComponent(
            TcpConfig config,
            ProcessEnvironment environment,
            Oob oob,
            ActiveMessages activeMessages,
            ProgressEngine engine,
            RankSleeper sleeper,
            Machine machine,
            Output output) {
        this.config = config;
        this.environment = environment;
        this.oob = oob;
        this.activeMessages = activeMessages;
        this.engine = engine;
        this.output = output;
        this.scanner = machine.scanner();
        this.reactor = new Reactor(engine, sleeper, machine.clock(), config, output);
        this.credentials =
                new Credentials(environment.federationId(), environment.secret(), machine.random());
    }

    @Override
    public String name() {
        return "tcp";
    }

    // ---- opening

    @Override
    public List<Btl> open(BtlErrorHandler errors, StringBuilder refusal) {
        if (environment.size() == 1 && !environment.grows()) {
            // No listener, and no native call: the JDK warns of those in programs without mpirun.
            refusal.append("the job has one process");
            return List.of();
        }
        InterfaceSelection.Chosen choice = choose(refusal);
        TcpContext context =
                new TcpContext(
                        environment.rank(), config, engine, reactor, activeMessages, errors, this);
        List<TcpAddress.Link> entries = new ArrayList<>();
        List<Listener> listeners = new ArrayList<>();
        for (HostInterface one : choice.links()) {
            List<TcpAddress.ListenAddress> addresses = listen(one, listeners, refusal);
            for (int line = 0; line < config.links() && !addresses.isEmpty(); line++) {
                BtlAttributes attributes = attributes(one, line);
                links.add(new TcpBtl(links.size(), attributes, context));
                entries.add(
                        new TcpAddress.Link(
                                one.name(),
                                line,
                                one.loopback(),
                                attributes.bandwidth(),
                                addresses));
            }
        }
        card = new TcpAddress(List.copyOf(entries));
        open = links.size();
        if (open > 0) {
            oob.listen(KNOCK, (source, message) -> reactor.knock());
            reactor.open(listeners);
        }
        oob.put(CARD, card.encode());
        return List.copyOf(links);
    }

    private InterfaceSelection.Chosen choose(StringBuilder refusal) {
        try {
            InterfaceSelection.Chosen choice =
                    new InterfaceSelection(config.interfaces()).choose(scanner.scan(), reach());
            if (config.interfaces().warnUnfound() && !choice.unfound().isEmpty()) {
                output.warn(TcpTexts.help("unfound", String.join(", ", choice.unfound())));
            }
            choice.notes().forEach(note -> reactor.verbose("interface " + note));
            if (choice.links().isEmpty()) {
                String reasons = String.join("; ", choice.notes());
                refusal.append(TcpTexts.help("no-interface", reasons));
            }
            return choice;
        } catch (SocketException e) {
            refusal.append("cannot list network interfaces: ").append(e.getMessage());
            return new InterfaceSelection.Chosen(List.of(), List.of(), List.of());
        }
    }

    private InterfaceSelection.Reach reach() {
        if (!environment.meetsOtherHosts()) {
            return InterfaceSelection.Reach.HOST;
        }
        // Processes that are added to the job may run on this host.
        return environment.localSize() == 1 && !environment.grows()
                ? InterfaceSelection.Reach.OTHERS
                : InterfaceSelection.Reach.BOTH;
    }

    private List<TcpAddress.ListenAddress> listen(
            HostInterface one, List<Listener> listeners, StringBuilder refusal) {
        int localRank = environment.proc(environment.rank()).localRank();
        List<TcpAddress.ListenAddress> addresses = new ArrayList<>();
        for (HostInterface.Address address : one.addresses()) {
            try {
                Listener listener =
                        Listener.bind(address.ip(), config, localRank, reactor, credentials, this);
                listeners.add(listener);
                addresses.add(
                        new TcpAddress.ListenAddress(
                                address.ip(), address.prefix(), listener.port()));
            } catch (IOException e) {
                String ip = address.ip().getHostAddress();
                String line = TcpTexts.help("cannot-listen", one.name(), ip, e.getMessage());
                refusal.append(refusal.isEmpty() ? "" : "; ").append(line);
                reactor.verbose(line);
            }
        }
        return addresses;
    }

    private BtlAttributes attributes(HostInterface one, int line) {
        BtlAttributes all = config.attributes();
        int bandwidth = all.bandwidth() > 0 ? all.bandwidth() : one.bandwidth();
        return all.forLink(
                "tcp(" + one.name() + (config.links() > 1 ? "#" + line : "") + ")",
                all.exclusivity(),
                all.flags(),
                Math.max(1, (bandwidth > 0 ? bandwidth : DEFAULT_BANDWIDTH) / config.links()));
    }

    // ---- peers

    @Override
    public Route route(int link, Proc peer, StringBuilder refusal) {
        if (peer.rank() == environment.rank()) {
            refusal.append("it is this process itself");
            return null;
        }
        Route[] all = routes.get(peer.rank());
        if (all == null) {
            all = findRoutes(peer, refusal);
            if (all == null) {
                return null;
            }
            routes.put(peer.rank(), all);
        }
        if (all[link] == null) {
            refusal.append("no partner for ").append(card.links().get(link).name());
            refusal.append(": the two share no network, or others are better");
        }
        return all[link];
    }

    private Route[] findRoutes(Proc peer, StringBuilder refusal) {
        try {
            byte[] bytes = PeerCards.fetch(oob, peer.rank(), CARD);
            TcpAddress theirs = TcpAddress.decode(bytes);
            boolean left = environment.rank() < peer.rank();
            return Pairing.routes(card, theirs, peer.local(), left);
        } catch (TimeoutException e) {
            refusal.append("it has published no tcp address: has it got btl tcp?");
        } catch (IOException e) {
            refusal.append("its tcp addresses cannot be read: ").append(e.getMessage());
        }
        return null;
    }

    @Override
    public OutgoingConnection dial(int link, Proc peer, Route route, DialEvents endpoint) {
        Parties parties = new Parties(environment.rank(), link, peer.rank(), route.remoteLink());
        oob.send(peer.rank(), KNOCK, NOTHING);
        return new OutgoingConnection(
                endpoint, endpoint.toString(), route.candidates(), reactor, credentials, parties);
    }

    @Override
    public boolean expects(Parties parties) {
        return parties.toRank() == environment.rank()
                && environment.known(parties.fromRank()) != null
                && parties.fromRank() != environment.rank()
                && parties.toLink() < links.size();
    }

    @Override
    public void offer(IncomingConnection connection, Parties parties) {
        Proc peer = environment.known(parties.fromRank());
        links.get(parties.toLink()).endpoint(peer).onOffered(connection);
    }

    @Override
    public void closed() {
        open--;
        if (open == 0) {
            reactor.close();
        }
    }
}
