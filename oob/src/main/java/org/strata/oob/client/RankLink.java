package org.strata.oob.client;

import org.strata.oob.frame.FrameAssembler;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.link.DialedLink;
import org.strata.opal.sys.HostFiles;
import org.strata.opal.time.Backoff;
import org.strata.opal.time.Clock;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The connection of a rank to its server, over a Unix-domain socket or TCP: one thread, which
 * connects, again until it is a member of the job, receives, sends, and runs the tasks of other
 * threads. Those never touch the channel: an interrupt of one of them would close it. JDK channels
 * on purpose: loading Netty costs every rank more start-up time than the rest of the handshake.
 */
final class RankLink implements Runnable {
    /** Bytes written at once: the JDK keeps a native copy of as many per thread. */
    private static final int SLICE = 128 << 10;

    /** A connection, what waits for it, and classes that are loaded meanwhile. */
    private static final int FEW_DESCRIPTORS = 8;

    private static final String LOST = "the connection to mpirun is lost";

    private final SocketAddress server;
    private final int timeoutMillis;
    private final ClientSession session;
    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Queue<ByteBuffer> outgoing = new ArrayDeque<>();
    private FrameAssembler assembler;

    /** Pairs with RankLink.cut: stored when it is opened. */
    private volatile SocketChannel channel;

    /** Pairs with RankLink.cut, which stores it before it looks at the channel. */
    private volatile boolean ended;

    private boolean closing;
    private int errors;

    RankLink(SocketAddress server, int timeoutMillis, ClientSession session) throws IOException {
        this.server = server;
        this.timeoutMillis = timeoutMillis;
        this.session = session;
        selector = Selector.open();
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
        Backoff backoff = new Backoff(Clock.SYSTEM, timeoutMillis);
        try (Selector used = selector) {
            String failure;
            do {
                failure = attempt(used, (int) backoff.millisLeft());
                // A server that is busy with strangers drops connections: not those of members.
            } while (failure != null
                    && errors < DialedLink.ERRORS
                    && !ended
                    && session.startAgain()
                    && backoff.pause());
            if (failure != null) {
                session.lose(failure);
            }
        } catch (IOException | RuntimeException | Error e) {
            // The JDK makes errors of what is short: descriptors while it loads a class, memory.
            session.lose(LOST + ": " + reason(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            session.lose("interrupted");
        } finally {
            ended = true;
            session.linkEnded();
        }
    }

    /** Connects, and works until the end; returns null at an orderly one, else why it came. */
    private String attempt(Selector used, int millisLeft) {
        try (SocketChannel open = connect(millisLeft)) {
            assembler = new FrameAssembler(session::frameLimit, this::received);
            outgoing.clear();
            channel = open;
            open.configureBlocking(false);
            SelectionKey key = open.register(used, SelectionKey.OP_READ);
            boolean more = true;
            while (more && !ended) {
                used.select();
                used.selectedKeys().clear();
                more = step(open, key);
            }
            return more ? null : LOST;
        } catch (ConnectFailure e) {
            errors += e.getCause() instanceof SocketTimeoutException ? 0 : 1;
            return e.getMessage();
        } catch (IOException e) {
            return LOST + ": " + reason(e);
        }
    }

    /**
     * A class that another thread could not load says why in its cause only, or nowhere, when the
     * reason was that of a third class: then it is looked for where it usually is.
     */
    private static String reason(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null
                && (root.getMessage() == null || root instanceof LinkageError)) {
            root = root.getCause();
        }
        String known =
                root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        return root instanceof LinkageError ? known + withoutDescriptors() : known;
    }

    /**
     * Returns what the system says when it has not the few descriptors that a connection needs;
     * nothing if it has. Those of the thread that failed may be free again meanwhile.
     */
    private static String withoutDescriptors() {
        List<InputStream> some = new ArrayList<>();
        String reason = "";
        try {
            while (some.size() < FEW_DESCRIPTORS) {
                some.add(Files.newInputStream(HostFiles.nothing()));
            }
        } catch (IOException e) {
            reason = " (" + e.getMessage() + ")";
        }
        some.forEach(RankLink::closeQuietly);
        return reason;
    }

    /** No connection was made. */
    private static final class ConnectFailure extends IOException {
        private static final long serialVersionUID = 1L;

        ConnectFailure(String message, IOException cause) {
            super(message, cause);
        }
    }

    private SocketChannel connect(int millisLeft) throws ConnectFailure {
        try {
            if (server instanceof UnixDomainSocketAddress) {
                return SocketChannel.open(server);
            }
            SocketChannel made = SocketChannel.open();
            try {
                int millis = Math.clamp(millisLeft, 1, DialedLink.CONNECT_MILLIS);
                made.socket().connect((InetSocketAddress) server, millis);
                made.setOption(StandardSocketOptions.TCP_NODELAY, true);
                return made;
            } catch (IOException e) {
                closeQuietly(made);
                throw e;
            }
        } catch (IOException e) {
            throw new ConnectFailure("cannot connect to mpirun at " + server + ": " + reason(e), e);
        }
    }

    /** Returns false when the peer has ended the connection. */
    private boolean step(SocketChannel open, SelectionKey key) throws IOException {
        if (!receive(open)) {
            return false;
        }
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
        return true;
    }

    /** Returns false at the end of the stream. */
    private boolean receive(SocketChannel open) throws IOException {
        int count = open.read(assembler.space());
        while (count > 0 && !ended) {
            assembler.received();
            count = open.read(assembler.space());
        }
        return count >= 0;
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

    private static void closeQuietly(Closeable channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing is left to send, and nothing to receive.
            assert e != null;
        }
    }
}
