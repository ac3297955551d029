package org.strata.btl.tcp;

import org.strata.mca.base.Output;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.sys.CongestionControl;
import org.strata.opal.time.Clock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.Channel;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The rank's selector as this component uses it, and the deadlines of unfinished connections; one
 * for all links. Before the first connection there is no selector: the rank sleeps in its futex,
 * and listening sockets are polled rarely, or at once after a knock: the out-of-band message by
 * which a peer announces that it connects.
 */
final class Reactor implements Progressable {
    /**
     * Calls of {@link #progress} between two polls of the listening sockets before the first
     * connection: a safety net, since peers knock.
     */
    private static final int IDLE_INTERVAL = 4096;

    /** Calls of {@link #progress} between two selects while every connection is polled directly. */
    private static final int DIRECT_INTERVAL = 256;

    /** Level of btl_base_verbose that shows the states of connections. */
    private static final int VERBOSE = 20;

    private final ProgressEngine engine;
    private final RankSleeper sleeper;
    private final Clock clock;
    private final TcpConfig config;
    private final Output output;
    private final List<ListeningSocket> listeners = new ArrayList<>();
    private final LoopbackCongestion congestion;
    private final List<Timed> timed = new ArrayList<>();
    private final Consumer<SelectionKey> onReady = this::onReady;

    /** Pairs with Reactor.progress: stored by knock before RankSleeper.wake. */
    private volatile boolean knocked;

    private Selector selector;
    private int countdown = IDLE_INTERVAL;
    private final List<Watched> connected = new ArrayList<>();
    private int connections;
    private int events;

    /** Whether the selector watches the connected sockets, and whether a sleep has needed it. */
    private boolean watching = true;

    private boolean slept;

    Reactor(
            ProgressEngine engine,
            RankSleeper sleeper,
            Clock clock,
            TcpConfig config,
            Output output) {
        this.engine = engine;
        this.sleeper = sleeper;
        this.clock = clock;
        this.config = config;
        this.output = output;
        String congestionControl = config.sockets().loopbackCongestion();
        this.congestion =
                new LoopbackCongestion(
                        congestionControl, CongestionControl.systemDefault(), this::verbose);
    }

    /** Starts to accept connections. */
    void open(List<? extends ListeningSocket> sockets) {
        listeners.addAll(sockets);
        engine.registerLowPriority(this);
    }

    /** A peer is about to connect. Any thread may call it. */
    void knock() {
        knocked = true;
        engine.wake();
    }

    /** Makes the rank sleep in a selector, which watches every socket, from now on. */
    private void activate() {
        if (selector != null) {
            return;
        }
        selector = sleeper.selector();
        for (ListeningSocket listener : listeners) {
            listener.watch();
        }
        engine.unregister(this);
        engine.register(this);
    }

    @Override
    public int progress() {
        if (engine.fallingAsleep()) {
            slept = true;
            watch(true);
            sleepUntilDeadline();
        }
        if (--countdown > 0 && !knocked) {
            return 0;
        }
        return poll();
    }

    private int poll() {
        events = 0;
        if (knocked) {
            knocked = false;
            activate();
        }
        if (selector == null) {
            countdown = IDLE_INTERVAL;
            for (ListeningSocket listener : listeners) {
                events += listener.ready();
            }
        } else {
            watch(slept || !mayStopWatching());
            slept = false;
            select();
            checkDeadlines();
            boolean direct = timed.isEmpty() && connections <= config.pollLimit();
            countdown = direct ? DIRECT_INTERVAL : 0;
        }
        return events;
    }

    /**
     * Returns whether the selector need not watch the connected sockets while the rank is awake. A
     * socket that it watches costs its peer's sends 0.15 us: each arrival reports itself to epoll.
     * With several threads one may be asleep in the selector while another polls.
     */
    private boolean mayStopWatching() {
        return polledDirectly()
                && timed.isEmpty()
                && !config.sockets().watchPolled()
                && !engine.threadMultiple();
    }

    /** Takes effect at the next select, and so before the next sleep. */
    private void watch(boolean on) {
        if (on != watching) {
            watching = on;
            for (Watched socket : connected) {
                socket.watch(on);
            }
        }
    }

