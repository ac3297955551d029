package org.strata.opal.progress;

import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Futex;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/**
 * Ends the sleep of a peer whose sleep word this process maps: the other side of {@link
 * RankSleeper}. One per rank; called by one thread at a time.
 *
 * <p>A sleep word's low byte is a state of {@link Sleeper}; of a sleep in a selector the next two
 * bytes are the UDP port on the loopback address that rings it.
 */
public final class Doorbell implements AutoCloseable {
    private static final int STATE_MASK = 0xff;
    private static final int PORT_SHIFT = 8;

    private DatagramChannel channel;

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
     */
    public void ring(long word, int state) {
        if (!Memory.compareAndSetInt(word, state, Sleeper.AWAKE)) {
            return;
        }
        if ((state & STATE_MASK) == Sleeper.IN_FUTEX) {
            Futex.wake(word);
        } else {
            send(state >>> PORT_SHIFT);
        }
    }

    /** A datagram that does not arrive costs the peer its bounded sleep, no more. */
    private void send(int port) {
        try {
            if (channel == null) {
                channel = DatagramChannel.open();
                channel.configureBlocking(false);
            }
            InetAddress loopback = InetAddress.getLoopbackAddress();
            channel.send(ByteBuffer.wrap(new byte[1]), new InetSocketAddress(loopback, port));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot ring port " + port + " on loopback", e);
        }
    }

    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
