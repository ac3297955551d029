package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.UncheckedIOException;

/** A peer that asks to be tried again is not asked all the time. */
final class DeferredConnectionTest {
    private static final long MILLISECOND = 1_000_000;

    private final TcpWorld world = new TcpWorld(2);
    private final TcpWorld.Node node = world.node(0);

    @AfterEach
    void close() {
        world.close();
    }

    private static boolean step(RawListener peer, HandshakeVerdict verdict) {
        try {
            return peer.step(verdict);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets both ends do what they can while no time passes. */
    private void settle(RawListener peer, HandshakeVerdict verdict) {
        for (int idle = 0; idle < 300; idle++) {
            node.rank.progress();
            if (step(peer, verdict)) {
                idle = 0;
                assertThat(peer.verdicts).as("verdicts without a pause").isLessThan(50);
            }
        }
    }

    private void untilVerdicts(RawListener peer, HandshakeVerdict verdict, int count) {
        world.job.progressUntil(
                "verdict " + count,
                () -> {
                    step(peer, verdict);
                    return peer.verdicts >= count;
                });
    }

    @ParameterizedTest
    @EnumSource(names = {"DUPLICATE", "LATE"})
    void pausesBecomeLonger(HandshakeVerdict verdict) throws Exception {
        try (RawListener peer = new RawListener(world.job.rank(1))) {
            node.send(1, 1);
            untilVerdicts(peer, verdict, 2);
            settle(peer, verdict);
            assertThat(peer.verdicts).as("before any time has passed").isEqualTo(2);
            long pause = MILLISECOND;
            for (int round = 3; round < 20; round++) {
                world.passNanos(pause - 1);
                settle(peer, verdict);
                assertThat(peer.verdicts).as("too early").isEqualTo(round - 1);
                world.passNanos(1);
                untilVerdicts(peer, verdict, round);
                settle(peer, verdict);
                assertThat(peer.verdicts).isEqualTo(round);
                pause = Math.min(2 * pause, 1024 * MILLISECOND);
            }
            world.passNanos(pause);
            untilVerdicts(peer, HandshakeVerdict.ADMITTED, 20);
            world.job.progressUntil(
                    "the connection", () -> node.to(1).state() == EndpointState.CONNECTED);
            assertThat(node.errors).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"DUPLICATE", "LATE"})
    void thePeersConnectionIsAdmittedWhileOursPauses(HandshakeVerdict verdict) throws Exception {
        byte[] card = world.job.rank(1).oob().get(1, "btl.tcp", 1000);
        try (RawListener peer = new RawListener(world.job.rank(1))) {
            node.send(1, 1);
            untilVerdicts(peer, verdict, 2);
            settle(peer, verdict);
        }
        world.job.rank(1).oob().put("btl.tcp", card);
        world.node(1).send(0, 2);
        world.job.progressUntil(
                "both messages",
                () -> node.received.contains(2L) && world.node(1).received.contains(1L));
        assertThat(node.errors).isEmpty();
        assertThat(node.btl().connections()).isEqualTo(1);
    }
}
