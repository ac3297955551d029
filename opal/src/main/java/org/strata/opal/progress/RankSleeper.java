package org.strata.opal.progress;

import org.strata.opal.memory.Memory;
import org.strata.opal.platform.Platform;
import org.strata.opal.sys.Futex;
import org.strata.opal.sys.Membarrier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;

/**
 * The sleeper of a real process. It sleeps in a futex on its sleep word while no component has
 * sockets to watch, otherwise in a selector that a peer rings by a datagram to the doorbell port.
 * The peer's side is {@link Doorbell}.
 *
 * <p>The word is a {@link MemorySegment}, not an address, so that any thread may {@link #wake} at
 * any time, even while the word is relocated or its former shared memory is unmapped.
 */
public final class RankSleeper implements Sleeper, AutoCloseable {
    /** Sleep bound where neither futex nor doorbell can end a sleep. */
    private static final long BLIND_SLEEP_NANOS = 1_000_000L;

    private static final IntToLongFunction NO_PEERS = rank -> 0;

    /**
     * Whether the word is accessed by its address. Else by a handle: a job of one without native
     * access, which uses no native memory otherwise, is not to ask for it. (In ranks, the JVM would
     * make six classes for the handle while they start.)
     */
    private static final boolean BY_ADDRESS = RankSleeper.class.getModule().isNativeAccessEnabled();

    private static final class Handle {
        private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();
    }

    private final MemorySegment ownWord = Arena.ofAuto().allocate(64, 64);

    /** Of the one thread that sleeps. */
    private final MemorySegment timeout = Arena.ofAuto().allocate(Futex.TIMEOUT_BYTES, Long.BYTES);

    private final ByteBuffer ring = ByteBuffer.allocateDirect(1);

    /** Pairs with RankSleeper.relocate and restore, which store the new word before. */
    private volatile MemorySegment word = ownWord;

    /**
     * Where this process maps the sleep words of other ranks, by rank; 0 for one it does not. Pairs
     * with RankSleeper.peerWord.
     */
    private volatile IntToLongFunction peers = NO_PEERS;

    /**
     * Value of the word during a sleep, see {@link Doorbell}. Pairs with RankSleeper.selector:
     * guards the selector. Whether futexes work is asked at the first sleep: asking is a native
     * call, and a job of one may need none.
     */
    private volatile int mode = Platform.current() == Platform.LINUX ? IN_FUTEX : AWAKE;

    /**
     * Whether announcing fences for the peers too, see {@link #fencesForPeers}. Pairs with
     * RankSleeper.announce; relocate stores it before the word.
     */
    private volatile boolean barrier;

    private Selector selector;
    private DatagramChannel doorbell;
    private SelectionKey doorbellKey;

    /**
     * Moves the sleep word to memory that peers map. Call inside the progress bracket: a thread
     * that sleeps at the former place is woken, one that is about to sleep there does not. The
     * sleeper refers to the segment for as long as it uses it, so memory of an automatic arena
     * needs no other reference.
     *
     * @param place 4 bytes, aligned
     */
    public void relocate(MemorySegment place) {
        relocate(place, NO_PEERS);
    }

    /**
     * As {@link #relocate(MemorySegment)}, for a component that also maps the words of other ranks:
     * components that have no words of their own ring those.
     *
     * @param others returns the address of a rank's sleep word, 0 when it cannot be mapped; called
     *     inside the progress bracket
     */
    public void relocate(MemorySegment place, IntToLongFunction others) {
        if (!Futex.available()) {
            openDoorbell();
        }
        barrier = Membarrier.join();
        wake();
        // Pairs with RankSleeper.state: no old state at the new place.
        set(place, AWAKE);
        word = place;
        peers = others;
    }

    /** Where no futex ends a sleep, a datagram does; without sockets, sleeps stay short. */
    private void openDoorbell() {
        try {
            selector();
        } catch (UncheckedIOException e) {
            mode = AWAKE;
        }
    }

    /** Returns whether the sleep word lies in memory that peers map. */
    public boolean relocated() {
        return !word.equals(ownWord);
    }

    /**
     * Returns the address of another rank's sleep word, for {@link Doorbell}; 0 when no component
     * has mapped it.
     *
     * @param rank in MPI_COMM_WORLD
     */
    public long peerWord(int rank) {
        return peers.applyAsLong(rank);
    }

    /**
     * Returns whether peers that have joined the {@link Membarrier} need no fence between the
     * publication of a message and their look at the relocated sleep word: announcing a sleep makes
     * them pass one.
     */
    public boolean fencesForPeers() {
        return barrier;
    }

