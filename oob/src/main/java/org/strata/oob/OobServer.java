package org.strata.oob;

import io.netty.channel.EventLoopGroup;

import org.strata.mca.ess.RankReport;
import org.strata.oob.frame.JobMap;
import org.strata.oob.frame.Proof;
import org.strata.oob.link.DialedLink;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The job's control server, in {@code mpirun}. Thread-safe. */
public final class OobServer implements AutoCloseable {
    /** Milliseconds that a peer has to prove itself. */
    public static final long HANDSHAKE_MILLIS = Proof.HANDSHAKE_MILLIS;

    /** Time that a daemon or an mpirun has to connect: less than the start of a job may take. */
    static final long DIAL_MILLIS = 50_000;

    static {
        SilentLogger.install();
        // Netty names its channels after the machine, which it would look for among the network
        // interfaces. No name is needed.
        System.setProperty("io.netty.machineId", "00:00:00:00:00:01");
        // Its events of the flight recorder would hold the class loader of a host that runs jobs
        // one
        // after the other. Nobody looks at them.
        System.setProperty("io.netty.jfr.enabled", "false");
    }

    private static final LoopReserve RESERVE = new LoopReserve();

    private final EventLoopGroup loop;
    private final DaemonPort daemons;
    private final JobEvents events;
    private final Switchboard switchboard;
    private RankPort port;
    private FederationPort federation;
    private FederationLink nameServer;

    private OobServer(JobMap map, JobEvents events, EventLoopGroup loop, DaemonPort daemons) {
        this.loop = loop;
        this.daemons = daemons;
        this.events = events;
        switchboard = new Switchboard(map, events, loop);
    }

    /**
     * Makes the event loop of the server that will be started, and loads what that needs, while the
     * caller of {@link #start} still does other things: a third of what mpirun's own start takes.
     * Does nothing once a server has been started. Any thread.
     *
     * @param threads makes the event loop's thread
     */
    public static void prepare(ThreadFactory threads) {
        RESERVE.prepare(threads);
    }

    /** Returns the event loop that has been prepared, once, or a new one. */
    static EventLoopGroup eventLoop(ThreadFactory threads) {
        return RESERVE.take(threads);
    }

    /**
     * Starts to listen.
     *
     * @param address where: a path in a directory that only this user may enter, for ranks on this
     *     host; or an address of TCP, port 0 for any
     * @param secret the job's secret
     * @param handshakeMillis time that a peer has to prove itself
     * @param map the job
     * @param events receives what happens
     * @param threads makes the event loop's thread, where none is prepared
     * @throws IOException when the address cannot be bound
     */
    public static OobServer start(
            SocketAddress address,
            byte[] secret,
            long handshakeMillis,
            JobMap map,
            JobEvents events,
            ThreadFactory threads)
            throws IOException {
        EventLoopGroup loop = RESERVE.take(threads);
        try {
            OobServer server = new OobServer(map, events, loop, null);
            server.listen(address, secret, handshakeMillis);
            return server;
        } catch (IOException e) {
            loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            throw e;
        }
    }

    /**
     * Starts to listen for the ranks of this host, in a job that may have ranks on others.
     *
     * @param address path of a socket in a directory that only this user may enter
     * @param secret the job's secret
     * @param map the job
     * @param nodes the node of each rank; 0 is this host
     * @param events receives what happens
     * @param daemons where the daemons of the other hosts are connected; the caller closes it
     */
    public static OobServer start(
            SocketAddress address,
            byte[] secret,
            JobMap map,
            List<Integer> nodes,
            JobEvents events,
            DaemonPort daemons)
            throws IOException {
        OobServer server = new OobServer(map, events, daemons.loop(), daemons);
        server.listen(address, secret, HANDSHAKE_MILLIS);
        daemons.attach(server.switchboard, nodes);
        return server;
    }

    private void listen(SocketAddress address, byte[] secret, long handshakeMillis)
            throws IOException {
        port = RankPort.ofRanks(loop, address, switchboard, secret.clone(), handshakeMillis);
    }

