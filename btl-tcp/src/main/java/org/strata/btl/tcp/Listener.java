package org.strata.btl.tcp;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A listening socket on one address of one interface; all links of the interface share it. */
final class Listener implements ListeningSocket {
    /** The kernel allows fewer ({@code net.core.somaxconn}). */
    private static final int BACKLOG = 4096;

    /** Connections in their handshake at one time; one more closes the oldest. */
    private static final int MAX_UNPROVEN = 256;

    /** Connections that are accepted at once: messages of peers come between them. */
    private static final int BATCH = 64;

    private final Reactor reactor;
    private final Credentials credentials;
    private final IncomingConnection.Host host;
    private final ServerSocketChannel channel;

    private Listener(
            Reactor reactor,
            Credentials credentials,
            IncomingConnection.Host host,
            ServerSocketChannel channel) {
        this.reactor = reactor;
        this.credentials = credentials;
        this.host = host;
        this.channel = channel;
    }

    /**
     * Listens on the first free port.
     *
     * @param first where to start in the range of ports, so that ranks of a node do not collide
     */
    static Listener bind(
            InetAddress address,
            TcpConfig config,
            int first,
            Reactor reactor,
            Credentials credentials,
            IncomingConnection.Host host)
            throws IOException {
        boolean v4 = address instanceof Inet4Address;
        ServerSocketChannel channel =
                ServerSocketChannel.open(
                        v4 ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
        try {
            channel.configureBlocking(false);
            if (config.sockets().receiveBuffer() > 0) {
                // Window scaling is negotiated before accept: the buffer must be known by then.
                channel.setOption(
                        StandardSocketOptions.SO_RCVBUF, config.sockets().receiveBuffer());
            }
            bind(channel, address, v4 ? config.portsV4() : config.portsV6(), first);
            reactor.prepareBound(channel);
            return new Listener(reactor, credentials, host, channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static void bind(
            ServerSocketChannel channel, InetAddress address, TcpConfig.Ports ports, int first)
            throws IOException {
        if (ports.any()) {
            channel.bind(new InetSocketAddress(address, 0), BACKLOG);
            return;
        }
        for (int i = 0; i < ports.range(); i++) {
            int port = ports.min() + (first + i) % ports.range();
            try {
                channel.bind(new InetSocketAddress(address, port), BACKLOG);
                return;
            } catch (BindException e) {
                // In use: try the next port.
                continue;
            }
        }
        throw new BindException(
                "no free port from " + ports.min() + " to " + (ports.min() + ports.range() - 1));
    }

    int port() {
        return channel.socket().getLocalPort();
    }

    @Override
    public void watch() {
        try {
            reactor.watch(channel, SelectionKey.OP_ACCEPT, this);
        } catch (IOException e) {
            reactor.verbose("cannot watch a listening socket: " + e.getMessage());
        }
    }

    @Override
    public int ready() {
        int accepted = 0;
        while (accepted < BATCH && accept()) {
            accepted++;
        }
        return accepted;
    }

    private boolean accept() {
        SocketChannel socket;
        try {
            socket = channel.accept();
        } catch (IOException e) {
            reactor.verbose("accept: " + e.getMessage());
            // Without a free descriptor: strangers make room.
            return reactor.limitUnproven(0);
        }
        if (socket == null) {
            return false;
        }
        try {
            reactor.prepare(socket);
            String from = TcpTexts.address((InetSocketAddress) socket.getRemoteAddress());
            new IncomingConnection(reactor, credentials, host, socket, from).ready();
            reactor.limitUnproven(MAX_UNPROVEN);
        } catch (IOException e) {
            reactor.close(socket);
            reactor.verbose("accepted connection: " + e.getMessage());
        }
        return true;
    }

    @Override
    public void close() {
        reactor.close(channel);
    }
}