    /** Moves the sleep word back to private memory: no peer rings any more. */
    public void restore() {
        barrier = false;
        peers = NO_PEERS;
        // Pairs with RankSleeper.state, as above.
        set(ownWord, AWAKE);
        word = ownWord;
    }

    /** Returns the selector in which this rank sleeps. The first call opens it and its doorbell. */
    public synchronized Selector selector() {
        if (selector == null) {
            try {
                selector = Selector.open();
                doorbell = DatagramChannel.open();
                doorbell.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                doorbell.configureBlocking(false);
                doorbellKey = doorbell.register(selector, SelectionKey.OP_READ, this);
                mode = Doorbell.selectorState(doorbellPort());
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

    /**
     * Drains the doorbell; call when its key ({@code attachment() == this}) is ready. The thread
     * that has slept and one that polls may do so at the same time.
     */
    public void drainDoorbell() {
        try {
            synchronized (ring) {
                do {
                    ring.clear();
                } while (doorbell.receive(ring) != null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void announce() {
        // Pairs with WakeableEndpoint.ringIfAsleep and PeerBells.fence, which store, fence and
        // look.
        MemorySegment place = word;
        int state = mode;
        if (BY_ADDRESS) {
            Memory.putIntVolatile(place.address(), state);
            Reference.reachabilityFence(place);
        } else {
            Handle.WORD.setVolatile(place, 0L, state);
        }
        if (barrier) {
            Membarrier.everywhere();
        } else {
            Memory.fullFence();
        }
    }

    @Override
    public void sleep(long nanos) {
        int state = mode;
        if (state == IN_FUTEX && !Futex.available()) {
            // The next sleep is announced in another way.
            openDoorbell();
        } else if (state == IN_FUTEX) {
            MemorySegment place = word;
            Futex.await(place.address(), IN_FUTEX, nanos, timeout.address());
            Reference.reachabilityFence(place);
            Reference.reachabilityFence(this);
        } else if (state == AWAKE) {
            LockSupport.parkNanos(Math.min(nanos, BLIND_SLEEP_NANOS));
        } else {
            select(state, nanos);
        }
    }

    /**
     * Selected keys stay selected, so that the component that owns them handles them at its next
     * poll. An announced sleep is rung once at most, so one datagram is taken; one that came too
     * late for its own sleep ends another.
     */
    private void select(int state, long nanos) {
        try {
            if (state() == state) {
                selector.select(Math.max(1, nanos / 1_000_000L));
                if (takeDoorbell()) {
                    synchronized (ring) {
                        ring.clear();
                        doorbell.receive(ring);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns whether the doorbell has been selected, and is no more. The thread that has slept is
     * outside of the bracket: another one may poll already. A selector's own calls synchronize on
     * its set of keys, too.
     */
    private boolean takeDoorbell() {
        Set<SelectionKey> selected = selector.selectedKeys();
        synchronized (selected) {
            return selected.remove(doorbellKey);
        }
    }

    /** A datagram takes 100 to 170 µs more than a futex, there and back (IdleWake). */
    @Override
    public boolean wakesSlowly() {
        return relocated() && !Futex.available();
    }

    /** Without futex and doorbell nobody rings: the word says {@link #AWAKE} all the time. */
    @Override
    public boolean rung() {
        return state() == AWAKE;
    }

    @Override
    public void awake() {
        // Pairs with Doorbell.ring, whose CAS fails from now on.
        set(word, AWAKE);
    }

    @Override
    public void wake() {
        int state = state();
        if (state == AWAKE) {
            return;
        }
        MemorySegment place = word;
        // Pairs with RankSleeper.select, and in the kernel with the comparison of Futex.await.
        set(place, AWAKE);
        if (state == IN_FUTEX) {
            Futex.wake(place.address());
            Reference.reachabilityFence(place);
        } else {
            selector.wakeup();
        }
    }

    private int state() {
        // Pairs with RankSleeper.announce and Doorbell.ring.
        MemorySegment place = word;
        if (!BY_ADDRESS) {
            return (int) Handle.WORD.getVolatile(place, 0L);
        }
        int state = Memory.getIntVolatile(place.address());
        Reference.reachabilityFence(place);
        return state;
    }

    /** The memory stays while somebody refers to the segment. */
    private static void set(MemorySegment place, int state) {
        if (BY_ADDRESS) {
            // Pairs with RankSleeper.state, Doorbell.ring and WakeableEndpoint.ringIfAsleep.
            Memory.putIntVolatile(place.address(), state);
            Reference.reachabilityFence(place);
        } else {
            // Pairs with RankSleeper.state, as above.
            Handle.WORD.setVolatile(place, 0L, state);
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
    }
}
