package org.strata.oob;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.ImmediateEventExecutor;

import org.strata.mca.ess.RankReport;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The job's control server, in {@code mpirun}. Thread-safe. */
public final class OobServer implements AutoCloseable {
    /** Time that a peer has to prove itself; enough for a rank on an overloaded host. */
    public static final long HANDSHAKE_MILLIS = 10_000;

    /** Ranks of a large job connect at once. */
    private static final int BACKLOG = 1024;

    static {
        SilentLogger.install();
        // Netty names its channels after the machine, which it would look for among the network
        // interfaces. No name is needed.
        System.setProperty("io.netty.machineId", "00:00:00:00:00:01");
    }

    private final EventLoopGroup loop;
    private final ChannelGroup connections =
            new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);
    private final Switchboard switchboard;
    private final Strangers strangers;
    private final Doorkeeper doorkeeper;
    private final byte[] secret;
    private final long handshakeMillis;
    private Channel listener;

    private OobServer(
            byte[] secret,
            long handshakeMillis,
            JobMap map,
            JobEvents events,
            ThreadFactory threads) {
        this.secret = secret.clone();
        this.handshakeMillis = handshakeMillis;
        switchboard = new Switchboard(map, events);
        strangers = new Strangers(switchboard::missing);
        doorkeeper = new Doorkeeper(strangers);
        // NIO on purpose: the native transports cost start-up time.
        loop = new MultiThreadIoEventLoopGroup(1, threads, NioIoHandler.newFactory());
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
     * @param threads makes the event loop's thread
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
        OobServer server = new OobServer(secret, handshakeMillis, map, events, threads);
        server.listen(address);
        return server;
    }

    private void listen(SocketAddress address) throws IOException {
        ServerBootstrap bootstrap = new ServerBootstrap().group(loop);
        if (address instanceof UnixDomainSocketAddress) {
            bootstrap.channel(NioServerDomainSocketChannel.class);
        } else {
            bootstrap.channel(NioServerSocketChannel.class);
            bootstrap.childOption(ChannelOption.TCP_NODELAY, true);
        }
        bootstrap.option(ChannelOption.SO_BACKLOG, BACKLOG);
        bootstrap.option(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT);
        bootstrap.childOption(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT);
        bootstrap.handler(doorkeeper).childHandler(new Entrance());
        var bound = bootstrap.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            throw new IOException("cannot listen on " + address, bound.cause());
        }
        listener = bound.channel();
    }

    /** Prepares connections that have been accepted. */
    private final class Entrance extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel channel) {
            if (!doorkeeper.admit(channel)) {
                return;
            }
            connections.add(channel);
            FrameDecoder decoder = new FrameDecoder();
            RankSession session =
                    new RankSession(switchboard, strangers, secret, handshakeMillis, decoder);
            channel.pipeline().addLast(decoder).addLast(session);
        }
    }

    /** Returns where ranks connect. */
    public SocketAddress address() {
        return listener.localAddress();
    }

    /**
     * Adds a world: the processes that are about to be started may join.
     *
     * @param places where each of them runs
     * @return the number of the first one; the others follow
     */
    public int grow(List<JobMap.Place> places) {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        loop.execute(() -> first.complete(switchboard.grow(places)));
        return first.join();
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

    /** Closes all connections. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        connections.close().awaitUninterruptibly();
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }
}