    /**
     * Lets the mpiruns of other jobs connect: this one becomes the name server of a federation.
     *
     * @param addresses where to listen, never the wildcard address; of those that cannot be bound
     *     only the first is an error
     * @param secret the federation's secret
     * @param patienceMillis how long the mpirun of a job on another host may be silent
     * @return the addresses that were bound
     */
    public List<SocketAddress> serveJobs(
            List<? extends SocketAddress> addresses, byte[] secret, long patienceMillis)
            throws IOException {
        FederationPort made = new FederationPort(switchboard);
        List<SocketAddress> bound = new ArrayList<>();
        for (SocketAddress address : addresses) {
            try {
                bound.add(made.listen(loop, address, secret, patience(address, patienceMillis)));
            } catch (IOException e) {
                if (bound.isEmpty()) {
                    throw e;
                }
            }
        }
        loop.submit(() -> switchboard.join(made, 0, "of-" + switchboard.map().jobId()))
                .awaitUninterruptibly();
        federation = made;
        return bound;
    }

    /**
     * Connects to the name server of a federation, before any rank is started; returns when the
     * job's processes have their numbers.
     *
     * @param addresses where the name server listens; the first that works is used, and each is
     *     tried again until one does, for 50 seconds
     * @param secret the federation's secret
     * @param patienceMillis how long a name server on another host may be silent
     * @throws IOException when none can be reached, or it cannot prove itself
     */
    public void join(List<? extends SocketAddress> addresses, byte[] secret, long patienceMillis)
            throws IOException {
        byte[] own = secret.clone();
        boolean here = addresses.stream().allMatch(UnixDomainSocketAddress.class::isInstance);
        long patience = here ? Long.MAX_VALUE : patienceMillis;
        nameServer =
                DialedLink.dial(
                        loop,
                        addresses,
                        DIAL_MILLIS,
                        decoder -> new FederationLink(switchboard, events, own, decoder, patience));
    }

    /** Of a peer on this host the kernel reports the end; it may be stopped for any time. */
    private static long patience(SocketAddress address, long millis) {
        return address instanceof UnixDomainSocketAddress ? Long.MAX_VALUE : millis;
    }

    /** Returns the job as ranks of the first world see it. */
    public JobMap map() {
        CompletableFuture<JobMap> map = new CompletableFuture<>();
        loop.execute(() -> map.complete(switchboard.map()));
        return map.join();
    }

    /** Returns where ranks connect. */
    public SocketAddress address() {
        return port.address();
    }

    /**
     * Adds a world: the processes that are about to be started may join.
     *
     * @param places where each of them runs
     * @param nodes the node of each; all 0 in a job on this host
     * @return the world as its ranks see it, which says the number of the first one
     */
    public JobMap grow(List<JobMap.Place> places, List<Integer> nodes) {
        CompletableFuture<JobMap> world = new CompletableFuture<>();
        loop.execute(() -> {
            JobMap map = switchboard.grow(places);
            if (daemons != null) {
                daemons.expectRanks(map.first(), nodes);
            }
            world.complete(map);
        });
        return world.join();
    }

    /** Tells every rank that the job is being aborted; their blocked calls fail. */
    public void announceAbort(String reason) {
        loop.execute(() -> switchboard.abort(reason));
    }

    /**
     * Asks the connected ranks what they do.
     *
     * @param timeoutMillis how long to wait for them
     * @return the answers by rank; none of ranks that do not answer in time
     */
    public Map<Integer, RankReport> inquire(long timeoutMillis) throws InterruptedException {
        ReportCollector collector = new ReportCollector();
        loop.execute(() -> switchboard.inquire(collector));
        return collector.await(timeoutMillis);
    }

    /**
     * Returns what ranks of the first world have published under a key, by rank.
     *
     * @param timeoutMillis how long the server may take; nothing is returned then
     */
    public Map<Integer, byte[]> published(String key, long timeoutMillis) {
        CompletableFuture<Map<Integer, byte[]>> values = new CompletableFuture<>();
        try {
            loop.execute(() -> values.complete(switchboard.published(key)));
        } catch (RejectedExecutionException e) {
            // The server is closed.
            return Map.of();
        }
        return values.completeOnTimeout(Map.of(), timeoutMillis, TimeUnit.MILLISECONDS).join();
    }

    /** Closes all connections. */
    @Override
    public void close() {
        port.close();
        if (federation != null) {
            federation.close();
        }
        if (nameServer != null) {
            // An event loop that ends at once may leave its connections open.
            nameServer.hangUp();
        }
        if (daemons == null) {
            loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        }
    }

    /** Waits until a closed server runs no code any more; returns whether it has come to that. */
    public boolean awaitEnd(long millis) {
        return loop.terminationFuture().awaitUninterruptibly(millis);
    }
}
