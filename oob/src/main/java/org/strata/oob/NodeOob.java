package org.strata.oob;

import io.netty.channel.EventLoopGroup;

import org.strata.oob.frame.Frame;
import org.strata.oob.frame.JobMap;
import org.strata.oob.link.DialedLink;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The control channel in a daemon: its connection to mpirun, and its host's ranks. Thread-safe. */
public final class NodeOob implements AutoCloseable {
    /** Time for the last frames to be sent. */
    private static final long LAST_MILLIS = 500;

    private final EventLoopGroup loop;
    private final Events events;
    private final byte[] secret;

    /** Pairs with NodeOob.send, on the loop's thread: stored when the head is found. */
    private volatile HeadSession head;

    private RankPort port;

    /** Made, and used, on the event loop. Pairs with NodeOob.relay, on the loop's thread. */
    private volatile Relay relay;

    /** Receives what mpirun sends. Called on the event loop. */
    public interface Events {
        /** mpirun has sent a message. */
        void received(byte[] message);

        /** The connection to mpirun has ended. */
        void lost(String reason);
    }

    private NodeOob(byte[] secret, Events events, ThreadFactory threads) {
        this.secret = secret.clone();
        this.events = events;
        loop = OobServer.eventLoop(threads);
    }

    /**
     * Connects to mpirun; both sides prove that they know the secret.
     *
     * @param addresses where mpirun listens; the first that works is used, and each is tried again
     *     until one does, for 50 seconds
     * @param secret the job's secret
     * @param node number of this node
     * @param patienceMillis how long mpirun may be silent
     * @param events receives what mpirun sends
     * @param threads makes the event loop's thread
     * @throws IOException when none can be reached, or it cannot prove itself
     */
    public static NodeOob connect(
            List<InetSocketAddress> addresses,
            byte[] secret,
            int node,
            long patienceMillis,
            Events events,
            ThreadFactory threads)
            throws IOException {
        NodeOob oob = new NodeOob(secret, events, threads);
        try {
            oob.head =
                    DialedLink.dial(
                            oob.loop,
                            addresses,
                            OobServer.DIAL_MILLIS,
                            decoder ->
                                    new HeadSession(
                                            oob, oob.secret, node, decoder, patienceMillis));
            return oob;
        } catch (IOException e) {
            oob.close();
            throw new IOException("cannot connect to mpirun: " + e.getMessage(), e);
        }
    }

    /**
     * Lets ranks of this host join. Called once for each world that has ranks here, from one
     * thread.
     *
     * @param address path of a socket in a directory that only this user may enter; the same in
     *     each call
     * @param map the job as these ranks see it
     * @param ranks those of this host
     * @return where they connect: the loopback interface, where the system has no sockets in files
     */
    public SocketAddress serve(SocketAddress address, JobMap map, Set<Integer> ranks)
            throws IOException {
        loop.submit(() -> relay().expect(map, ranks)).awaitUninterruptibly();
        if (port == null) {
            port = RankPort.ofRanks(loop, address, relay, secret, OobServer.HANDSHAKE_MILLIS);
        }
        return port.address();
    }

    /** Sends a message to mpirun. */
    public void send(byte[] message) {
        loop.execute(() -> head.send(Frame.NODE.start().raw(message)));
    }

    /** Notes that the job is stopped, or goes on: mpirun is silent meanwhile. */
    public void pause(boolean stopped) {
        loop.execute(() -> head.pause(stopped));
    }

    // ---- on the event loop

    private Relay relay() {
        if (relay == null) {
            relay = new Relay(head);
        }
        return relay;
    }

    void received(byte[] message) {
        events.received(message);
    }

    void relayed(int rank, byte[] content) {
        if (relay != null) {
            relay.deliver(rank, content);
        }
    }

    void lost(String reason) {
        events.lost(reason);
    }

    /** Closes all connections; what was sent before still goes out. */
    @Override
    public void close() {
        if (loop.isShuttingDown()) {
            return;
        }
        if (port != null) {
            port.close();
        }
        HeadSession last = head;
        if (last != null) {
            loop.execute(() -> last.close("this daemon ends"));
        }
        loop.shutdownGracefully(0, LAST_MILLIS, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(LAST_MILLIS);
    }
}
