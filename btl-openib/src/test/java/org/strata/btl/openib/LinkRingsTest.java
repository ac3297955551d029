package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.btl.openib.fast.IncomingRing;
import org.strata.btl.openib.fast.QuietHost;
import org.strata.btl.openib.fast.Rings;
import org.strata.btl.openib.fast.SendRing;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.IdlePolicy;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Sleeper;

import java.lang.foreign.Arena;

/** A rank with a ring waits, in virtual time: messages come while it naps, or while it polls. */
final class LinkRingsTest {
    private static final IdlePolicy CROWDED = new IdlePolicy(0, 0, true);
    private static final IdlePolicy ROOMY = new IdlePolicy(1000, 0, true);
    private static final int THRESHOLD = 4;
    private static final int BYTES = 64;
    private static final int MANY = 2000;

    private final Arena arena = Arena.ofConfined();
    private final ProgressEngine engine = new ProgressEngine(CROWDED, new NappingSleeper());
    private LinkRings rings;
    private IncomingRing in;
    private SendRing out;
    private long base;
    private long packet;
    private long now;
    private int sent;
    private int received;

    /** Each sleep takes its whole time, and a message comes meanwhile. */
    private final class NappingSleeper implements Sleeper {
        @Override
        public void announce() {}

        @Override
        public void sleep(long nanos) {
            now += nanos;
            send();
        }

        @Override
        public void awake() {}

        @Override
        public void wake() {}
    }

    private final class Host extends QuietHost {
        @Override
        public void onRingPacket(long packet, int length) {
            received++;
        }
    }

    @BeforeEach
    void register() {
        packet = Memory.allocate(arena, BYTES + 2 * SendRing.MARGIN, 8) + SendRing.MARGIN;
        engine.register(this::progress);
    }

    @AfterEach
    void close() {
        arena.close();
    }

    /** As the link's. */
    private int progress() {
        int events = rings.poll(engine.fallingAsleep());
        return events == 0 && engine.fallingAsleep() ? rings.beforeSleep(engine) : events;
    }

    private void open(String use) {
        String threshold = Integer.toString(THRESHOLD);
        OpenibConfig config =
                Settings.with("use-eager-rdma", use, "eager-rdma-threshold", threshold);
        rings = new LinkRings(config, null, () -> now, BYTES);
        in = new IncomingRing(new Host(), rings.counters);
        rings.set.know(in);
        receiveByQueue(THRESHOLD);
        assertThat(in.state()).isEqualTo(IncomingRing.State.ASKED);
        base = Memory.allocate(arena, rings.shape.bytes(), 64);
        in.open(Rings.receiver(rings.shape, base), 1);
        out = Rings.sender(rings.shape, rings.marker(arena));
        rings.set.add(in);
    }

    private void receiveByQueue(int messages) {
        for (int i = 0; i < messages; i++) {
            in.count();
            rings.set.suggest(in);
        }
    }

    /** The peer writes a message, for which there is always room. */
    private void send() {
        out.grant(in.takeOwed(Integer.MAX_VALUE, false, 0));
        if (out.room(BYTES) == SendRing.MARKER) {
            out.composeMarker();
            write();
        }
        assertThat(out.room(BYTES)).isEqualTo(SendRing.PACKET);
        out.compose(packet, BYTES);
        write();
        sent++;
    }

    private void write() {
        Memory.copy(out.source(), base + out.offset(), out.length());
        out.written();
    }

    /** Waits for single messages while the ring is open; returns how many have come. */
    private int waitWhileOpen(int most) {
        int messages = 0;
        while (messages < most && in.state() == IncomingRing.State.OPEN) {
            int wanted = received + 1;
            engine.waitFor(() -> received >= wanted);
            messages++;
        }
        assertThat(received).isEqualTo(sent);
        return messages;
    }

    @Test
    void napsThatDelayMessagesCloseTheRings() {
        open("-1");
        assertThat(waitWhileOpen(MANY)).isLessThan(MANY);
        assertThat(in.state()).isEqualTo(IncomingRing.State.LEAVING);
        assertThat(in.why()).contains("naps");
        assertThat(rings.counters.pauses).isEqualTo(1);
        assertThat(rings.counters.delays).isPositive();
    }

    @Test
    void ringsAreOpenedAgainAfterThePause() {
        open("-1");
        waitWhileOpen(MANY);
        rings.set.remove(in);
        in.reset();
        receiveByQueue(10 * THRESHOLD);
        now += NapLedger.FIRST_PAUSE_NANOS - 1;
        receiveByQueue(10 * THRESHOLD);
        assertThat(in.state()).isEqualTo(IncomingRing.State.NONE);
        now++;
        receiveByQueue(THRESHOLD);
        assertThat(in.state()).isEqualTo(IncomingRing.State.ASKED);
    }

    @Test
    void messagesFoundWhilePollingKeepTheRings() {
        open("-1");
        for (int i = 0; i < MANY; i++) {
            for (int burst = 0; burst < 50; burst++) {
                send();
                progress();
            }
            assertThat(waitWhileOpen(1)).isEqualTo(1);
        }
        assertThat(in.state()).isEqualTo(IncomingRing.State.OPEN);
        assertThat(rings.counters.delays).isEqualTo(MANY);
        assertThat(rings.counters.pauses).isZero();
    }

    @Test
    void ringsThatAreAskedForStay() {
        open("1");
        assertThat(waitWhileOpen(MANY)).isEqualTo(MANY);
    }

    /** Its sleeps are rare, and short beside the wait before them. */
    @Test
    void aRankThatPollsForLongKeepsItsRings() {
        open("-1");
        engine.setIdlePolicy(ROOMY);
        assertThat(waitWhileOpen(MANY)).isEqualTo(MANY);
        assertThat(rings.counters.delays).isZero();
    }
}
