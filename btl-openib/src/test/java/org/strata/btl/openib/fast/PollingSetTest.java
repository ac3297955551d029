package org.strata.btl.openib.fast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/** Who gets a ring by policy rate. */
final class PollingSetTest {
    private static final int THRESHOLD = 4;
    private static final long INTERVAL = 1_000_000;
    private static final RingShape SHAPE = new RingShape(RingLayout.VARIABLE_BOTTOM, 1, 128, 256);

    /** The set looks at its clock once in so many polls. */
    private static final int POLLS = 256;

    private final Arena arena = Arena.ofConfined();
    private final FastCounters counters = new FastCounters();
    private long now;
    private final PollingSet set =
            new PollingSet(
                    new PollingPolicy(THRESHOLD, 2, true, 2000, INTERVAL, PollOrder.SEQUENTIAL, 1),
                    () -> now,
                    counters);
    private final IncomingRing busy = peer();

    /** A peer without packets. */
    private IncomingRing peer() {
        return peer(true);
    }

    private IncomingRing peer(boolean mayOpen) {
        RingHost host =
                new QuietHost() {
                    @Override
                    public boolean mayOpen() {
                        return mayOpen;
                    }
                };
        IncomingRing peer = new IncomingRing(host, counters);
        set.know(peer);
        return peer;
    }

    /** A peer with a ring. */
    private IncomingRing member() {
        IncomingRing peer = peer();
        receive(peer, THRESHOLD);
        assertThat(peer.state()).isEqualTo(IncomingRing.State.ASKED);
        long memory = Memory.allocate(arena, SHAPE.bytes(), 8);
        peer.open(Rings.receiver(SHAPE, memory), 1);
        set.add(peer);
        return peer;
    }

    /** The ring of a peer that was told to leave is gone. */
    private void end(IncomingRing peer) {
        assertThat(peer.state()).isEqualTo(IncomingRing.State.LEAVING);
        set.remove(peer);
        peer.reset();
    }

    @AfterEach
    void close() {
        arena.close();
    }

    private void receive(IncomingRing peer, int messages) {
        for (int i = 0; i < messages; i++) {
            peer.count();
            set.suggest(peer);
        }
    }

    private void passInterval() {
        now += INTERVAL;
        for (int i = 0; i < POLLS; i++) {
            set.poll();
        }
    }

    @Test
    void aSlowPeerNeverGetsARing() {
        IncomingRing slow = peer();
        passInterval();
        for (int i = 0; i < 3 * THRESHOLD; i++) {
            receive(busy, THRESHOLD);
            receive(slow, 1);
            passInterval();
        }
        assertThat(busy.state()).isEqualTo(IncomingRing.State.ASKED);
        assertThat(slow.state()).isEqualTo(IncomingRing.State.NONE);
    }

    /** It has had no ring so far, for example because its link was full. */
    @Test
    void aPeerGetsARingAfterMoreMessagesThanAnIntHolds() {
        long most = Integer.MAX_VALUE;
        for (long first : new long[] {most - 1000, most - 1, most, 1L << 32}) {
            IncomingRing late = peer();
            late.countFrom(first);
            receive(late, 2);
            assertThat(late.messages()).isEqualTo(first + 2);
            assertThat(late.takeRecent()).isEqualTo(2);
            assertThat(late.state()).isEqualTo(IncomingRing.State.ASKED);
            late.withdraw();
            set.remove(late);
        }
    }

    /** Without a ring nothing is polled, and the set looks at rates when a peer is suggested. */
    @Test
    void aSlowPeerAloneGetsNoRing() {
        IncomingRing slow = peer();
        receive(busy, THRESHOLD);
        for (int i = 0; i < 5 * THRESHOLD; i++) {
            now += INTERVAL / 2;
            if (slow.count() >= THRESHOLD) {
                set.suggest(slow);
            }
        }
        assertThat(slow.state()).isEqualTo(IncomingRing.State.NONE);
        receive(slow, THRESHOLD);
        assertThat(slow.state()).isEqualTo(IncomingRing.State.ASKED);
    }

    @Test
    void messagesOfOneIntervalAreEnough() {
        IncomingRing other = peer();
        passInterval();
        receive(other, THRESHOLD - 1);
        passInterval();
        receive(other, THRESHOLD);
        assertThat(other.state()).isEqualTo(IncomingRing.State.ASKED);
    }

    /** Not the first one that reaches the threshold once the place is free. */
    @Test
    void thePeerWithTwiceTheMessagesTakesThePlaceOfTheSlowest() {
        IncomingRing fast = member();
        IncomingRing slow = member();
        IncomingRing other = peer();
        passInterval();
        receive(fast, 20);
        receive(slow, 5);
        receive(other, 9);
        receive(busy, 10);
        passInterval();
        assertThat(slow.why()).isEqualTo("another peer has more messages");
        receive(other, THRESHOLD);
        assertThat(other.state())
                .as("the place is not free yet")
                .isEqualTo(IncomingRing.State.NONE);
        end(slow);
        assertThat(busy.state()).isEqualTo(IncomingRing.State.ASKED);
        receive(other, THRESHOLD);
        assertThat(other.state()).isEqualTo(IncomingRing.State.NONE);
        assertThat(fast.state()).isEqualTo(IncomingRing.State.OPEN);
    }

    @Test
    void lessThanTwiceTheMessagesAreNotEnough() {
        IncomingRing fast = member();
        IncomingRing slow = member();
        passInterval();
        receive(fast, 20);
        receive(slow, 5);
        receive(busy, 9);
        passInterval();
        assertThat(slow.state()).isEqualTo(IncomingRing.State.OPEN);
        assertThat(fast.state()).isEqualTo(IncomingRing.State.OPEN);
    }

    /** One member leaves for one peer, however long its ring takes to end. */
    @Test
    void onlyOneMemberLeavesForAPeer() {
        IncomingRing fast = member();
        IncomingRing slow = member();
        for (int i = 0; i < 3; i++) {
            passInterval();
            receive(fast, 8);
            receive(slow, 5);
            receive(busy, 20);
        }
        assertThat(slow.state()).isEqualTo(IncomingRing.State.LEAVING);
        assertThat(fast.state()).isEqualTo(IncomingRing.State.OPEN);
    }

    /** Members below the least rate leave, too, and the fastest peer is the first to follow. */
    @Test
    void thePlaceOfAMemberBelowTheLeastRateGoesToTheFastest() {
        IncomingRing fast = member();
        IncomingRing slow = member();
        IncomingRing other = peer();
        passInterval();
        receive(fast, 20);
        receive(slow, 1);
        receive(other, 5);
        receive(busy, 6);
        passInterval();
        assertThat(slow.why()).isEqualTo("too few messages");
        end(slow);
        receive(other, THRESHOLD);
        assertThat(other.state()).isEqualTo(IncomingRing.State.NONE);
        assertThat(busy.state()).isEqualTo(IncomingRing.State.ASKED);
    }

    /** It would leave again, or cannot have a ring. */
    @Test
    void aPeerThatCouldNotStayGetsNoPlace() {
        IncomingRing fast = member();
        IncomingRing slow = member();
        IncomingRing refused = peer(false);
        passInterval();
        receive(fast, 20);
        receive(busy, 1);
        receive(refused, 10);
        passInterval();
        end(slow);
        assertThat(busy.state()).isEqualTo(IncomingRing.State.NONE);
        assertThat(refused.state()).isEqualTo(IncomingRing.State.NONE);
    }
}
