package org.strata.pml.ob1.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.bml.BtlLink;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.pml.ob1.header.EnvelopeHeader;
import org.strata.pml.ob1.header.PacketType;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.stream.IntStream;

/** Delivery over two links, of which one may fail. */
class ReliableChannelTest {
    private static final int BYTES = 24;
    private static final int NEAR_WRAP = Integer.MAX_VALUE - 100;

    private final long packet = Memory.allocate(Arena.global(), BYTES, 8);
    private WirePair wire;
    private WirePair.Side a;
    private WirePair.Side b;

    private void open(int firstNumber) {
        wire = new WirePair(2, firstNumber);
        a = wire.side(0);
        b = wire.side(1);
    }

    @AfterEach
    void close() {
        wire.close();
    }

    private int send(WirePair.Side from, int number) {
        Memory.putInt(packet, number);
        return from.channel().send(PacketType.FIN, packet, BYTES, null, 0, 0);
    }

    private void send(WirePair.Side from, int first, int end) {
        for (int i = first; i < end; i++) {
            int number = i;
            wire.progressUntil("room", () -> send(from, number) == Rc.OK);
        }
    }

    private static List<Integer> numbers(int end) {
        return IntStream.range(0, end).boxed().toList();
    }

    private void awaitIdle() {
        wire.progressUntil("the end", () -> a.channel().idle() && b.channel().idle());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -100, NEAR_WRAP})
    void packetsComeOnceAndAreAcknowledged(int first) {
        open(first);
        send(a, 0, 1000);
        send(b, 0, 1000);
        awaitIdle();
        // Two links overtake each other: order is the business of matching.
        assertThat(b.received).containsExactlyInAnyOrderElementsOf(numbers(1000));
        assertThat(a.received).containsExactlyInAnyOrderElementsOf(numbers(1000));
        assertThat(a.counters.resent + b.counters.resent).isZero();
        assertThat(a.counters.duplicates + b.counters.duplicates).isZero();
    }

    /**
     * It comes late, over a link that has failed: packets since then are not acknowledged by it.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 10})
    void anAcknowledgementOfPacketsLongAgoAcknowledgesNothing(int ago) {
        open(-1000);
        send(a, 0, 2000);
        awaitIdle();
        wire.refuse(true);
        assertThat(send(a, 2000)).isEqualTo(Rc.OK);
        EnvelopeHeader.write(packet, 0, 0);
        EnvelopeHeader.writeState(packet, 1, 1000 - ago);
        assertThat(a.channel().receive(packet)).isFalse();
        assertThat(a.channel().idle()).isFalse();
        wire.refuse(false);
        awaitIdle();
        assertThat(b.received).hasSize(2001);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, NEAR_WRAP})
    void aFullWindowRefusesUntilThePeerAcknowledges(int first) {
        open(first);
        for (int i = 0; i < Window.SIZE; i++) {
            assertThat(send(a, i)).isEqualTo(Rc.OK);
        }
        assertThat(send(a, Window.SIZE)).isEqualTo(Rc.NO_RESOURCE);
        assertThat(a.channel().idle()).isFalse();
        send(a, Window.SIZE, Window.SIZE + 1);
        awaitIdle();
        assertThat(b.received).containsExactlyInAnyOrderElementsOf(numbers(Window.SIZE + 1));
    }

    /** Some are lost with the link, some arrive and only seem lost, some have not been sent. */
    @ParameterizedTest
    @ValueSource(ints = {0, NEAR_WRAP})
    void whatAFailedLinkMayHaveLostIsSentAgain(int first) {
        open(first);
        for (int i = 0; i < 200; i++) {
            assertThat(send(a, i)).isEqualTo(Rc.OK);
            if (i == 20) {
                b.rank.progress();
            }
        }
        wire.cut(0);
        // The sender sends again before the receiver acknowledges what it has.
        a.rank.progress();
        b.rank.progress();
        a.channel().progress();
        awaitIdle();
        assertThat(b.received).containsExactlyInAnyOrderElementsOf(numbers(200));
        assertThat(a.counters.resent).isPositive();
        assertThat(b.counters.duplicates).isPositive();
    }

    /** An acknowledgement comes between the failure and the next packet. */
    @ParameterizedTest
    @ValueSource(ints = {0, Integer.MAX_VALUE - 5})
    void whatThePeerAcknowledgesMeanwhileIsNotSentAgain(int first) {
        open(first);
        for (int i = 0; i < 20; i++) {
            assertThat(send(a, i)).isEqualTo(Rc.OK);
        }
        b.rank.progress();
        assertThat(b.received).hasSizeGreaterThan(10);
        wire.cut(0);
        a.rank.progress();
        b.rank.progress();
        b.channel().progress();
        a.rank.progress();
        awaitIdle();
        assertThat(a.channel().allSent()).isTrue();
        assertThat(a.channel().progress()).as("packets sent").isZero();
        assertThat(b.received).containsExactlyInAnyOrderElementsOf(numbers(20));
        assertThat(b.counters.duplicates).isZero();
    }

    /** The packet travels by the link that lives, so that its sender has nothing to send again. */
    @ParameterizedTest
    @ValueSource(ints = {0, NEAR_WRAP})
    void anAcknowledgementLostWithItsLinkIsSentAgain(int first) {
        open(first);
        send(a, 0, 1);
        awaitIdle();
        assertThat(a.bml.send[0].carried).as("the first took the first link").isPositive();
        assertThat(send(a, 1)).isEqualTo(Rc.OK);
        b.rank.progress();
        assertThat(b.received).hasSize(2);
        b.channel().progress();
        wire.cut(0);
        awaitIdle();
        assertThat(a.counters.resent).isZero();
        assertThat(b.received).containsExactly(0, 1);
    }

    /** No BTL does so; if one does, the packet in its hands is lost with the link, too. */
    @ParameterizedTest
    @ValueSource(ints = {0, Integer.MAX_VALUE - 5})
    void aFailureInsideACallLosesNothing(int first) {
        open(first);
        for (int i = 0; i < 10; i++) {
            assertThat(send(a, i)).isEqualTo(Rc.OK);
        }
        int[] during = new int[1];
        a.inside =
                link -> {
                    during[0]++;
                    wire.cut(0);
                    a.fail(link);
                };
        for (int i = 10; i < 20; i++) {
            assertThat(send(a, i)).isEqualTo(Rc.OK);
        }
        assertThat(during[0]).isEqualTo(1);
        awaitIdle();
        assertThat(b.received).containsExactlyInAnyOrderElementsOf(numbers(20));
        assertThat(a.counters.resent).isPositive();
    }

    @Test
    void aSendInsideACallLosesNothing() {
        open(0);
        a.inside = link -> assertThat(send(a, 100)).isEqualTo(Rc.OK);
        for (int i = 0; i < 10; i++) {
            assertThat(send(a, i)).isEqualTo(Rc.OK);
        }
        awaitIdle();
        assertThat(b.received).hasSize(11).contains(100).containsAll(numbers(10));
        assertThat(b.counters.duplicates).isZero();
    }

    /** The packet's memory is not freed while a link reads it. */
    @Test
    void aPeerMayBeLostInsideACall() {
        open(0);
        for (int i = 0; i < 10; i++) {
            assertThat(send(a, i)).isEqualTo(Rc.OK);
        }
        boolean[] idle = {true};
        a.inside =
                link -> {
                    wire.cut(0);
                    wire.cut(1);
                    a.fail(link);
                    a.fail(a.bml.send[0]);
                    a.channel().drop();
                    idle[0] = a.channel().idle();
                };
        while (a.inside != null) {
            assertThat(send(a, 10)).isEqualTo(Rc.OK);
        }
        assertThat(idle[0]).as("while the call goes on").isFalse();
        assertThat(a.channel().idle()).isTrue();
        assertThat(a.channel().allSent()).isTrue();
        assertThat(a.channel().progress()).isZero();
    }

    /** It has left with its link's other bytes, or when the peer has it. */
    @ParameterizedTest
    @ValueSource(ints = {0, Integer.MAX_VALUE - 1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void aPacketHasLeftWhenItsLinkSaysSoOrThePeer(int first) {
        open(first);
        send(a, 0, 1);
        awaitIdle();
        assertThat(a.channel().lastNumber()).isEqualTo(first);
        wire.refuse(true);
        assertThat(send(a, 1)).isEqualTo(Rc.OK);
        int number = a.channel().lastNumber();
        assertThat(a.channel().hasLeft(first)).as("acknowledged").isTrue();
        assertThat(a.channel().hasLeft(number)).as("no link has it").isFalse();
        wire.refuse(false);
        for (BtlLink link : a.bml.send) {
            link.endpoint.accepted = 10;
            link.endpoint.departed = 9;
        }
        assertThat(a.channel().progress()).isEqualTo(1);
        assertThat(a.channel().hasLeft(number)).as("in the link").isFalse();
        for (BtlLink link : a.bml.send) {
            link.endpoint.accepted = 11;
            link.endpoint.departed = 10;
        }
        assertThat(a.channel().hasLeft(number)).isTrue();
        awaitIdle();
        assertThat(a.channel().hasLeft(number)).isTrue();
    }

    @Test
    void aLostPeerNeedsNothingMore() {
        open(0);
        for (int i = 0; i < 100; i++) {
            assertThat(send(a, i)).isEqualTo(Rc.OK);
        }
        wire.cut(0);
        wire.cut(1);
        wire.progressUntil("the loss", () -> !a.bml.reachable());
        assertThat(a.channel().idle()).isFalse();
        a.channel().drop();
        assertThat(a.channel().idle()).isTrue();
        assertThat(a.channel().allSent()).isTrue();
        assertThat(a.channel().progress()).isZero();
    }
}
