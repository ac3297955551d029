package org.strata.opal.progress;

import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Futex;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
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

    /** Peers that have a connected channel of their own: descriptors are not for all of many. */
    private static final int MOST_CONNECTED = 64;

    private final Consumer<String> reports;

    /**
     * Channels to the bells that were rung, by port. A connected one takes a fifth less until the
     * peer has woken: the kernel finds the way once, and Java hands over no address.
     */
    private final Map<Integer, DatagramChannel> connected = new HashMap<>();

    private final ByteBuffer signal = ByteBuffer.allocateDirect(1);

    /** For all others; null before it is needed. */
    private DatagramChannel unconnected;

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
            signal.clear();
            DatagramChannel bell = bell(port);
            if (bell != null) {
                write(bell);
                return Rc.OK;
            }
            if (unconnected == null) {
                unconnected = open();
            }
            unconnected.send(signal, place(port));
            return Rc.OK;
        } catch (IOException e) {
            report("port " + port + " on loopback: " + e.getMessage());
            return Rc.NOT_AVAILABLE;
        }
    }

    /** Returns the connected channel of a port, or null where there are enough of them. */
    private DatagramChannel bell(int port) throws IOException {
        DatagramChannel bell = connected.get(port);
        if (bell == null && connected.size() < MOST_CONNECTED) {
            bell = open();
            try {
                bell.connect(place(port));
            } catch (IOException e) {
                bell.close();
                throw e;
            }
            connected.put(port, bell);
        }
        return bell;
    }

    /**
     * Writes the datagram. The kernel answers a call with what became of the one before: where that
     * has found nobody, the port may have somebody else now.
     */
    private void write(DatagramChannel bell) throws IOException {
        try {
            bell.write(signal);
        } catch (PortUnreachableException earlier) {
            try {
                bell.write(signal);
            } catch (PortUnreachableException now) {
                // The peer has ended: nobody waits.
                assert now != null;
            }
        }
    }

    private static InetSocketAddress place(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
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
            if (unconnected != null) {
                unconnected.close();
            }
            for (DatagramChannel bell : connected.values()) {
                bell.close();
            }
            connected.clear();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
