package org.strata.oob;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The connection of a rank to its server, over a Unix-domain socket or TCP: one thread, which
 * connects, receives, sends, and runs the tasks of other threads. Those never touch the channel: an
 * interrupt of one of them would close it. JDK channels on purpose: loading Netty costs every rank
 * more start-up time than the rest of the handshake.
 */
final class RankLink implements Runnable {
    /** Bytes written at once: the JDK keeps a native copy of as many per thread. */
    private static final int SLICE = 128 << 10;

    private final SocketAddress server;
    private final int timeoutMillis;
    private final ClientSession session;
    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Queue<ByteBuffer> outgoing = new ArrayDeque<>();
    private final FrameAssembler assembler;

    /** Pairs with RankLink.cut: stored when it is opened. */
    private volatile SocketChannel channel;

    /** Pairs with RankLink.cut, which stores it before it looks at the channel. */
    private volatile boolean ended;

    private boolean closing;

    RankLink(SocketAddress server, int timeoutMillis, ClientSession session) throws IOException {
        this.server = server;
        this.timeoutMillis = timeoutMillis;
        this.session = session;
        selector = Selector.open();
        assembler = new FrameAssembler(session::frameLimit, this::received);
    }

    /** Sends a frame after those before it; from any thread. */
    void send(ByteBuffer frame) {
        execute(() -> outgoing.add(frame));
    }

    /** Closes the connection once all frames before this call are sent; from any thread. */
    void close() {
        execute(() -> closing = true);
    }

    /** Closes the connection at once; from any thread. */
    void cut() {
        ended = true;
        selector.wakeup();
        SocketChannel open = channel;
        if (open != null) {
            closeQuietly(open);
        }
    }

    /** Runs a task on this link's thread, in the order of the calls; not after its end. */
    void execute(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    private void received(ByteBuffer frame) {
        session.receive(new FrameReader(frame), outgoing::add);
        ended |= session.state() == ClientState.LOST;
    }

    @Override
    public void run() {
        try (Selector used = selector) {
            connect();
            try (SocketChannel open = channel) {
                open.configureBlocking(false);
                SelectionKey key = open.register(used, SelectionKey.OP_READ);
                while (!ended) {
                    used.select();
                    used.selectedKeys().clear();
                    step(open, key);
                }
            }
        } catch (IOException | RuntimeException e) {
            session.lose("the connection to mpirun is lost: " + reason(e));
        } finally {
            ended = true;
            session.linkEnded();
        }
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private void connect() throws IOException {
        try {
            if (server instanceof UnixDomainSocketAddress) {
                channel = SocketChannel.open(server);
            } else {
                channel = SocketChannel.open();
                channel.socket().connect((InetSocketAddress) server, timeoutMillis);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
        } catch (IOException e) {
            session.lose("cannot connect to mpirun at " + server + ": " + reason(e));
            throw e;
        }
    }

    private void step(SocketChannel open, SelectionKey key) throws IOException {
        receive(open);
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        boolean sent = flush(open);
        if (sent && closing) {
            ended = true;
        } else if (!ended) {
            key.interestOps(
                    sent ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
    }

    private void receive(SocketChannel open) throws IOException {
        int count = open.read(assembler.space());
        while (count > 0 && !ended) {
            assembler.received();
            count = open.read(assembler.space());
        }
        if (count < 0) {
            ended = true;
            session.lose("the connection to mpirun is lost");
        }
    }

    /** Sends until the socket has no room; returns whether everything is sent. */
    private boolean flush(SocketChannel open) throws IOException {
        while (!outgoing.isEmpty()) {
            ByteBuffer frame = outgoing.element();
            int slice = Math.min(SLICE, frame.remaining());
            int written = open.write(frame.slice(frame.position(), slice));
            frame.position(frame.position() + written);
            if (!frame.hasRemaining()) {
                outgoing.remove();
            } else if (written < slice) {
                return false;
            }
        }
        return true;
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing is left to send, and nothing to receive.
            assert e != null;
        }
    }
}
