package org.strata.opal.progress;

import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Futex;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Ends the sleep of a peer whose sleep word this process maps: the other side of {@link
 * RankSleeper}. Thread-safe.
 *
 * <p>A sleep word's low byte is a state of {@link Sleeper}; of a sleep in a selector the next two
 * bytes are the UDP port on the loopback address that rings it.
 */
public final class Doorbell implements AutoCloseable {
    private static final int STATE_MASK = 0xff;
    private static final int PORT_SHIFT = 8;
    private static final int PORT_MASK = 0xffff;

    private final Consumer<String> reports;

    /** The bells that were rung, by port. */
    private final Map<Integer, InetSocketAddress> bells = new HashMap<>();

    private final ByteBuffer signal = ByteBuffer.allocateDirect(1);
    private DatagramChannel channel;
    private boolean reported;

    /**
     * @param reports called once, when a peer cannot be rung, with one line that says why
     */
    public Doorbell(Consumer<String> reports) {
        this.reports = reports;
    }

    /** Returns the sleep word of a sleep in a selector. */
    static int selectorState(int port) {
        return Sleeper.IN_SELECTOR | port << PORT_SHIFT;
    }

    /**
     * Rings a peer that was seen asleep. The first of several ringers does the system call; a peer
     * that woke up meanwhile at worst wakes once more.
     *
     * @param word address of the peer's sleep word
     * @param state what was read there, not {@link Sleeper#AWAKE}
     * @return OK; NOT_AVAILABLE when it cannot be rung: it polls when its bounded sleep is over
     */
    public int ring(long word, int state) {
        // Pairs with RankSleeper.announce; with itself at other ringers: one makes the system call.
        if (!Memory.compareAndSetInt(word, state, Sleeper.AWAKE)) {
            return Rc.OK;
        }
        if ((state & STATE_MASK) == Sleeper.IN_FUTEX) {
            Futex.wake(word);
            return Rc.OK;
        }
        return send((state >>> PORT_SHIFT) & PORT_MASK);
    }

    /** A datagram that gets lost costs the peer its bounded sleep, no more. */
    private synchronized int send(int port) {
        try {
            if (channel == null) {
                channel = open();
            }
            InetSocketAddress bell = bells.get(port);
            if (bell == null) {
                bell = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
                bells.put(port, bell);
            }
            signal.clear();
            channel.send(signal, bell);
            return Rc.OK;
        } catch (IOException e) {
            report("port " + port + " on loopback: " + e.getMessage());
            return Rc.NOT_AVAILABLE;
        }
    }

    private static DatagramChannel open() throws IOException {
        DatagramChannel opened = DatagramChannel.open();
        opened.configureBlocking(false);
        return opened;
    }

    private void report(String reason) {
        if (!reported) {
            reported = true;
            reports.accept(reason);
        }
    }

    @Override
    public synchronized void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
