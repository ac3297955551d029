package org.strata.opal.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;

/** A sleeper and who rings it. The sleeps last for hours unless rung. */
@Timeout(120)
final class DoorbellTest {
    private static final long HOURS = 10_000_000_000_000L;

    private final RankSleeper sleeper = new RankSleeper();
    private final List<String> reports = new ArrayList<>();
    private final Doorbell doorbell = new Doorbell(reports::add);
    private final Arena arena = Arena.ofShared();
    private final MemorySegment word = arena.allocate(64, 64);

    @AfterEach
    void close() {
        sleeper.restore();
        sleeper.close();
        doorbell.close();
        arena.close();
    }

    private int state() {
        return Memory.getIntVolatile(word.address());
    }

    private void ringASleeper() throws InterruptedException {
        sleeper.announce();
        Thread thread = new Thread(() -> sleeper.sleep(HOURS));
        thread.start();
        assertThat(state()).isNotEqualTo(Sleeper.AWAKE);
        doorbell.ring(word.address(), state());
        thread.join();
        sleeper.awake();
    }

    @Test
    void ringsAFutex() throws Exception {
        sleeper.relocate(word);
        ringASleeper();
        ringASleeper();
    }

    /** A rank that waits for each of its messages sleeps for each of them. */
    @Test
    void aSleepAllocatesNothing() {
        sleeper.relocate(word);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long bytes = Long.MAX_VALUE;
        for (int round = 0; round < 20 && bytes > 0; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 500; i++) {
                sleeper.announce();
                sleeper.sleep(1);
                sleeper.awake();
            }
            bytes = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(bytes).isZero();
    }

    @Test
    void ringsASelector() throws Exception {
        sleeper.relocate(word);
        assertThat(sleeper.doorbellPort()).isPositive();
        ringASleeper();
        ringASleeper();
    }

    /** The kernel answers the second ring with the error of the first. */
    @Test
    void aPortWhoseOwnerHasChangedIsRung() throws Exception {
        int port;
        try (DatagramChannel ended = bound(0)) {
            port = ((InetSocketAddress) ended.getLocalAddress()).getPort();
        }
        ring(port);
        ring(port);
        try (DatagramChannel next = bound(port)) {
            next.socket().setSoTimeout(60_000);
            ring(port);
            next.socket().receive(new DatagramPacket(new byte[1], 1));
        }
        assertThat(reports).isEmpty();
    }

    private static DatagramChannel bound(int port) throws IOException {
        return DatagramChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    private void ring(int port) {
        int state = Doorbell.selectorState(port);
        Memory.putIntVolatile(word.address(), state);
        doorbell.ring(word.address(), state);
    }

    /** More peers than have channels of their own. */
    @Test
    void ringsManyPeers() throws Exception {
        List<DatagramChannel> peers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            peers.add(bound(0));
        }
        for (int round = 0; round < 2; round++) {
            for (DatagramChannel peer : peers) {
                ring(((InetSocketAddress) peer.getLocalAddress()).getPort());
                peer.socket().setSoTimeout(60_000);
                peer.socket().receive(new DatagramPacket(new byte[1], 1));
            }
        }
        for (DatagramChannel peer : peers) {
            peer.close();
        }
        assertThat(reports).isEmpty();
    }

    /** A rank rings the same peer for each of its messages. */
    @Test
    void manyRingsTakeOneDescriptor() throws Exception {
        var system =
                (com.sun.management.UnixOperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean();
        try (DatagramChannel peer = bound(0)) {
            int port = ((InetSocketAddress) peer.getLocalAddress()).getPort();
            ring(port);
            long before = system.getOpenFileDescriptorCount();
            for (int i = 0; i < 1000; i++) {
                ring(port);
            }
            assertThat(system.getOpenFileDescriptorCount() - before).isLessThan(100);
        }
    }

    @Test
    void aRingBetweenAnnounceAndSleepIsNotLost() {
        sleeper.relocate(word);
        sleeper.announce();
        doorbell.ring(word.address(), state());
        sleeper.sleep(HOURS);
    }

    @Test
    void whoWokeUpMeanwhileIsLeftAlone() {
        sleeper.relocate(word);
        sleeper.announce();
        int seen = state();
        sleeper.awake();
        doorbell.ring(word.address(), seen);
        assertThat(state()).isEqualTo(Sleeper.AWAKE);
    }

    @Test
    void restoredSleepersAreWokenFromInsideOnly() throws Exception {
        sleeper.relocate(word);
        sleeper.restore();
        sleeper.announce();
        assertThat(state()).isEqualTo(Sleeper.AWAKE);
        Thread thread = new Thread(() -> sleeper.sleep(HOURS));
        thread.start();
        sleeper.wake();
        thread.join();
    }

    /** What the word says comes from another process; no socket has port 0. */
    @ParameterizedTest
    @ValueSource(ints = {Sleeper.IN_SELECTOR, Sleeper.IN_SELECTOR | 0xff_0000_00})
    void aPeerThatCannotBeRungIsReportedOnce(int state) {
        for (int i = 0; i < 3; i++) {
            Memory.putIntVolatile(word.address(), state);
            assertThat(doorbell.ring(word.address(), state)).isEqualTo(Rc.NOT_AVAILABLE);
            assertThat(state()).isEqualTo(Sleeper.AWAKE);
        }
        assertThat(reports).singleElement().asString().contains("port 0");
    }

    @Test
    void othersAreRungAfterAFailure() throws Exception {
        Memory.putIntVolatile(word.address(), Sleeper.IN_SELECTOR);
        assertThat(doorbell.ring(word.address(), Sleeper.IN_SELECTOR)).isNotEqualTo(Rc.OK);
        ringsASelector();
    }
}
