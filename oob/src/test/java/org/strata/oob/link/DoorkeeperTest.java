package org.strata.oob.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;

import io.netty.channel.embedded.EmbeddedChannel;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Connections that have proved nothing: how many there may be, and what a shortage ends. */
class DoorkeeperTest {
    private static final int MISSING = 3;
    private static final int LIMIT = MISSING + Strangers.SPARE;

    private final Strangers strangers = new Strangers(() -> MISSING);
    private final Doorkeeper doorkeeper = new Doorkeeper(strangers);
    private final EmbeddedChannel listener = new EmbeddedChannel(doorkeeper);
    private final List<EmbeddedChannel> all = new ArrayList<>();

    private boolean admit() {
        all.add(new EmbeddedChannel());
        return doorkeeper.admit(all.getLast());
    }

    /** Accepting fails where no descriptor is left. */
    private void runShort() {
        listener.pipeline().fireExceptionCaught(new IOException("Too many open files"));
    }

    @Test
    void theOldestMakeRoomForOneMore() {
        for (int i = 0; i < LIMIT; i++) {
            assertThat(admit()).isTrue();
        }
        assertThat(all).allMatch(EmbeddedChannel::isOpen);
        assertThat(admit()).isTrue();
        assertThat(all.getFirst().isOpen()).isFalse();
        assertThat(all.subList(1, all.size())).allMatch(EmbeddedChannel::isOpen);
    }

    /** One that has proved itself is no stranger: whoever comes later does not end it. */
    @Test
    void whoHasProvedItselfStays() {
        admit();
        strangers.remove(all.getFirst());
        for (int i = 0; i < 2 * LIMIT; i++) {
            admit();
        }
        assertThat(all.getFirst().isOpen()).isTrue();
        assertThat(all.stream().filter(EmbeddedChannel::isOpen)).hasSize(1 + LIMIT);
        int dropped = 0;
        while (strangers.dropOldest()) {
            dropped++;
        }
        assertThat(dropped).isEqualTo(LIMIT);
        assertThat(all.stream().filter(EmbeddedChannel::isOpen)).containsExactly(all.getFirst());
    }

    @Test
    void aShortageEndsTheOldestStranger() {
        admit();
        admit();
        runShort();
        assertThat(all.get(0).isOpen()).isFalse();
        assertThat(all.get(1).isOpen()).isTrue();
        assertThat(admit()).as("by the descriptor that is free now").isTrue();
        assertThat(all.getLast().isOpen()).isTrue();
    }

    /** With the spare descriptor one connection is accepted and closed; then there is one again. */
    @Test
    void withoutStrangersTheSpareDescriptorServes() {
        for (int round = 0; round < 3; round++) {
            runShort();
            assertThat(listener.config().isAutoRead()).as("round %d", round).isTrue();
            assertThat(admit()).isFalse();
            EmbeddedChannel shed = all.getLast();
            assertThat(shed.isOpen()).isFalse();
            shed.advanceTimeBy(1, TimeUnit.SECONDS);
            shed.runScheduledPendingTasks();
        }
        assertThat(admit()).isTrue();
    }

    /**
     * Where the spare one is in use, too, nothing is accepted for a moment: no event loop spins.
     */
    @Test
    void withoutAnyDescriptorThereIsAPause() {
        runShort();
        runShort();
        assertThat(listener.config().isAutoRead()).isFalse();
        listener.advanceTimeBy(1, TimeUnit.SECONDS);
        listener.runScheduledPendingTasks();
        assertThat(listener.config().isAutoRead()).isTrue();
    }

    @Test
    void aListenerThatEndsLeavesNoDescriptor() {
        var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long before = system.getOpenFileDescriptorCount();
        int rounds = 200;
        List<EmbeddedChannel> kept = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            EmbeddedChannel one = new EmbeddedChannel(new Doorkeeper(strangers));
            kept.add(one);
            one.close();
        }
        assertThat(system.getOpenFileDescriptorCount() - before).isLessThan(rounds / 2);
        assertThat(kept).noneMatch(EmbeddedChannel::isOpen);
    }
}
