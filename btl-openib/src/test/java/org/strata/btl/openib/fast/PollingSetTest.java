package org.strata.btl.openib.fast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who gets a ring by policy rate. */
final class PollingSetTest {
    private static final int THRESHOLD = 4;
    private static final long INTERVAL = 1_000_000;

    /** The set looks at its clock once in so many polls. */
    private static final int POLLS = 256;

    private final FastCounters counters = new FastCounters();
    private long now;
    private final PollingSet set =
            new PollingSet(
                    new PollingPolicy(THRESHOLD, 2, true, 2000, INTERVAL, PollOrder.SEQUENTIAL, 1),
                    () -> now,
                    counters);
    private final FastIn busy = peer();

    /** A peer without packets. */
    private FastIn peer() {
        RingHost host =
                new RingHost() {
                    @Override
                    public boolean isDue(long packet) {
                        return true;
                    }

                    @Override
                    public void onRingPacket(long packet, int length) {}

                    @Override
                    public void afterRingPackets() {}

                    @Override
                    public int expected() {
                        return 0;
                    }

                    @Override
                    public void onRingChange() {}
                };
        FastIn peer = new FastIn(host, counters);
        set.know(peer);
        return peer;
    }

    private void receive(FastIn peer, int messages) {
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
        FastIn slow = peer();
        passInterval();
        for (int i = 0; i < 3 * THRESHOLD; i++) {
            receive(busy, THRESHOLD);
            receive(slow, 1);
            passInterval();
        }
        assertThat(busy.state()).isEqualTo(FastIn.State.ASKED);
        assertThat(slow.state()).isEqualTo(FastIn.State.NONE);
    }

    /** Without a ring nothing is polled, and the set looks at rates when a peer is suggested. */
    @Test
    void aSlowPeerAloneGetsNoRing() {
        FastIn slow = peer();
        receive(busy, THRESHOLD);
        for (int i = 0; i < 5 * THRESHOLD; i++) {
            now += INTERVAL / 2;
            if (slow.count() >= THRESHOLD) {
                set.suggest(slow);
            }
        }
        assertThat(slow.state()).isEqualTo(FastIn.State.NONE);
        receive(slow, THRESHOLD);
        assertThat(slow.state()).isEqualTo(FastIn.State.ASKED);
    }

    @Test
    void messagesOfOneIntervalAreEnough() {
        FastIn other = peer();
        passInterval();
        receive(other, THRESHOLD - 1);
        passInterval();
        receive(other, THRESHOLD);
        assertThat(other.state()).isEqualTo(FastIn.State.ASKED);
    }
}
