package org.strata.opal.progress;

import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Futex;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;

/**
 * The sleeper of a real process. It sleeps in a futex on its sleep word while no component has
 * sockets to watch, otherwise in a selector that a peer rings by a datagram to the doorbell port.
 */
public final class RankSleeper implements Sleeper, AutoCloseable {
    /** Sleep bound where neither futex nor doorbell can end a sleep. */
    private static final long BLIND_SLEEP_NANOS = 1_000_000L;

    private final Arena arena = Arena.ofShared();
    private volatile long word = Memory.allocate(arena, 64, 64);
    private volatile int mode = Futex.available() ? IN_FUTEX : AWAKE;
    private Selector selector;
    private DatagramChannel doorbell;
    private final ByteBuffer ring = ByteBuffer.allocateDirect(1);

    /** Moves the sleep word to memory that peers map; call at set-up, before the first sleep. */
    public void relocate(long address) {
        Memory.putIntVolatile(address, AWAKE);
        word = address;
    }

    /** Returns the selector that sleeping watches; made, with its doorbell, on first call. */
    public synchronized Selector selector() {
        if (selector == null) {
            try {
                selector = Selector.open();
                doorbell = DatagramChannel.open();
                doorbell.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                doorbell.configureBlocking(false);
                doorbell.register(selector, SelectionKey.OP_READ, this);
                mode = IN_SELECTOR;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return selector;
    }

    /** Returns the UDP port on the loopback address that rings a sleep in the selector. */
    public synchronized int doorbellPort() {
        try {
            selector();
            return ((InetSocketAddress) doorbell.getLocalAddress()).getPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Swallows rings; call when the doorbell's key ({@code attachment() == this}) is ready. */
    public void answer() {
        try {
            do {
                ring.clear();
            } while (doorbell.receive(ring) != null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void announce() {
        Memory.putIntVolatile(word, mode);
        Memory.fullFence();
    }

    @Override
    public void sleep(long nanos) {
        switch (mode) {
            case IN_FUTEX -> Futex.await(word, IN_FUTEX, nanos);
            case IN_SELECTOR -> select(nanos);
            default -> LockSupport.parkNanos(Math.min(nanos, BLIND_SLEEP_NANOS));
        }
    }

    /** Keys stay selected: the component that owns them finds them at its next poll. */
    private void select(long nanos) {
        try {
            if (Memory.getIntVolatile(word) == IN_SELECTOR) {
                selector.select(Math.max(1, nanos / 1_000_000L));
                if (selector.selectedKeys().removeIf(key -> key.attachment() == this)) {
                    answer();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void awake() {
        Memory.putIntVolatile(word, AWAKE);
    }

    @Override
    public void wake() {
        int state = Memory.getIntVolatile(word);
        if (state == IN_FUTEX) {
            Memory.putIntVolatile(word, AWAKE);
            Futex.wake(word);
        } else if (state == IN_SELECTOR) {
            Memory.putIntVolatile(word, AWAKE);
            selector.wakeup();
        }
    }

    @Override
    public void close() {
        try {
            if (selector != null) {
                doorbell.close();
                selector.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        arena.close();
    }
}
