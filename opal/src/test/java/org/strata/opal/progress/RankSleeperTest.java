package org.strata.opal.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.opal.memory.Memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;

/**
 * Where a rank sleeps, and what ends its sleep. The sleeps last for hours unless something does.
 */
@Timeout(120)
final class RankSleeperTest {
    private static final long HOURS = 10_000_000_000_000L;

    private final RankSleeper sleeper = new RankSleeper();
    private final Arena arena = Arena.ofShared();
    private final MemorySegment word = arena.allocate(64, 64);

    @AfterEach
    void close() {
        sleeper.restore();
        sleeper.close();
        arena.close();
    }

    private int state() {
        return Memory.getIntVolatile(word.address());
    }

    /** Nobody rings the former place any more, once peers have been told of the new one. */
    @Test
    void whoSleepsAtTheFormerPlaceIsWoken() throws InterruptedException {
        sleeper.relocate(word);
        sleeper.announce();
        Thread thread = new Thread(() -> sleeper.sleep(HOURS));
        thread.start();
        assertThat(state()).isNotEqualTo(Sleeper.AWAKE);
        sleeper.relocate(arena.allocate(64, 64));
        assertThat(state()).as("who is about to sleep there does not").isEqualTo(Sleeper.AWAKE);
        thread.join();
    }

    /** Memory that another rank has had before: nobody rings who is awake. */
    @Test
    void aNewPlaceSaysThatItIsAwake() {
        Memory.putIntVolatile(word.address(), Sleeper.IN_FUTEX);
        sleeper.relocate(word);
        assertThat(state()).isEqualTo(Sleeper.AWAKE);
        assertThat(sleeper.rung()).isTrue();
        sleeper.announce();
        assertThat(sleeper.rung()).isFalse();
        sleeper.restore();
        assertThat(sleeper.rung()).as("the own word").isTrue();
    }

    /** Several peers may have rung: one look takes all of their datagrams. */
    @Test
    void aDrainedDoorbellIsSilent() throws IOException {
        var selector = sleeper.selector();
        try (DatagramChannel peer = DatagramChannel.open()) {
            var bell =
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), sleeper.doorbellPort());
            for (int i = 0; i < 3; i++) {
                peer.send(ByteBuffer.allocate(1), bell);
            }
        }
        assertThat(selector.select()).isEqualTo(1);
        assertThat(selector.selectedKeys())
                .extracting(SelectionKey::attachment)
                .containsOnly(sleeper);
        selector.selectedKeys().clear();
        sleeper.drainDoorbell();
        assertThat(selector.selectNow()).isZero();
        assertThat(sleeper.selector()).as("one for all who ask").isSameAs(selector);
        sleeper.close();
        assertThat(selector.isOpen()).isFalse();
    }

    @Test
    void wordsOfPeersAreKnownUntilTheyAreUnmapped() {
        assertThat(sleeper.peerWord(1)).isZero();
        sleeper.relocate(word, rank -> 64L * rank);
        assertThat(sleeper.relocated()).isTrue();
        assertThat(sleeper.peerWord(2)).isEqualTo(128);
        sleeper.restore();
        assertThat(sleeper.relocated()).isFalse();
        assertThat(sleeper.peerWord(2)).isZero();
    }

    /** A timer that is due sooner than the selector can wait: its bound is never "for ever". */
    @Test
    void aSleepOfLessThanAMillisecondEnds() {
        sleeper.selector();
        sleeper.announce();
        sleeper.sleep(999_999);
        sleeper.sleep(0);
        assertThat(sleeper.rung()).as("nobody has rung").isFalse();
    }

    /** One that wakes it between its last look and the selector. */
    @Test
    void aWakeUpBeforeTheSelectorIsNotLost() throws IOException {
        var selector = sleeper.selector();
        sleeper.announce();
        sleeper.wake();
        assertThat(sleeper.rung()).isTrue();
        assertThat(selector.select()).isZero();
    }

    /** What has ended a sleep does not end the next one, too. */
    @Test
    void aDatagramEndsOneSleep() throws IOException {
        var selector = sleeper.selector();
        try (DatagramChannel peer = DatagramChannel.open()) {
            var bell =
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), sleeper.doorbellPort());
            peer.send(ByteBuffer.allocate(1), bell);
            sleeper.announce();
            sleeper.sleep(HOURS);
        }
        assertThat(selector.selectedKeys()).isEmpty();
        assertThat(selector.selectNow()).isZero();
    }
}