    private void select() {
        try {
            // After a sleep the keys that ended it are still selected: selectNow finds them again.
            Set<SelectionKey> selected = selector.selectedKeys();
            // A thread that has slept may still take the doorbell's key from the set.
            synchronized (selected) {
                selected.clear();
            }
            selector.selectNow(onReady);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void onReady(SelectionKey key) {
        Object attachment = key.attachment();
        if (attachment instanceof Selected selected) {
            events += selected.ready();
        } else if (attachment == sleeper) {
            sleeper.drainDoorbell();
        }
    }

    private void checkDeadlines() {
        if (timed.isEmpty()) {
            return;
        }
        long now = clock.nanoTime();
        for (Timed one : List.copyOf(timed)) {
            long deadline = one.deadlineNanos();
            if (deadline != Long.MAX_VALUE && now - deadline >= 0) {
                one.expire();
                events++;
            }
        }
    }

    private void sleepUntilDeadline() {
        if (timed.isEmpty()) {
            return;
        }
        long now = clock.nanoTime();
        for (int i = 0; i < timed.size(); i++) {
            long deadline = timed.get(i).deadlineNanos();
            if (deadline != Long.MAX_VALUE) {
                engine.sleepAtMost(deadline - now);
            }
        }
    }

    /** Returns the deadline of a step that starts now. */
    long deadline() {
        return in(config.connectTimeoutNanos());
    }

    /** Returns the time that begins so many nanoseconds from now. */
    long in(long nanos) {
        return clock.nanoTime() + nanos;
    }

    /** Returns whether at least half of the time until a deadline has passed. */
    boolean halfway(long deadline) {
        return deadline - clock.nanoTime() < config.connectTimeoutNanos() / 2;
    }

    /** Watches a deadline: {@link Timed#expire} is called after it. */
    void time(Timed one) {
        timed.add(one);
        countdown = 0;
    }

    void untime(Timed one) {
        timed.remove(one);
    }

    /**
     * Closes an accepted connection when more than some are in their handshake: the oldest of those
     * that have not shown that they know the job's secret, or, if there is none, the oldest. A peer
     * shows it with its first message; a flood of strangers delays it until it tries again.
     *
     * @return whether one was closed
     */
    boolean limitUnproven(int most) {
        int count = 0;
        Unproven oldest = null;
        for (Timed one : timed) {
            if (one instanceof Unproven incoming) {
                count++;
                if (oldest == null || (oldest.greeted() && !incoming.greeted())) {
                    oldest = incoming;
                }
            }
        }
        if (count <= most) {
            return false;
        }
        oldest.expire();
        return true;
    }

    /** Returns whether connections are few enough to be polled without asking the selector. */
    boolean polledDirectly() {
        return connections <= config.pollLimit();
    }

    /** A socket to a peer is connected, and the selector watches it. */
    void connectionAdded(Watched socket) {
        watch(true);
        connected.add(socket);
        connections = connected.size();
    }

    void connectionRemoved(Watched socket) {
        connected.remove(socket);
        connections = connected.size();
    }

    /** Registers a channel with the rank's selector. */
    SelectionKey watch(SelectableChannel channel, int ops, Selected attachment) throws IOException {
        activate();
        return channel.register(selector, ops, attachment);
    }

    /** Opens a socket of an address's family with this component's options. */
    SocketChannel open(InetAddress address) throws IOException {
        SocketChannel channel =
                SocketChannel.open(
                        address instanceof Inet4Address
                                ? StandardProtocolFamily.INET
                                : StandardProtocolFamily.INET6);
        try {
            prepare(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        return channel;
    }

    /** Sets this component's options on a socket. */
    void prepare(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        TcpConfig.Sockets options = config.sockets();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, !options.nagle());
        if (options.sendBuffer() > 0) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, options.sendBuffer());
        }
        if (options.receiveBuffer() > 0) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, options.receiveBuffer());
        }
    }

    /** Sets the options of a socket that is bound, before it connects or accepts. */
    void prepareBound(NetworkChannel bound) throws IOException {
        congestion.apply(bound);
    }

    /** Closes a channel; the next select removes its key. */
    void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            verbose("closing a socket: " + e.getMessage());
        }
        countdown = 0;
    }

    /** Stops accepting connections and closes those that no endpoint owns. */
    void close() {
        engine.unregister(this);
        listeners.forEach(ListeningSocket::close);
        for (Timed one : List.copyOf(timed)) {
            one.expire();
        }
        if (selector != null) {
            select();
        }
    }

    void verbose(String line) {
        output.verbose("btl", VERBOSE, line);
    }
}
