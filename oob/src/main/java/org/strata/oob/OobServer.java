package org.strata.oob;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.ImmediateEventExecutor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The job's control server, in {@code mpirun}. Thread-safe. */
public final class OobServer implements AutoCloseable {
    /** How long a stranger may take to prove itself; ranks on an overloaded host must make it. */
    public static final long HANDSHAKE_MILLIS = 30_000;

    /** Ranks of a large job connect at once. */
    private static final int BACKLOG = 1024;

    private final EventLoopGroup loop;
    private final Channel listener;
    private final ChannelGroup connections;
    private final Switchboard switchboard;

    private OobServer(
            EventLoopGroup loop,
            Channel listener,
            ChannelGroup connections,
            Switchboard switchboard) {
        this.loop = loop;
        this.listener = listener;
        this.connections = connections;
        this.switchboard = switchboard;
    }

    /**
     * Starts to listen.
     *
     * @param address where; the loopback address for a job on one host
     * @param secret the job's secret
     * @param handshakeMillis how long a stranger may take to prove itself
     * @param map the job
     * @param events who is told what happens
     * @param threads makes the event loop's thread
     * @throws IOException when the address cannot be bound
     */
    public static OobServer start(
            InetAddress address,
            byte[] secret,
            long handshakeMillis,
            JobMap map,
            JobEvents events,
            ThreadFactory threads)
            throws IOException {
        Switchboard switchboard = new Switchboard(map, events);
        EventLoopGroup loop = Loops.one(threads);
        ChannelGroup connections = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);
        ServerBootstrap bootstrap =
                new ServerBootstrap()
                        .group(loop)
                        .channel(NioServerSocketChannel.class)
                        .option(ChannelOption.SO_BACKLOG, BACKLOG)
                        .option(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT)
                        .childOption(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childHandler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        connections.add(channel);
                                        FrameDecoder decoder = new FrameDecoder();
                                        channel.pipeline()
                                                .addLast(decoder)
                                                .addLast(
                                                        new RankSession(
                                                                switchboard,
                                                                secret,
                                                                handshakeMillis,
                                                                decoder));
                                    }
                                });
        var bound = bootstrap.bind(address, 0).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            throw new IOException("cannot listen on " + address, bound.cause());
        }
        return new OobServer(loop, bound.channel(), connections, switchboard);
    }

    /** Returns where ranks connect. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Tells every rank that the job is being aborted; their blocked calls fail. */
    public void announceAbort(String reason) {
        loop.execute(() -> switchboard.abort(reason));
    }

    /** Closes all connections. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        connections.close().awaitUninterruptibly();
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }
}
