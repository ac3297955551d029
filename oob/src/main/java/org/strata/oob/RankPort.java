package org.strata.oob;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.ImmediateEventExecutor;

import org.strata.oob.link.Doorkeeper;
import org.strata.oob.link.FrameDecoder;
import org.strata.oob.link.HeapBuffers;
import org.strata.oob.link.Strangers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.function.IntSupplier;

/** A listener, the connections that it has accepted, and its limit on strangers among them. */
final class RankPort {
    /** Ranks of a large job connect at once. */
    private static final int BACKLOG = 1024;

    private final ChannelGroup connections =
            new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);
    private final Strangers strangers;
    private final Doorkeeper doorkeeper;
    private final Channel listener;

    /** Makes the handler of a connection. */
    interface Sessions {
        /** Returns the last handler of a new connection. */
        ChannelHandler open(FrameDecoder decoder, Strangers strangers);
    }

    private RankPort(
            EventLoopGroup loop, SocketAddress address, IntSupplier missing, Sessions sessions)
            throws IOException {
        strangers = new Strangers(missing);
        doorkeeper = new Doorkeeper(strangers);
        ServerBootstrap bootstrap = new ServerBootstrap().group(loop);
        if (address instanceof UnixDomainSocketAddress) {
            bootstrap.channel(NioServerDomainSocketChannel.class);
        } else {
            bootstrap.channel(NioServerSocketChannel.class);
            bootstrap.childOption(ChannelOption.TCP_NODELAY, true);
        }
        bootstrap.option(ChannelOption.SO_BACKLOG, BACKLOG);
        bootstrap.option(ChannelOption.ALLOCATOR, HeapBuffers.ALLOCATOR);
        bootstrap.childOption(ChannelOption.ALLOCATOR, HeapBuffers.ALLOCATOR);
        bootstrap.handler(doorkeeper).childHandler(new Entrance(sessions));
        var bound = bootstrap.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException("cannot listen on " + address, bound.cause());
        }
        listener = bound.channel();
    }

    /** Makes a listener that listens nowhere: its classes are loaded then. */
    static void prepare(EventLoopGroup loop) {
        new ServerBootstrap()
                .group(loop)
                .channel(NioServerDomainSocketChannel.class)
                .childHandler(new FrameDecoder())
                .register()
                .awaitUninterruptibly()
                .channel()
                .close()
                .awaitUninterruptibly();
    }

    /**
     * Listens for ranks. In place of a socket in a file that cannot be made, because the system has
     * none, a sandbox refuses them, or the path is too long for one, a port on the loopback
     * interface is taken: peers prove anyway that they know the secret.
     *
     * @param handshakeMillis time that a peer has to prove itself
     */
    static RankPort ofRanks(
            EventLoopGroup loop,
            SocketAddress address,
            RankHub hub,
            byte[] secret,
            long handshakeMillis)
            throws IOException {
        Sessions sessions =
                (decoder, strangers) ->
                        new RankSession(hub, strangers, secret, handshakeMillis, decoder);
        try {
            return new RankPort(loop, address, hub::missing, sessions);
        } catch (IOException e) {
            if (!(address instanceof UnixDomainSocketAddress)) {
                throw e;
            }
            return onLoopback(loop, hub, sessions, e);
        }
    }

    private static RankPort onLoopback(
            EventLoopGroup loop, RankHub hub, Sessions sessions, IOException why)
            throws IOException {
        try {
            SocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            return new RankPort(loop, any, hub::missing, sessions);
        } catch (IOException e) {
            why.addSuppressed(e);
            throw why;
        }
    }

    /** Listens for daemons. */
    static RankPort ofDaemons(
            EventLoopGroup loop, SocketAddress address, IntSupplier missing, Sessions sessions)
            throws IOException {
        return new RankPort(loop, address, missing, sessions);
    }

    /** Prepares connections that have been accepted. */
    private final class Entrance extends ChannelInitializer<Channel> {
        private final Sessions sessions;

        Entrance(Sessions sessions) {
            this.sessions = sessions;
        }

        @Override
        protected void initChannel(Channel channel) {
            if (!doorkeeper.admit(channel)) {
                return;
            }
            connections.add(channel);
            FrameDecoder decoder = new FrameDecoder();
            channel.pipeline().addLast(decoder).addLast(sessions.open(decoder, strangers));
        }
    }

    SocketAddress address() {
        return listener.localAddress();
    }

    /** Closes the listener and all connections. */
    void close() {
        listener.close().awaitUninterruptibly();
        connections.close().awaitUninterruptibly();
    }
}
