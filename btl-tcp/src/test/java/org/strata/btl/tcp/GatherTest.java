package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** What a handler sends is gathered, and written when the poll is over. */
final class GatherTest {
    private static final int ANSWER = TcpWorld.TAG + 1;
    private static final int LONG = 8_000;

    private final long buffer = Memory.allocate(Arena.global(), LONG + 8, 8);
    private final List<Integer> codes = new ArrayList<>();
    private final List<String> arrived = new ArrayList<>();

    /** Whether nothing waited to be written after each answer. */
    private final List<Boolean> written = new ArrayList<>();

    /**
     * Rank 1 polls no more once it has answered: a message that is only kept would never arrive.
     */
    @ParameterizedTest
    @ValueSource(strings = {"0", "1k", "512k"})
    void answersLeaveWithThePollThatSendsThem(String gatherSize) {
        try (TcpWorld world = new TcpWorld(2, "gather-size", gatherSize)) {
            connect(world);
            onRequest(world, () -> answer(world));
            world.node(0).send(1, 5);
            world.job.progressUntil("answered", () -> !codes.isEmpty());
            world.node(0).rank.waitUntil("all", () -> arrived.size() == 5);
            assertThat(codes).containsOnly(Rc.OK);
            assertThat(arrived).containsExactly("1", "long", "2", "long", "3");
            assertThat(written.toArray(Boolean[]::new))
                    .as("written when the handler goes on")
                    .isEqualTo(
                            switch (gatherSize) {
                                case "0" -> new Boolean[] {true, true, true, true, true};
                                // A long answer exceeds the limit: it is written with what waits.
                                case "1k" -> new Boolean[] {false, true, false, true, false};
                                default -> new Boolean[] {false, false, false, false, false};
                            });
        }
    }

    /** The request and FIN arrive together: the answers leave before FIN is handled. */
    @Test
    void answersToThePeersLastRequestAreNoFailure() {
        try (TcpWorld world = new TcpWorld(2, "gather-size", "512k")) {
            connect(world);
            onRequest(world, () -> answer(world));
            world.node(0).send(1, 5);
            world.node(0).btl().removePeer(world.node(0).to(1));
            TcpEndpoint answering = world.node(1).to(0);
            world.job.progressUntil("FIN", () -> answering.state() != EndpointState.CONNECTED);
            world.job.progressTimes(10);
            assertThat(codes).hasSize(5).containsOnly(Rc.OK);
            assertThat(answering.state()).isEqualTo(EndpointState.CLOSED);
            assertThat(world.node(1).errors).isEmpty();
        }
    }

    /** What was sent before a handler threw leaves, and later sends are written at once. */
    @Test
    void aHandlerThatThrowsEndsTheGathering() {
        try (TcpWorld world = new TcpWorld(2, "gather-size", "512k")) {
            connect(world);
            onRequest(
                    world,
                    () -> {
                        shortAnswer(world, 1, 8);
                        throw new IllegalStateException("the job aborts");
                    });
            world.node(0).send(1, 5);
            assertThatThrownBy(() -> world.job.progressUntil("it throws", () -> false))
                    .hasMessage("the job aborts");
            shortAnswer(world, 2, 8);
            assertThat(written).containsExactly(false, true);
            world.node(0).rank.waitUntil("both", () -> arrived.size() == 2);
        }
    }

    /** The staging buffer has room for one answer; the kernel has room for all. */
    @Test
    void aFullStagingBufferIsWrittenInsteadOfRefusingMore() {
        try (TcpWorld world =
                new TcpWorld(
                        2,
                        "eager-limit",
                        "128",
                        "rndv-eager-limit",
                        "128",
                        "coalesce-size",
                        "128")) {
            connect(world);
            onRequest(
                    world,
                    () -> {
                        for (int i = 0; i < 20; i++) {
                            shortAnswer(world, i, 64);
                        }
                    });
            world.node(0).send(1, 5);
            world.job.progressUntil("all", () -> arrived.size() == 20);
            assertThat(codes).hasSize(20).containsOnly(Rc.OK);
        }
    }

    /** A program may free such memory while the message waits: it is copied before. */
    @Test
    void guardedMemoryIsNotReadAfterThePreparation() {
        try (TcpWorld world = new TcpWorld(2);
                Arena arena = Arena.ofConfined()) {
            connect(world);
            MemorySegment guarded = arena.allocate(LONG, 8);
            guarded.fill((byte) 7);
            TcpBtl btl = world.node(0).btl();
            BtlEndpoint to = world.node(0).to(1);
            Buf buf = new Buf().setBytes(guarded.address(), LONG).guard(guarded);
            Descriptor descriptor = btl.prepareSource(to, buf, 0, 8, LONG);
            guarded.fill((byte) 8);
            List<Byte> last = new ArrayList<>();
            world.node(1)
                    .rank
                    .activeMessages()
                    .register(
                            TcpWorld.TAG,
                            (b, from, tag, at, length) ->
                                    last.add(Memory.getByte(at + length - 1)));
            descriptor.callback = (from, done, rc) -> from.free(done);
            assertThat(btl.send(to, descriptor, TcpWorld.TAG)).isEqualTo(Rc.OK);
            world.job.progressUntil("the message", () -> !last.isEmpty());
            assertThat(last).containsExactly((byte) 7);
        }
    }

    private void connect(TcpWorld world) {
        world.node(0)
                .rank
                .activeMessages()
                .register(
                        ANSWER,
                        (btl, from, tag, at, length) ->
                                arrived.add(length > LONG ? "long" : "" + Memory.getLong(at)));
        world.node(0).send(1, 0);
        world.job.progressUntil("connected", () -> world.node(1).received.size() == 1);
    }

    private void onRequest(TcpWorld world, Runnable answers) {
        world.node(1)
                .rank
                .activeMessages()
                .register(TcpWorld.TAG, (btl, from, tag, at, length) -> answers.run());
    }

    private void answer(TcpWorld world) {
        shortAnswer(world, 1, 8);
        longAnswer(world);
        shortAnswer(world, 2, 8);
        longAnswer(world);
        shortAnswer(world, 3, 8);
    }

    private void shortAnswer(TcpWorld world, long value, int length) {
        Memory.putLong(buffer, value);
        BtlEndpoint to = world.node(1).to(0);
        codes.add(
                world.node(1)
                        .btl()
                        .sendImmediate(to, ANSWER, buffer, 8, null, buffer + 8, length - 8));
        written.add(world.node(1).to(0).flushed());
    }

    private void longAnswer(TcpWorld world) {
        TcpBtl btl = world.node(1).btl();
        BtlEndpoint to = world.node(1).to(0);
        Descriptor descriptor = btl.prepareSource(to, new Buf().setBytes(buffer, LONG), 0, 8, LONG);
        Memory.putLong(descriptor.address, -1);
        descriptor.callback = (from, done, rc) -> from.free(done);
        codes.add(btl.send(to, descriptor, ANSWER));
        written.add(world.node(1).to(0).flushed());
    }
}
