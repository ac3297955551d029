package org.strata.oob;

import io.netty.channel.EventLoopGroup;

import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Where the daemons of a job's other hosts connect to mpirun. It carries messages between mpirun
 * and them, and the frames of their ranks to and from the job's {@link OobServer}. Thread-safe.
 */
public final class DaemonPort implements AutoCloseable {
    /** Time for the last frames to be sent. */
    private static final long LAST_MILLIS = 500;

    private final EventLoopGroup loop;
    private final byte[] secret;
    private final int nodes;
    private final long patienceMillis;
    private final DaemonEvents events;
    private final List<RankPort> ports = new ArrayList<>();

    // What follows belongs to the event loop.
    private final Map<Integer, DaemonSession> sessions = new HashMap<>();
    private final Set<Integer> seen = new HashSet<>();
    private final Map<Integer, Integer> nodeOfRank = new HashMap<>();
    private Switchboard switchboard;

    private DaemonPort(
            byte[] secret,
            int nodes,
            long patienceMillis,
            DaemonEvents events,
            EventLoopGroup loop) {
        this.secret = secret.clone();
        this.nodes = nodes;
        this.patienceMillis = patienceMillis;
        this.events = events;
        this.loop = loop;
    }

    /**
     * Starts to listen.
     *
     * @param addresses where: one port on each, never the wildcard address
     * @param secret the job's secret
     * @param nodes number of nodes; mpirun's own host is node 0, daemons are those from 1 on
     * @param patienceMillis how long a daemon may be silent
     * @param events receives what daemons send
     * @param threads makes the event loop's thread
     * @throws IOException when no address can be bound
     */
    public static DaemonPort open(
            List<InetAddress> addresses,
            byte[] secret,
            int nodes,
            long patienceMillis,
            DaemonEvents events,
            ThreadFactory threads)
            throws IOException {
        EventLoopGroup loop = OobServer.eventLoop(threads);
        DaemonPort port = new DaemonPort(secret, nodes, patienceMillis, events, loop);
        IOException refusal = new IOException("there is no address to listen on");
        for (InetAddress address : addresses) {
            try {
                port.listen(address);
            } catch (IOException e) {
                refusal = e;
            }
        }
        if (port.ports.isEmpty()) {
            port.close();
            throw refusal;
        }
        return port;
    }

    /**
     * Returns the port of a job without other hosts: it does not listen.
     *
     * @param events receives nothing
     * @param threads makes the event loop's thread
     */
    public static DaemonPort closed(DaemonEvents events, ThreadFactory threads) {
        return new DaemonPort(new byte[0], 1, 0, events, OobServer.eventLoop(threads));
    }

    private void listen(InetAddress address) throws IOException {
        if (address.isAnyLocalAddress()) {
            throw new IOException("the wildcard address is not listened on");
        }
        ports.add(
                RankPort.ofDaemons(
                        loop,
                        new InetSocketAddress(address, 0),
                        () -> nodes - seen.size(),
                        (decoder, strangers) ->
                                new DaemonSession(
                                        this, strangers, secret, decoder, patienceMillis)));
    }

    /** Returns where daemons connect: any of these. */
    public List<InetSocketAddress> addresses() {
        return ports.stream().map(port -> (InetSocketAddress) port.address()).toList();
    }

    /** Sends a message to the daemon of a node; it is lost if that is not connected. */
    public void send(int node, byte[] message) {
        loop.execute(() -> {
            DaemonSession session = sessions.get(node);
            if (session != null) {
                session.send(Frame.NODE.start().raw(message));
            }
        });
    }

    /** Notes that the job is stopped on a node, or goes on: its daemon is silent meanwhile. */
    public void pause(int node, boolean stopped) {
        loop.execute(() -> {
            DaemonSession session = sessions.get(node);
            if (session != null) {
                session.pause(stopped);
            }
        });
    }

    /** Returns when what was sent before has been written, as far as there was room for it. */
    public void flush() {
        loop.submit(() -> {}).awaitUninterruptibly();
    }

    EventLoopGroup loop() {
        return loop;
    }

    /**
     * Attaches the job whose ranks daemons speak for. Returns when that is done: an event loop
     * handles frames that have arrived before it runs tasks, even those that were there earlier.
     */
    void attach(Switchboard job, List<Integer> nodeByRank) {
        Runnable attachment =
                () -> {
                    switchboard = job;
                    expectRanks(0, nodeByRank);
                };
        loop.submit(attachment).awaitUninterruptibly();
    }

    // ---- on the event loop

    /**
     * Notes where ranks run.
     *
     * @param first the first of them
     * @param nodes the node of each
     */
    void expectRanks(int first, List<Integer> nodes) {
        for (int i = 0; i < nodes.size(); i++) {
            nodeOfRank.put(first + i, nodes.get(i));
        }
    }

    boolean expects(int node) {
        return node > 0 && node < nodes && !seen.contains(node);
    }

    void joined(int node, DaemonSession session) {
        seen.add(node);
        sessions.put(node, session);
        events.connected(node);
    }

    void received(int node, byte[] message) {
        events.received(node, message);
    }

    void attached(DaemonSession session, int node, int rank, long pid) {
        check(node, rank);
        String refusal = switchboard.refusal(rank);
        if (refusal != null) {
            session.relay(rank, Frame.ABORTING.start().text(refusal).end());
        } else {
            switchboard.join(rank, pid, frame -> session.relay(rank, frame));
        }
    }

    void relayed(int node, int rank, byte[] content) {
        check(node, rank);
        FrameReader frame = new FrameReader(ByteBuffer.wrap(content));
        if (!RankState.JOINED.accepts(frame.type())) {
            throw new MalformedFrameException(frame.type() + " of a rank");
        }
        if (switchboard.connected(rank)) {
            switchboard.receive(rank, frame);
        }
    }

    void detached(int node, int rank) {
        check(node, rank);
        if (switchboard.connected(rank)) {
            switchboard.leave(rank);
        }
    }

    private void check(int node, int rank) {
        if (switchboard == null || nodeOfRank.getOrDefault(rank, -1) != node) {
            throw new MalformedFrameException("rank " + rank + " is not on node " + node);
        }
    }

    void lost(int node, String reason) {
        sessions.remove(node);
        if (switchboard != null) {
            nodeOfRank.forEach((rank, of) -> {
                if (of == node && switchboard.connected(rank)) {
                    switchboard.leave(rank);
                }
            });
        }
        events.lost(node, reason);
    }

    /** Closes all connections; what was sent before still goes out. */
    @Override
    public void close() {
        ports.forEach(RankPort::close);
        loop.shutdownGracefully(0, LAST_MILLIS, TimeUnit.MILLISECONDS);
    }
}
